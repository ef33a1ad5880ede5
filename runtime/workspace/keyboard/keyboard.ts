import { createStore } from "zustand/vanilla";
import { type Shortcut, type ShortcutId, SHORTCUTS } from "../../contract/shortcuts/shortcuts.ts";
import { type Combo, isSingle, parseCombo } from "../../contract/shortcuts/combo.ts";
import { matches } from "./keyboard-match.ts";
import type {
  KeyPress,
  KeyTarget,
  Keyboard,
  KeyboardState,
  RunShortcut,
} from "../../contract/shortcuts/keyboard.ts";

export interface KeyboardOptions {
  readonly isApple: boolean;
  readonly single: boolean;
  /** Called with changes of `single`, to store them. */
  readonly onSingle: (on: boolean) => void;
  readonly shortcuts?: readonly Shortcut[];
}

const ARROWS = new Set(["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end"]);
const SCOPES = ["list", "panel", "workspace"] as const;

/** Whether the focused element handles a key itself. */
function isTaken({ key, mod, alt }: Combo, target: KeyTarget): boolean {
  if (key === "space") return target.pressed === "both" || target.pressed === "space";
  if (key === "enter") return target.pressed === "both" || target.pressed === "enter";
  return ARROWS.has(key) && !mod && !alt && target.arrows;
}

export function createKeyboard(options: KeyboardOptions): Keyboard {
  const { isApple, shortcuts = SHORTCUTS } = options;
  const store = createStore<KeyboardState>(() => ({ bound: [], single: options.single }));
  const runs = new Map<ShortcutId, RunShortcut[]>();
  const known = shortcuts.map((shortcut) => ({ shortcut, combos: shortcut.keys.map(parseCombo) }));

  const notify = (): void =>
    store.setState({
      bound: known.map(({ shortcut }) => shortcut.id).filter((id) => runs.has(id)),
    });

  function find(press: KeyPress, target: KeyTarget) {
    const { single } = store.getState();
    for (const by of ["written", "placed"] as const)
      for (const scope of SCOPES) {
        if (scope === "list" && !target.inList) continue;
        for (const { shortcut, combos } of known) {
          if (shortcut.scope !== scope || !runs.has(shortcut.id)) continue;
          const combo = combos.find(
            (one) => (single || !isSingle(one)) && matches(one, press, by, isApple),
          );
          if (combo) return { shortcut, combo };
        }
      }
    return null;
  }

  return Object.assign(store, {
    isApple,
    bind(id: ShortcutId, run: RunShortcut) {
      runs.set(id, [...(runs.get(id) ?? []), run]);
      notify();
      return () => {
        const rest = (runs.get(id) ?? []).filter((one) => one !== run);
        if (rest.length > 0) runs.set(id, rest);
        else runs.delete(id);
        notify();
      };
    },
    press(press: KeyPress, target: KeyTarget) {
      if (press.isComposing || target.typing) return false;
      const found = find(press, target);
      if (!found || isTaken(found.combo, target)) return false;
      // A held key runs a shortcut once, and its repetitions must not reach the browser either.
      if (!press.repeat || found.shortcut.repeats)
        runs.get(found.shortcut.id)!.at(-1)!(found.combo.key);
      return true;
    },
    setSingle(single: boolean) {
      store.setState({ single });
      options.onSingle(single);
    },
  });
}
