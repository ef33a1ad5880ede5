import { LineCounter, parseDocument } from "yaml";

/** Lines with their line breaks. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Location of a front matter field. */
export interface FieldLocation {
  readonly key: string;
  /** Line of the YAML, 0-based. */
  readonly first: number;
  readonly last: number;
}

interface Ranged {
  readonly range: readonly [start: number, valueEnd: number, nodeEnd: number];
}

/** The fields of a file's YAML, in order. */
export function fieldLocations(yaml: string): FieldLocation[] {
  const lines = new LineCounter();
  const { contents } = parseDocument(yaml, { lineCounter: lines, uniqueKeys: false });
  const items = (contents as { items?: unknown } | null)?.items;
  return (Array.isArray(items) ? items : []).map(
    ({ key, value }: { key: Ranged & { value: unknown }; value: Ranged | null }) => {
      const from = key.range[0];
      const to = Math.max(
        from,
        from + yaml.slice(from, (value ?? key).range[1]).trimEnd().length - 1,
      );
      return {
        key: String(key.value),
        first: lines.linePos(from).line - 1,
        last: lines.linePos(to).line - 1,
      };
    },
  );
}
