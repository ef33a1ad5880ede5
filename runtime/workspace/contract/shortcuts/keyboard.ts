import type { StoreApi } from "zustand/vanilla";
import type { ShortcutId } from "./shortcuts.ts";

/** What is read of a `KeyboardEvent`. */
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

/** What the element that has the focus does with keys itself. */
export interface KeyTarget {
  /** Text is written into it: no shortcut holds there. */
  readonly typing: boolean;
  /** Space and Enter press it. */
  readonly pressed: "both" | "space" | "enter" | null;
  /** Arrow keys, Home and End change it. */
  readonly arrows: boolean;
  /** It is in the list of files. */
  readonly inList: boolean;
}

/** @param key the character or the name of the key that was pressed, as the map writes it */
export type RunShortcut = (key: string) => void;

export interface KeyboardState {
  /** Shortcuts that do something now. */
  readonly bound: readonly ShortcutId[];
  /** Whether shortcuts of one character hold (WCAG 2.1.4). */
  readonly single: boolean;
}

export interface Keyboard extends StoreApi<KeyboardState> {
  readonly isApple: boolean;
  /** The last one who binds a shortcut has it; the answer gives it back. */
  readonly bind: (id: ShortcutId, run: RunShortcut) => () => void;
  /** Runs what is bound to a key press. Returns whether something was. */
  readonly press: (press: KeyPress, target: KeyTarget) => boolean;
  readonly setSingle: (on: boolean) => void;
}
