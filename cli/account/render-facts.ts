import { displayWidth } from "../text/display-width.ts";

/** Renders names and values: aligned on a terminal, tab-separated for other programs. */
export function renderFacts(
  facts: readonly (readonly [name: string, value: string])[],
  padded: boolean,
): string {
  if (!padded) return facts.map(([name, value]) => `${name}\t${value}\n`).join("");
  const width = Math.max(...facts.map(([name]) => displayWidth(name)));
  return facts
    .map(
      ([name, value]) =>
        `${name[0]!.toUpperCase()}${name.slice(1)}${" ".repeat(width - displayWidth(name))}  ${value}`,
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
