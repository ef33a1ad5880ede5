import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import type { SeparateRequest } from "#audio/tasks/run-separation.ts";
import type { Saving } from "../../contract/file.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import { type MashupParams, type Take, takenParts } from "./songs/params.ts";

/** Extracts the part of a song that the mashup plays, as a result of its own. */
async function runSong(job: JobRun<MashupParams>, at: number, take: Take): Promise<JobOutput> {
  const { params, engine, signal, sink } = job;
  const file = job.files[at]!;
  const { ending, type } = OUTPUT_FORMATS[params.output];
  const suffix = take === "all" ? "song" : take;
  const result = await sink(resultName(file.name, { suffix, ending }), type);
  const onProgress = (done: number | null, stage: string): void =>
    job.onProgress({
      done: (at + (done ?? 0)) / job.files.length,
      stage: `panel-kit:stage.${stage}`,
    });
  const rendered =
    take === "all"
      ? await engine.run(
          { effect: null, file, values: {}, output: params.output },
          { signal, sink: result, onProgress },
        )
      : await engine.separate(taskOf(file, take, params), { signal, sinks: [result], onProgress });
  const { input, output, frames, before, notes } = rendered;
  const after = "isMono" in rendered ? rendered.after[0]! : rendered.after;
  const isMono = "isMono" in rendered && rendered.isMono;
  const model = take === "all" ? undefined : params.model;
  const written = await finishResult(result, {
    findings: { figures: { mono: isMono ? 1 : 0 } },
    input,
    output,
    frames,
    before,
    after,
    notes,
    effect: null,
    values: {},
    ...(model && { model: model.id }),
    ...("runsWith" in rendered && rendered.runsWith && { runsWith: rendered.runsWith }),
  });
  const saving: Saving = {
    stored: params.output,
    source: params.output,
    chosen: params.output,
    film: null,
    outOfStep: false,
    sampleRate: output.sampleRate,
    channels: output.channels,
    seconds: frames[1] / output.sampleRate,
  };
  return { ...written, saving, role: String(at) };
}

/** How a take is separated from its song by the chosen engine. */
function taskOf(
  file: File,
  take: Exclude<Take, "all">,
  { model, output }: MashupParams,
): SeparateRequest<Blob> {
  const { preset, parts } = takenParts(take, model ?? null)!;
  return { file, preset, stems: [{ stem: take, parts }], output, ...(model && { net: model }) };
}

/**
 * Extracts the parts of a mashup from its songs, one after the other, directly into the device's
 * storage.
 */
const run: JobRunner<MashupParams> = async (job) => {
  const outputs: JobOutput[] = [];
  for (const [at, take] of job.params.takes.entries()) outputs.push(await runSong(job, at, take));
  return outputs;
};
export default run;
