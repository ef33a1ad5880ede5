import { type Engine, studioEngine } from "./engine.ts";
import { recommendedEngine } from "./ladder.ts";
import type { OfferedModel } from "./offered.ts";

/** Task of models that write transcripts. */
export const TRANSCRIPT_TASK = "transcript";

/** Whether a model knows a language. @param language ISO 639 code; null for detection */
export const knowsLanguage = (
  { languages }: Pick<OfferedModel, "languages">,
  language: string | null,
): boolean =>
  language === null
    ? languages.length !== 1
    : languages.length === 0 || languages.includes(language);

/**
 * The studio engines that transcribe a language, with the figures that were measured on speech in
 * it: word errors in English say nothing about German.
 * @param language ISO 639 code; null for detection, which no figure covers
 */
export const transcriptEngines = (
  models: readonly OfferedModel[],
  language: string | null,
): Engine[] =>
  models
    .filter((model) => model.task === TRANSCRIPT_TASK && knowsLanguage(model, language))
    .map((model) => ({
      ...studioEngine(model),
      quality: model.quality.filter((figure) => (figure.language ?? language) === language),
    }));

/**
 * The model to transcribe a language with where nothing was chosen, as the ladder of engines
 * recommends it.
 * @param models those that fit the device
 * @param language ISO 639 code; null: one that detects the language
 */
export const recommendedModel = (
  models: readonly OfferedModel[],
  language: string | null,
): OfferedModel | undefined =>
  recommendedEngine(transcriptEngines(models, language), () => true)?.models[0];
