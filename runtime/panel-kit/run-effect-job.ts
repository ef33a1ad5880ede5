import {
  type OutputFormat,
  isVideoFormat,
  OUTPUT_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import { loadEffect } from "../audio/effects.ts";
import { factsOf } from "../audio/file-facts.ts";
import { type UnchangedReason, ceilingOf, loudnessOf } from "#audio/pipeline/step.ts";
import { finishResult } from "../audio/finish-result.ts";
import { sharedEngine } from "../audio/shared-engine.ts";
import type { RunResult } from "../audio/worker/effect/run-request.ts";
import type { Saving } from "../contract/file.ts";
import type { JobStage } from "../contract/job-engine.ts";
import type { DeviceRun, JobOutput } from "../contract/job-runner.ts";
import { sourceFormat, storedFormat, resolveFormat } from "./save/saved-format.ts";
import { type EffectParams, resultName } from "./settings/effect-params.ts";

type Run = DeviceRun<EffectParams>;

export interface EffectJob {
  readonly effect: string;
  /** Suffix of the result's name; the preset if it is missing. */
  readonly suffix?: string;
  /** Message key of a stage; those of the kit if it is missing. */
  readonly stageOf?: (stage: JobStage) => string;
}

/** Effects with their own advice for results without findings. */
const EFFECTS_WITH_ADVICE: readonly string[] = ["breath", "clicks", "echo", "silence"];

/**
 * Message key of the reason why a result equals its input, with advice. @param effect id of the
 * effect
 */
export const unchangedMessageKey = (reason: UnchangedReason, effect: string): string => {
  if (reason === "neutral") return "panel-kit:nothing.neutral";
  return `panel-kit:nothing.${EFFECTS_WITH_ADVICE.includes(effect) ? effect : "any"}`;
};

/** Runs an effect on one file, in a worker and directly into the device's storage. */
export async function runEffectJob(run: Run, job: EffectJob): Promise<readonly JobOutput[]> {
  const { params, engine, signal, onProgress, sink } = run;
  const { values, model, part, lowerBy } = params;
  const { effect, suffix = run.preset, stageOf = (stage) => `panel-kit:stage.${stage}` } = job;
  const file = run.files[0]!;
  const [plan, loaded] = await Promise.all([planSaving(run, effect), loadEffect(effect)]);
  const { ending, type } = OUTPUT_FORMATS[plan.stored];
  const result = await sink(
    resultName(file.name, {
      suffix: part ? `${suffix}-${Math.round(part[1] / 60)}min` : suffix,
      ending,
    }),
    type,
  );
  const report = await engine.run(
    {
      effect,
      file,
      values,
      output: plan.stored,
      ...(model && { net: model }),
      ...(part && { part }),
      ...(lowerBy !== undefined && { lowerBy }),
    },
    {
      signal,
      sink: result,
      onProgress: (done, stage) =>
        onProgress({
          done,
          stage: stageOf(stage),
          uncertain: stage === "listening" && (loaded.cost?.varies ?? false),
        }),
    },
  );
  const record = { ...report, effect, values, ...(model && { model: model.id }) };
  const saving = savingOf(plan, report, loudnessOf(loaded, values as never));
  const written = { ...(await finishResult(result, record)), saving };
  const why = report.unchanged;
  return [why === null ? written : { ...written, unchanged: unchangedMessageKey(why, effect) }];
}

type Plan = Omit<Saving, "loudness" | "sampleRate" | "channels" | "seconds">;

/** The stored format of a result, and the formats it can be saved in. */
async function planSaving({ params, files, fileIds }: Run, effect: string): Promise<Plan> {
  const [facts, loaded] = await Promise.all([
    factsOf(sharedEngine(), files[0]!),
    loadEffect(effect),
  ]);
  const { length } = loaded;
  const ceiling = ceilingOf(loaded, params.values as never) ?? (params.lowerBy ? 0 : null);
  const isInStep = length === "same" && params.part === undefined;
  const source = sourceFormat(facts, isInStep);
  const stored: OutputFormat = storedFormat(resolveFormat(params.output, source));
  return {
    stored,
    source,
    chosen: params.output,
    film: isVideoFormat(source) ? fileIds[0]! : null,
    outOfStep: facts.film !== null && !isInStep,
    ...(ceiling !== null && { ceiling }),
  };
}

/** @param target LUFS; null if there was none */
const savingOf = (
  plan: Plan,
  { output, frames, after }: RunResult,
  target: number | null,
): Saving => ({
  ...plan,
  // A target that the limiter kept it from is not reached in other formats either.
  ...(target !== null && Number.isFinite(after.lufs) && { loudness: Math.min(target, after.lufs) }),
  sampleRate: output.sampleRate,
  channels: output.channels,
  seconds: frames[1] / output.sampleRate,
});
