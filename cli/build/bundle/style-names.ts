import fs from "node:fs";

/** What a stylesheet takes from another one, or gives on: its names do not say all of it then. */
const SHARES = /@value\b|:export\b|:import\b|\bcomposes\s*:/;
/** Names of classes, elements and animations, and some that only look like one. */
const NAME = /[.#]([A-Za-z_-][\w-]*)|@keyframes\s+([\w-]+)/g;

/**
 * What HTML shows of a stylesheet: the names in a CSS module, which are made of its place. With
 * other rules below the same names it stays as it was.
 */
export function namesOfStyle(file: string): string {
  if (!file.endsWith(".module.css")) return "";
  const text = fs.readFileSync(file, "utf8");
  if (SHARES.test(text)) return text;
  const names = Array.from(text.matchAll(NAME), ([, name, animation]) => (name ?? animation)!);
  return [...new Set<string>(names)].sort().join(" ");
}
