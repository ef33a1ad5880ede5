import * as z from "zod/mini";
import type { Transcript, TranscriptLine, TranscriptWord } from "./transcript.ts";

/** Maximum number of characters between two words of a line, such as a word without timing. */
const MAX_BETWEEN = 200;

const seconds = z.number().check(z.minimum(0));
const schema = z.object({
  engine: z.enum(["align", "studio", "browser", "hosted"]),
  model: z.optional(z.string()),
  language: z.string(),
  duration: seconds,
  doubtful: z.optional(z.boolean()),
  segments: z.array(
    z.object({
      start: seconds,
      end: seconds,
      text: z.string(),
      speaker: z.optional(z.string()),
      chapter: z.optional(z.string()),
      words: z.array(
        z.object({
          word: z.string(),
          start: seconds,
          end: seconds,
          confidence: z.optional(z.number()),
        }),
      ),
    }),
  ),
});

/** Parses the output of `writeJson`; null for anything else. */
export function readTranscript(source: string): Transcript | null {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return null;
  }
  const { data } = schema.safeParse(value);
  if (!data) return null;
  const speakers = new Map<string, number>();
  const lines = data.segments.map(({ text, speaker, chapter, ...own }): TranscriptLine => {
    if (speaker !== undefined && !speakers.has(speaker)) speakers.set(speaker, speakers.size);
    let at = 0;
    const words = own.words.flatMap(({ word, start, end, confidence }): TranscriptWord[] => {
      const found = text.slice(at, at + word.length + MAX_BETWEEN).indexOf(word);
      if (found < 0) return [];
      const index = at + found;
      at = index + word.length;
      const sure = confidence === undefined ? {} : { confidence };
      return [{ start: index, end: at, from: start, to: end, ...sure }];
    });
    return {
      text,
      from: own.start,
      to: own.end,
      words,
      speaker: speaker === undefined ? null : speakers.get(speaker)!,
      ...(chapter !== undefined && { chapter }),
    };
  });
  const { engine, model = "", language, duration, doubtful = false } = data;
  const doubt = doubtful ? { doubtful } : {};
  return {
    engine,
    model,
    language,
    seconds: duration,
    ...doubt,
    speakers: [...speakers.keys()],
    lines,
    pauses: [],
  };
}
