import { LineCounter, parseDocument } from "yaml";
import { type Problem, problem } from "#core/errors/errors.ts";
import { type Split, parseFrontMatter, UNUSUAL, yamlFaults } from "./front-matter.ts";

export interface Recovered {
  /** The front matter with unreadable lines blanked, so that locations stay those of the file. */
  readonly split: Split;
  readonly data: unknown;
  /** Fields that could not be read. */
  readonly fields: readonly string[];
  /** The problem of each. */
  readonly problems: readonly Problem[];
}

/** A line that starts a field; the field's continuation lines are indented or list items. */
const FIELD = /^([A-Za-z_][\w-]*) *:(?=\s|$)/;

const INDENTED = /^ *\t[ \t]*([A-Za-z_][\w-]*) *:(?=\s|$)/gm;

interface Block {
  readonly field: string | undefined;
  /** Index of its first line. */
  readonly start: number;
  readonly text: string;
}

function blocksOf(lines: readonly string[]): Block[] {
  const starts = lines.flatMap((line, at) => (at === 0 || FIELD.test(line) ? [at] : []));
  return starts.map((start, index) => ({
    field: FIELD.exec(lines[start]!)?.[1],
    start,
    text: lines.slice(start, starts[index + 1]).join("\n"),
  }));
}

/**
 * Parses invalid front matter field by field, so that an error in one field does not hide the
 * others.
 * Undefined if the fields cannot be separated.
 */
export function recoverFrontMatter(split: Split, file: string): Recovered | undefined {
  if (UNUSUAL.test(split.yaml)) return undefined;
  const lines = split.yaml.split("\n");
  const problems: Problem[] = [];
  const fields: string[] = [];
  const seen = new Set<string>();
  for (const block of blocksOf(lines)) {
    const found = faultsOf(block, seen);
    if (block.field !== undefined) seen.add(block.field);
    if (found.length === 0) continue;
    for (const { line, column, detail } of found) {
      const location = { file, line: block.start + line + split.offset, column };
      problems.push(problem("YAML_INVALID", { detail }, location));
    }
    if (block.field !== undefined) fields.push(block.field);
    // A tab before its name made the field a part of the previous field.
    for (const [, name] of block.text.matchAll(INDENTED)) fields.push(name!);
    const { length } = block.text.split("\n");
    lines.fill("", block.start, block.start + length);
  }
  if (problems.length === 0) return undefined;
  const recovered = { ...split, yaml: lines.join("\n") };
  const parsed = parseFrontMatter(recovered, file);
  return Array.isArray(parsed)
    ? undefined
    : { split: recovered, data: parsed.data, fields, problems };
}

function faultsOf({ field, text }: Block, seen: ReadonlySet<string>) {
  if (field !== undefined && seen.has(field))
    return [{ line: 1, column: 1, detail: "Map keys must be unique" }];
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  return yamlFaults(document, counter);
}
