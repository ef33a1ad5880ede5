import { splitWords } from "../../speech/split-words.ts";
import { isAbbreviation } from "./abbreviations.ts";

/** A sentence of a text: characters (UTF-16) from the first to before the second. */
export interface SentencePlace {
  readonly start: number;
  readonly end: number;
  /** Which paragraph of the text it is in, from 0. */
  readonly paragraph: number;
  readonly endsParagraph: boolean;
}

/** Characters from which a sentence is divided at a mark or a space. */
const LONGEST = 320;
/** Characters behind a period that decide whether it ends a sentence. */
const CONTEXT = 16;
const CLOSED = /[.!?…:;。！？؟।"”»'’)\]]\s*$/u;

/** Line ends inside a paragraph of a text whose lines were broken to a width become spaces. */
function joinLines(text: string): string {
  const lines = text.replace(/\r(?=\n)/g, " ").split("\n");
  const joined = lines.map((line, at) => {
    const after = lines[at + 1];
    if (after === undefined) return line;
    const isBroken = line.trim().length >= 45 && !CLOSED.test(line) && /^\s?\p{Ll}/u.test(after);
    return line + (isBroken ? " " : "\n");
  });
  return joined.join("");
}

function* pieces(text: string, language: string): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (const { segment, index } of new Intl.Segmenter(language, {
    granularity: "sentence",
  }).segment(text)) {
    const end = index + segment.length;
    // Behind an abbreviation nothing ends.
    const tail = text.slice(Math.max(start, end - LONGEST), end);
    const following = text.slice(end, end + CONTEXT);
    if (end < text.length && isAbbreviation(tail, language, following)) continue;
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}

/** Divides what is too long at the last comma, else at the last space. */
function* shorter(text: string, start: number, end: number): Generator<readonly [number, number]> {
  let from = start;
  while (end - from > LONGEST) {
    const part = text.slice(from, from + LONGEST);
    const comma = Math.max(...Array.from("，、；,;:—،", (mark) => part.lastIndexOf(mark)));
    const at = comma > LONGEST / 3 ? comma : part.lastIndexOf(" ");
    const cut = from + (at > 0 ? at + 1 : LONGEST);
    yield [from, cut];
    from = cut;
  }
  yield [from, end];
}

/** The sentences of a text that have something to say, without the spaces around them. */
export function splitSentences(written: string, language: string): SentencePlace[] {
  const text = joinLines(written);
  const found: SentencePlace[] = [];
  let paragraph = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n\u2029]+/g)) {
    const before = found.length;
    for (const [from, to] of pieces(line, language))
      for (const [start, end] of shorter(line, from, to)) {
        const part = line.slice(start, end);
        if (splitWords(part).length === 0) continue;
        const lead = part.length - part.trimStart().length;
        found.push({
          start: index + start + lead,
          end: index + start + part.trimEnd().length,
          paragraph,
          endsParagraph: false,
        });
      }
    if (found.length === before) continue;
    found[found.length - 1] = { ...found.at(-1)!, endsParagraph: true };
    paragraph++;
  }
  return found;
}
