import type { UnchangedReason } from "../../audio/pipeline/step.ts";
import { codecOf } from "../audio/codec-of.ts";
import { finishResult } from "../audio/finish-result.ts";
import { sharedEngine } from "../audio/shared-engine.ts";
import { formatOfCodec } from "../audio/wanted-format.ts";
import { OUTPUT_FORMATS } from "../../audio/media/writers/output-formats.ts";
import type { JobOutput, JobRun } from "../workspace/contract/job-runner.ts";
import type { EffectParams } from "./settings/effect-params.ts";
import { resultName } from "./settings/effect-params.ts";

type Run = JobRun<EffectParams>;

export interface EffectJob {
  readonly effect: string;
  /** What the result's name ends in; the preset where it is missing. */
  readonly suffix?: string;
  /** Message key of what is done; those of the kit where it is missing. */
  readonly stageOf?: (stage: "loading" | "listening" | "working" | "writing") => string;
}

/** Effects that have words of their own for what to try where they find nothing. */
const TELLING: readonly string[] = ["breath", "clicks", "echo", "silence"];

/** Message key of why a result is its input, and what to try. @param effect its id */
export const unchangedKey = (reason: UnchangedReason, effect: string): string => {
  if (reason === "neutral") return "panel-kit:nothing.neutral";
  return `panel-kit:nothing.${TELLING.includes(effect) ? effect : "any"}`;
};

/** Takes one file through an effect, in a worker, straight to the device's storage. */
export async function runEffectJob(run: Run, job: EffectJob): Promise<readonly JobOutput[]> {
  const { params, signal, onProgress, sink } = run;
  const { values, model, part } = params;
  const { effect, suffix = run.preset, stageOf = (stage) => `panel-kit:stage.${stage}` } = job;
  const file = run.files[0]!;
  const engine = sharedEngine();
  const output =
    params.output === "keep" ? formatOfCodec(await codecOf(engine, file)) : params.output;
  const { ending, type } = OUTPUT_FORMATS[output];
  const result = await sink(
    resultName(file.name, {
      suffix: part ? `${suffix}-${Math.round(part[1] / 60)}min` : suffix,
      ending,
    }),
    type,
  );
  const told = await engine.run(
    { effect, file, values, output, ...(model && { net: model }), ...(part && { part }) },
    {
      signal,
      sink: result,
      onProgress: (done, stage) => onProgress({ done, stage: stageOf(stage) }),
    },
  );
  const record = { ...told, effect, values, ...(model && { model: model.id }) };
  const written = await finishResult(result, record);
  const why = told.unchanged;
  return [why === null ? written : { ...written, unchanged: unchangedKey(why, effect) }];
}
