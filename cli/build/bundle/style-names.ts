import fs from "node:fs";

/**
 * Imports and exports between stylesheets; a stylesheet that has any is not defined by its names
 * alone.
 */
const SHARES = /@value\b|:export\b|:import\b|\bcomposes\s*:/;
/** Names of classes, elements and animations, with some false positives. */
const NAME = /[.#]([A-Za-z_-][\w-]*)|@keyframes\s+([\w-]+)/g;

/**
 * The parts of a CSS module that appear in HTML: its names, which are generated from its path.
 * Changed
 * rules under the same names leave the HTML unchanged.
 */
export function namesOfStyle(file: string): string {
  if (!file.endsWith(".module.css")) return "";
  const text = fs.readFileSync(file, "utf8");
  if (SHARES.test(text)) return text;
  const names = Array.from(text.matchAll(NAME), ([, name, animation]) => (name ?? animation)!);
  return [...new Set<string>(names)].sort().join(" ");
}
