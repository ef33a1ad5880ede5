import { splitWords } from "../../speech/split-words.ts";
import { isAbbreviation } from "./abbreviations.ts";

/** UTF-16 offsets of a sentence; `end` is exclusive. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
  /** Index of its paragraph. */
  readonly paragraph: number;
  readonly endsParagraph: boolean;
}

/** Length from which a sentence is split at punctuation or a space. */
const MAX_LENGTH = 320;
/** Characters after a period that determine whether it ends a sentence. */
const CONTEXT = 16;
const CLOSED = /[.!?…:;。！？؟।"”»'’)\]]\s*$/u;

/** Replaces line breaks within a paragraph of hard-wrapped text by spaces. */
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

function* sentenceRanges(
  text: string,
  language: string,
): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (const { segment, index } of new Intl.Segmenter(language, {
    granularity: "sentence",
  }).segment(text)) {
    const end = index + segment.length;
    // No sentence ends after an abbreviation.
    const tail = text.slice(Math.max(start, end - MAX_LENGTH), end);
    const following = text.slice(end, end + CONTEXT);
    if (end < text.length && isAbbreviation(tail, language, following)) continue;
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}

/** Splits at the last comma, otherwise at the last space. */
function* splitLong(
  text: string,
  start: number,
  end: number,
): Generator<readonly [number, number]> {
  let from = start;
  while (end - from > MAX_LENGTH) {
    const part = text.slice(from, from + MAX_LENGTH);
    const comma = Math.max(...Array.from("，、；,;:—،", (mark) => part.lastIndexOf(mark)));
    const at = comma > MAX_LENGTH / 3 ? comma : part.lastIndexOf(" ");
    const cut = from + (at > 0 ? at + 1 : MAX_LENGTH);
    yield [from, cut];
    from = cut;
  }
  yield [from, end];
}

/** The non-empty sentences of a text, trimmed. */
export function splitSentences(written: string, language: string): SentenceRange[] {
  const text = joinLines(written);
  const found: SentenceRange[] = [];
  let paragraph = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n\u2029]+/g)) {
    const before = found.length;
    for (const [from, to] of sentenceRanges(line, language))
      for (const [start, end] of splitLong(line, from, to)) {
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
