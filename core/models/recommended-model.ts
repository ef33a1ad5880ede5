import { studioEngine } from "./engine.ts";
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
 * The model to transcribe a language with where nothing was chosen, as the ladder of engines
 * recommends it.
 * @param models those that fit the device
 * @param language ISO 639 code; null: one that detects the language
 */
export const recommendedModel = (
  models: readonly OfferedModel[],
  language: string | null,
): OfferedModel | undefined =>
  recommendedEngine(
    models
      .filter((model) => model.task === TRANSCRIPT_TASK && knowsLanguage(model, language))
      .map((model) => studioEngine(model)),
    () => true,
  )?.models[0];
