import { type PersonaId, PERSONA_IDS } from "./personas.ts";
import { readMarks } from "./text/marks.ts";
import { type SentenceRange, splitSentences } from "./text/split-sentences.ts";

/** A sentence of a script with its speaker and chapter. */
export interface ScriptSentence extends SentenceRange {
  /** As written, including marks. */
  readonly text: string;
  /** Speaker of the paragraph; null for the default speaker. */
  readonly persona: PersonaId | null;
  /** Chapter index. */
  readonly chapter: number;
}

/** A parsed script. */
export interface Script {
  readonly sentences: readonly ScriptSentence[];
  /** Chapter names; the first is empty if the text begins without a heading. */
  readonly chapters: readonly string[];
}

/** `[Maren] ` at the beginning of a line. */
const SPEAKER = new RegExp(String.raw`^[ \t]*\[(${PERSONA_IDS.join("|")})\][ \t]*`, "gim");
/** A Markdown heading of level 1 or 2. */
const HEADING = /^[ \t]*#{1,2}[ \t]+(.+)$/gm;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}
const findAll = (text: string, pattern: RegExp): Found[] =>
  [...text.matchAll(pattern)].map(({ 0: all, 1: value, index }) => ({
    start: index,
    end: index + all.length,
    value: value!.trim(),
  }));

/**
 * Parses a script: `# Heading` begins a chapter, and `[Maren]` at the beginning of a paragraph
 * selects the speaker.
 */
export function readScript(written: string, language: string): Script {
  const headings = findAll(written, HEADING);
  const speakers = findAll(written, SPEAKER);
  // Text that is not spoken is replaced by spaces, which preserves offsets.
  const plain = readMarks(written)
    .text.replace(SPEAKER, (all) => " ".repeat(all.length))
    .replace(/^[ \t]*#{1,6}(?=[ \t])/gm, (all) => " ".repeat(all.length));
  const ranges = splitSentences(plain, language);
  const first = ranges[0]?.start ?? 0;
  const named = headings.filter(({ end }) => ranges.length > 0 && first < end);
  const hasOpening = named.length === 0 || first < named[0]!.start;
  const chapters = [...(hasOpening ? [""] : []), ...named.map(({ value }) => value)];
  const offset = hasOpening ? 0 : -1;
  const byParagraph = new Map<number, PersonaId | null>();
  let speakersBefore = 0;
  for (const { start, paragraph } of ranges) {
    if (byParagraph.has(paragraph)) continue;
    while (speakersBefore < speakers.length && speakers[speakersBefore]!.start <= start)
      speakersBefore++;
    const own = speakers[speakersBefore - 1];
    const isIts = own !== undefined && !written.slice(own.end, start).includes("\n");
    byParagraph.set(paragraph, isIts ? (own.value.toLowerCase() as PersonaId) : null);
  }
  let headingsBefore = 0;
  const sentences = ranges.map((range) => {
    while (headingsBefore < named.length && named[headingsBefore]!.start <= range.start)
      headingsBefore++;
    return {
      ...range,
      text: written.slice(range.start, range.end),
      persona: byParagraph.get(range.paragraph) ?? null,
      chapter: Math.max(0, headingsBefore + offset),
    };
  });
  return { chapters, sentences };
}
