import type { StoreApi } from "zustand/vanilla";
import type { ShortcutId } from "./shortcuts.ts";

/** The used part of `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  getModifierState(name: string): boolean;
}

/** Keys that the focused element handles itself. */
export interface KeyTarget {
  /** It is a text field, in which no shortcut applies. */
  readonly typing: boolean;
  /** Space and Enter activate it. */
  readonly pressed: "both" | "space" | "enter" | null;
  /** Arrow keys, Home and End change its value. */
  readonly arrows: boolean;
  /** It is in the tray. */
  readonly inList: boolean;
}

/** @param key the pressed character, or name of the key as the map spells it */
export type RunShortcut = (key: string) => void;

export interface KeyboardState {
  /** Shortcuts that are bound now. */
  readonly bound: readonly ShortcutId[];
  /** Whether single-character shortcuts are on (WCAG 2.1.4). */
  readonly single: boolean;
}

export interface Keyboard extends StoreApi<KeyboardState> {
  readonly isApple: boolean;
  /** The last binding of a shortcut applies. Returns a function that removes it. */
  readonly bind: (id: ShortcutId, run: RunShortcut) => () => void;
  /** Runs the shortcut of a key press. Returns whether there was one. */
  readonly press: (press: KeyPress, target: KeyTarget) => boolean;
  readonly setSingle: (on: boolean) => void;
}
