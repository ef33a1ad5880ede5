import trim from "#audio/effects/trim.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { finishResult } from "../../audio/finish-result.ts";
import type { RunRecord } from "../../audio/records.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { defaultsOf } from "./parts/defaults.ts";
import type { JobOutput, JobRun, JobRunner } from "../../workspace/contract/job-runner.ts";
import type { ExportFile, ExportParams } from "./edit/project/edit-export.ts";
import { shelf } from "../../panel-kit/draft/edit-shelf.ts";
import { writingOf } from "./parts/keep-format.ts";
import type { TrimParams, VolumeParams } from "./parts/params.ts";
import { runEffectJob } from "../../panel-kit/run-effect-job.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";

/** Writes each stretch to a file of its own. */
async function runTrim(job: JobRun<TrimParams>): Promise<readonly JobOutput[]> {
  const { params, signal, sink } = job;
  const { regions, fadeIn, fadeOut, curve, output, lowerBy = 0 } = params;
  const file = job.files[0]!;
  const engine = sharedEngine();
  const hasFades = fadeIn > 0 || fadeOut > 0;
  const writing = writingOf(output, (await factsOf(engine, file)).codec, hasFades);
  const written: JobOutput[] = [];
  for (const [at, { start, end }] of regions.entries()) {
    const name = resultName(file.name, {
      suffix: "trim",
      ending: writing.ending,
      ...(regions.length > 1 && { number: at + 1 }),
    });
    const result = await sink(name, writing.type);
    const options = {
      signal,
      sink: result,
      onProgress: (done: number | null) =>
        job.onProgress({
          done: (at + (done ?? 0)) / regions.length,
          stage: "panel-kit:stage.writing",
        }),
    };
    const part = [start, end] as const;
    let record: RunRecord | null = null;
    if (writing.kind === "copy") await engine.copy({ file, part }, options);
    else {
      // Fades on a short stretch do not overlap.
      const most = (end - start) / 2;
      const values = {
        ...defaultsOf(trim.parameters),
        fadeIn: Math.min(fadeIn, most),
        fadeOut: Math.min(fadeOut, most),
        curve,
      };
      const effect = hasFades ? "trim" : null;
      const told = await engine.run(
        { effect, file, values, output: writing.output, part, lowerBy },
        options,
      );
      record = { ...told, effect, values };
    }
    written.push(await finishResult(result, record));
  }
  return written;
}

const runVolume = (job: JobRun<VolumeParams>): Promise<readonly JobOutput[]> =>
  runEffectJob(job, {
    effect: "volume",
    stageOf: (stage) =>
      stage === "listening" ? "panel-editor:stage.listening" : "panel-kit:stage.writing",
  });

/** Writes what an edit sounds like to one file or several. */
async function runExport(job: JobRun<ExportParams>): Promise<readonly JobOutput[]> {
  const { params, signal, sink } = job;
  const { exports, output, tray, made, lowerBy = 0 } = params;
  const sources: Record<string, Blob> = {};
  for (const [at, id] of tray.entries()) sources[id] = job.files[at]!;
  for (const id of made) {
    const sound = await shelf.openSound(id);
    if (!sound) throw new FaultError("file.missing");
    sources[id] = sound;
  }
  const files = JSON.parse(exports) as readonly ExportFile[];
  const written: JobOutput[] = [];
  for (const [at, { name, edit, range }] of files.entries()) {
    const result = await sink(name, OUTPUT_FORMATS[output].type);
    const file = { edit, sources, range };
    const told = await sharedEngine().run(
      { effect: null, file, values: {}, output, lowerBy },
      {
        signal,
        sink: result,
        onProgress: (done) =>
          job.onProgress({
            done: (at + (done ?? 0)) / files.length,
            stage: "panel-kit:stage.writing",
          }),
      },
    );
    written.push(await finishResult(result, { ...told, effect: null, values: {} }));
  }
  return written;
}

/** Cuts a file into stretches, changes its volume, or writes an edit, in a worker, straight to the device's storage. */
const run: JobRunner<TrimParams | VolumeParams | ExportParams> = (job) => {
  if (job.preset === "edit") return runExport(job as JobRun<ExportParams>);
  return job.preset === "trim"
    ? runTrim(job as JobRun<TrimParams>)
    : runVolume(job as JobRun<VolumeParams>);
};
export default run;
