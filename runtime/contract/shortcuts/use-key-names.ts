import { useCallback } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { isSingle, parseCombo } from "./combo.ts";
import { capsOf } from "./key-caps.ts";
import type { Keyboard } from "./keyboard.ts";
import { type ShortcutId, SHORTCUTS } from "./shortcuts.ts";

/**
 * Returns a function with the keys of a shortcut as this keyboard labels them, such as `Ctrl+X`; null
 * while the visitor has switched single-character shortcuts off and it has no other.
 */
export function useKeyNames(keyboard: Keyboard): (id: ShortcutId) => string | null {
  const t = useT();
  const single = useStore(keyboard, (state) => state.single);
  return useCallback(
    (id) => {
      const { keys } = SHORTCUTS.find((shortcut) => shortcut.id === id)!;
      const combo = keys.find((one) => single || !isSingle(parseCombo(one)));
      if (combo === undefined) return null;
      return capsOf(combo, keyboard.isApple, t).join(keyboard.isApple ? "" : "+");
    },
    [t, keyboard, single],
  );
}
