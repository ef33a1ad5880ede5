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

/** Keys that a fast typist or a slow line puts behind letters, where Ink takes all for a text. */
const WITHIN: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u0003": "ctrl+c",
  "\u0008": "backspace",
  "\u001b": "escape",
  "\u007f": "backspace",
};

/** Keys by name, and characters as they are; what comes at once may be several of them. */
export function namesOf(input: string, key: Key): readonly string[] {
  if (key.ctrl) return [`ctrl+${input}`];
  if (key.tab) return [key.shift ? "shift+tab" : "tab"];
  const named = NAMED.find(([flag]) => key[flag]);
  if (named) return [named[1]];
  const characters = Array.from(input, (character) => WITHIN[character] ?? character);
  // Terminals send Alt as an escape in front: what it was cannot be told apart.
  return key.meta ? ["escape", ...characters] : characters;
}
