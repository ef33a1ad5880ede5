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

/** Keys by name, and characters as they are; what was pasted is several of them. */
export function namesOf(input: string, key: Key): readonly string[] {
  if (key.ctrl) return [`ctrl+${input}`];
  if (key.tab) return [key.shift ? "shift+tab" : "tab"];
  const named = NAMED.find(([flag]) => key[flag]);
  if (named) return [named[1]];
  if (key.meta) return [];
  return Array.from(input);
}
