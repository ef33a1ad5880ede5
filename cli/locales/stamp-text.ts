import { LineCounter, parseDocument } from "yaml";
import { type Section, SECTIONS } from "#core/page/content.ts";
import { splitFrontMatter } from "../build/load/front-matter.ts";

/**
 * Writes the `source` block of a translation, and leaves every other byte unchanged.
 * @param text the whole file; its front matter must be valid
 */
export function stampText(
  text: string,
  file: string,
  hashes: Partial<Readonly<Record<Section, string>>>,
): string {
  const split = splitFrontMatter(text, file);
  if ("code" in split) throw new Error(`${file} has no front matter`);
  const newline = /\r?\n|\r/.exec(text)?.[0] ?? "\n";
  const block = [
    "source:",
    ...SECTIONS.filter((section) => hashes[section] !== undefined).map(
      (section) => `  ${section}: ${JSON.stringify(hashes[section])}`,
    ),
  ].map((line) => line + newline);
  // Line numbers are the same in the file and in the split, whose line endings may differ.
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const lineOf = sourceLines(split.yaml);
  const start = split.offset + (lineOf ? lineOf.first : countLines(split.yaml));
  const end = lineOf ? split.offset + lineOf.last + 1 : start;
  return [...lines.slice(0, start), ...block, ...lines.slice(end)].join("");
}

const countLines = (yaml: string): number => yaml.split("\n").length - 1;

/** Lines of the `source` block, 0-based; undefined if there is none. */
function sourceLines(yaml: string): { first: number; last: number } | undefined {
  const lines = new LineCounter();
  const { contents } = parseDocument(yaml, { lineCounter: lines, uniqueKeys: false });
  const items = (contents as { items?: unknown } | null)?.items;
  const pair = (Array.isArray(items) ? items : []).find(
    (item: { key?: { value?: unknown } }) => item.key?.value === "source",
  ) as { key: Ranged; value: Ranged | null } | undefined;
  if (!pair) return undefined;
  const [from] = pair.key.range;
  const [valueFrom, valueTo] = pair.value?.range ?? pair.key.range;
  // A block's range may include trailing line endings.
  const to = from + yaml.slice(from, Math.max(valueTo, valueFrom)).trimEnd().length - 1;
  return { first: lines.linePos(from).line - 1, last: lines.linePos(to).line - 1 };
}

interface Ranged {
  readonly range: readonly [start: number, valueEnd: number, nodeEnd: number];
}
