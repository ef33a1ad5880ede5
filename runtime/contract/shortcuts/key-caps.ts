import type { Translate } from "../../i18n/translate.ts";
import { parseCombo } from "./combo.ts";

const APPLE = { mod: "⌘", alt: "⌥", shift: "⇧" } as const;
const SIGNS: Readonly<Record<string, string>> = {
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  "-": "−",
};
const APPLE_SIGNS: Readonly<Record<string, string>> = {
  backspace: "⌫",
  delete: "⌦",
  enter: "↩",
};
/** Keys with a translated name. */
const WORDS = new Set(["space", "enter", "escape", "delete", "backspace", "home", "end"]);

/** Labels of the keys of a combination, in the order in which they are pressed. */
export function capsOf(combo: string, isApple: boolean, t: Translate): readonly string[] {
  const { mod, alt, shift, key } = parseCombo(combo);
  const sign = (isApple ? APPLE_SIGNS[key] : undefined) ?? SIGNS[key];
  const cap = sign ?? (WORDS.has(key) ? t(`workspace:cap.${key}`) : key.toUpperCase());
  const modifiers = isApple
    ? // Apple writes ⌥⇧⌘.
      [alt && APPLE.alt, shift && APPLE.shift, mod && APPLE.mod]
    : [
        mod && t("workspace:cap.ctrl"),
        alt && t("workspace:cap.alt"),
        shift && t("workspace:cap.shift"),
      ];
  return [...modifiers.filter((name) => name !== false), cap];
}
