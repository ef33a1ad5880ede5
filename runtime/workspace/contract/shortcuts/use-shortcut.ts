import { createContext, use, useEffect, useRef } from "react";
import type { ShortcutId } from "./shortcuts.ts";
import type { Keyboard, RunShortcut } from "./keyboard.ts";

/** The keyboard of the workspace; null where there is none. */
export const KeyboardContext = createContext<Keyboard | null>(null);

/**
 * Binds a shortcut of the map for as long as the component is there.
 * @param run null: it does nothing now, and is not listed
 */
export function useShortcut(id: ShortcutId, run: RunShortcut | null): void {
  const keyboard = use(KeyboardContext);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isOn = run !== null;
  useEffect(
    () => (isOn ? keyboard?.bind(id, (key) => latest.current?.(key)) : undefined),
    [keyboard, id, isOn],
  );
}
