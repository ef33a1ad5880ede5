import { createContext, use, useEffect, useRef } from "react";
import type { ShortcutId } from "./shortcuts.ts";
import type { Keyboard, RunShortcut } from "./keyboard.ts";

/** The keyboard of the workspace; null outside of it. */
export const KeyboardContext = createContext<Keyboard | null>(null);

/**
 * Binds a shortcut of the map while the component is mounted.
 * @param run null disables the shortcut and hides it from the list
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
