import type { OfferedModel } from "./offered.ts";

/** Task of models that write transcripts. */
export const TRANSCRIPT_TASK = "transcript";

/** Largest download of a model that is recommended, in bytes. */
const MAX_RECOMMENDED = 100e6;

/**
 * The model to transcribe a language with where nothing was chosen: the smallest that knows this language
 * alone, else the largest of the others whose download is still short.
 * @param models those that fit the device
 * @param language ISO 639 code; null: one that detects the language
 */
export function recommendedModel(
  models: readonly OfferedModel[],
  language: string | null,
): OfferedModel | undefined {
  const able = models
    .filter(({ task, languages }) => task === TRANSCRIPT_TASK && knows(languages, language))
    .filter(({ bytes }) => bytes <= MAX_RECOMMENDED)
    .toSorted((a, b) => a.bytes - b.bytes);
  return able.find(({ languages }) => languages.length === 1) ?? able.at(-1);
}

const knows = (languages: readonly string[], language: string | null): boolean =>
  language === null ? languages.length > 1 : languages.includes(language);
