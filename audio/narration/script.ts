import { type PersonaId, PERSONA_IDS } from "./personas.ts";
import { readMarks } from "./text/marks.ts";
import { type SentencePlace, splitSentences } from "./text/split-sentences.ts";

/** A sentence of a script: by whom it is spoken, and in which chapter. */
export interface ScriptSentence extends SentencePlace {
  /** As it is written, with its marks. */
  readonly text: string;
  /** Who speaks its paragraph; null: who speaks the script. */
  readonly persona: PersonaId | null;
  /** Place among the chapters. */
  readonly chapter: number;
}

/** A text as it is to be spoken. */
export interface Script {
  readonly sentences: readonly ScriptSentence[];
  /** Names; the first is empty where the text begins without a heading. */
  readonly chapters: readonly string[];
}

/** `[Maren] ` at the beginning of a line. */
const SPEAKER = new RegExp(String.raw`^[ \t]*\[(${PERSONA_IDS.join("|")})\][ \t]*`, "gim");
/** A heading of Markdown, of the first or the second level. */
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
 * Reads a text as a script: `# Heading` begins a chapter, and `[Maren]` at the beginning of a
 * paragraph says who speaks it.
 */
export function readScript(written: string, language: string): Script {
  const headings = findAll(written, HEADING);
  const speakers = findAll(written, SPEAKER);
  // What is not spoken is blanked, so that every character keeps its place.
  const plain = readMarks(written)
    .text.replace(SPEAKER, (all) => " ".repeat(all.length))
    .replace(/^[ \t]*#{1,6}(?=[ \t])/gm, (all) => " ".repeat(all.length));
  const places = splitSentences(plain, language);
  const first = places[0]?.start ?? 0;
  const named = headings.filter(({ end }) => places.length > 0 && first < end);
  const hasOpening = named.length === 0 || first < named[0]!.start;
  const chapters = [...(hasOpening ? [""] : []), ...named.map(({ value }) => value)];
  const offset = hasOpening ? 0 : -1;
  const byParagraph = new Map<number, PersonaId | null>();
  let speakersBefore = 0;
  for (const { start, paragraph } of places) {
    if (byParagraph.has(paragraph)) continue;
    while (speakersBefore < speakers.length && speakers[speakersBefore]!.start <= start)
      speakersBefore++;
    const own = speakers[speakersBefore - 1];
    const isIts = own !== undefined && !written.slice(own.end, start).includes("\n");
    byParagraph.set(paragraph, isIts ? (own.value.toLowerCase() as PersonaId) : null);
  }
  let headingsBefore = 0;
  const sentences = places.map((place) => {
    while (headingsBefore < named.length && named[headingsBefore]!.start <= place.start)
      headingsBefore++;
    return {
      ...place,
      text: written.slice(place.start, place.end),
      persona: byParagraph.get(place.paragraph) ?? null,
      chapter: Math.max(0, headingsBefore + offset),
    };
  });
  return { chapters, sentences };
}
