import type { Combo } from "../../contract/shortcuts/combo.ts";
import type { KeyPress } from "../../contract/shortcuts/keyboard.ts";

/** Variants of a character that some layouts type. */
const SAME: Readonly<Record<string, string>> = {
  "؟": "?",
  "？": "?",
  "\u2212": "-",
  "＋": "+",
  " ": "space",
  "\u00a0": "space",
  "\u3000": "space",
};
/** Characters by their physical key on a Latin keyboard. */
const CHARACTERS: Readonly<Record<string, string>> = {
  BracketLeft: "[",
  BracketRight: "]",
  Minus: "-",
  Equal: "=",
};

const written = ({ key }: KeyPress): string => SAME[key] ?? key.toLowerCase();
const placed = ({ key, code }: KeyPress): string | null =>
  key.length === 1 && key > "\u007f"
    ? (CHARACTERS[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? null)
    : null;

const isLetter = (key: string): boolean => /^[a-z]$/.test(key);
const isSign = (key: string): boolean => key.length === 1 && !isLetter(key);

/**
 * Whether a key press matches a combination: by the typed character or, on layouts of other
 * scripts, by the physical key. Typed characters take precedence: check `written` of all
 * combinations before `placed` of any.
 */
export function matches(
  combo: Combo,
  press: KeyPress,
  by: "written" | "placed",
  isApple: boolean,
): boolean {
  const key = by === "written" ? written(press) : placed(press);
  if (key !== combo.key) return false;
  // Signs may need Shift, Option or AltGr, which Windows reports as Ctrl and Alt.
  const loose = isSign(combo.key) && by === "written";
  const third = loose && press.getModifierState("AltGraph");
  const [mod, other] = isApple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  return (
    (third || mod === combo.mod) &&
    !other &&
    (loose || press.altKey === combo.alt) &&
    (loose || press.shiftKey === combo.shift)
  );
}
