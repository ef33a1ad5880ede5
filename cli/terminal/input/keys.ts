import type { Key } from "ink";

const NAMED = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const satisfies readonly (readonly [keyof Key, string])[];

/**
 * Keys that arrive after letters because of fast typing or a slow connection; Ink then reports
 * everything as
 * text.
 */
const WITHIN: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u0003": "ctrl+c",
  "\u0008": "backspace",
  "\u001b": "escape",
  "\u007f": "backspace",
};

/** Key names and literal characters; a single input may contain several keys. */
export function namesOf(input: string, key: Key): readonly string[] {
  if (key.ctrl) return [`ctrl+${input}`];
  if (key.tab) return [key.shift ? "shift+tab" : "tab"];
  const named = NAMED.find(([flag]) => key[flag]);
  if (named) return [named[1]];
  const characters = Array.from(input, (character) => WITHIN[character] ?? character);
  // Terminals send Alt as a preceding Escape; the two cannot be distinguished.
  return key.meta ? ["escape", ...characters] : characters;
}
