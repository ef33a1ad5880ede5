/** A mark in a text. */
export type Mark =
  | {
      readonly kind: "pause";
      readonly start: number;
      readonly end: number;
      readonly seconds: number;
    }
  | { readonly kind: "emphasis" | "spell"; readonly start: number; readonly end: number }
  | {
      readonly kind: "language";
      readonly start: number;
      readonly end: number;
      readonly language: string;
    };

/** A text whose marks are replaced by spaces, which preserves offsets. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/**
 * `<break time="1.5s"/>`, `<emphasis>`, `<say-as interpret-as="characters">`, `<lang
 * xml:lang="fr">`
 */
const TAG =
  /<(\/?)(break|emphasis|say-as|lang|speak|p|s)\b((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/gi;
/** Maximum pause in seconds. */
const MAX_BREAK = 30;
const DEFAULT_BREAK = 0.6;

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(
    attributes,
  );
  return found ? (found[1] ?? found[2] ?? "") : null;
}

/** Parses a time such as `500ms` or `1.5s` into seconds. */
function secondsOf(time: string | null): number {
  const found = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)\s*$/i.exec(time ?? "");
  if (!found) return DEFAULT_BREAK;
  const seconds = Number(found[1]) / (found[2]!.toLowerCase() === "ms" ? 1000 : 1);
  return Math.min(MAX_BREAK, seconds);
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
  readonly attributes: string;
}

function closed({ name, start, attributes }: OpenTag, end: number): Mark | null {
  if (name === "emphasis") return { kind: "emphasis", start, end };
  if (name === "say-as") return { kind: "spell", start, end };
  if (name !== "lang") return null;
  const language = attribute(attributes, "xml:lang") ?? attribute(attributes, "lang");
  return language ? { kind: "language", start, end, language: language.toLowerCase() } : null;
}

/**
 * Parses the marks of a text, a small subset of SSML. Unknown tags are text; unclosed elements end
 * with the text.
 */
export function readMarks(written: string): MarkedText {
  const marks: Mark[] = [];
  /** Open tags by name, innermost last. */
  const open = new Map<string, OpenTag[]>();
  const text = written.replace(TAG, (...found) => {
    const [tag, closing, tagName, attributes, alone] = found as unknown as string[];
    const at = found.at(-2) as number;
    const name = tagName!.toLowerCase();
    const end = at + tag!.length;
    if (name === "break") {
      const seconds = secondsOf(attribute(attributes!, "time"));
      marks.push({ kind: "pause", start: at, end, seconds });
    } else if (closing) {
      const opened = open.get(name)?.pop();
      const mark = opened ? closed(opened, at) : null;
      if (mark) marks.push(mark);
    } else if (!alone) {
      const tags = open.get(name) ?? [];
      tags.push({ name, start: end, attributes: attributes! });
      open.set(name, tags);
    }
    return " ".repeat(tag!.length);
  });
  for (const one of [...open.values()].flat()) {
    const mark = closed(one, text.length);
    if (mark) marks.push(mark);
  }
  return { text, marks: marks.sort((a, b) => a.start - b.start) };
}

/** The marks in a part of a text, with offsets relative to it. */
export const marksWithin = (marks: readonly Mark[], start: number, end: number): Mark[] =>
  marks
    .filter((mark) => mark.start < end && mark.end > start)
    .map((mark) => ({
      ...mark,
      start: Math.max(0, mark.start - start),
      end: Math.min(end, mark.end) - start,
    }));
