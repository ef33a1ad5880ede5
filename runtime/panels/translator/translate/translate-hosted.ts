import { oneRow } from "#core/dubbing/segment.ts";
import { HOSTED_LIMITS, hostedSeconds } from "#core/hosted/limits.ts";
import { resultName } from "#runtime/panel-kit/settings/effect-params.ts";
import type { JobOutput, JobRun } from "#runtime/contract/job-runner.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

/** Preset of translation jobs; dubbing jobs have that of the tool. */
export const TRANSLATING = "translate";

/** Parameters of a translation job. */
export interface TranslateParams extends JsonObject {
  readonly task: "translate";
  /** Locale codes. */
  readonly from: string;
  readonly to: string;
  readonly texts: readonly string[];
}

/** A text and its translation. */
export interface TranslatedText {
  readonly source: string;
  readonly target: string;
}

/** Texts that are sent together. */
function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const isFull =
      batch.length === HOSTED_LIMITS.texts || characters + text.length > HOSTED_LIMITS.characters;
    if (batch.length > 0 && isFull) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Seconds of hosted work that a translation takes; one more than estimated, because the server
 * rounds each request up.
 */
export function translationSeconds(texts: readonly string[]): number {
  let seconds = 1;
  for (const batch of batchesOf(texts)) seconds += hostedSeconds(batch.join("").length);
  return seconds;
}

/** Translates the lines of a recording with the operator's model. */
export async function translateHosted({
  files,
  params: { from, to, texts },
  hosted,
  usageId,
  signal,
  onProgress,
}: JobRun<TranslateParams>): Promise<readonly JobOutput[]> {
  const made: TranslatedText[] = [];
  for (const batch of batchesOf(texts)) {
    onProgress({ done: made.length / texts.length, stage: "panel-translator:stage.translating" });
    const wish = { from, to, texts: batch };
    const targets = await hosted.translate(wish, { usageId: usageId ?? "", signal });
    for (const [at, source] of batch.entries()) made.push({ source, target: oneRow(targets[at]!) });
  }
  const blob = new Blob([JSON.stringify(made)], { type: "application/json" });
  const name = resultName(files[0]!.name, { suffix: to, ending: "json" });
  return [{ kind: "blob", name, blob, role: "translation" }];
}
