import trim from "#audio/effects/trim.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { finishResult } from "../../audio/finish-result.ts";
import type { RunRecord } from "../../audio/records.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { FaultError } from "../../contract/fault.ts";
import { defaultsOf } from "./parts/defaults.ts";
import type { DeviceJob, DeviceRun, JobOutput } from "../../contract/job-runner.ts";
import type { ExportFile, ExportParams } from "./edit/project/edit-export.ts";
import { draftStore } from "../../panel-kit/draft/draft-store.ts";
import { writeModeFor } from "./parts/write-mode.ts";
import type { TrimParams, VolumeParams } from "./parts/params.ts";
import { runEffectJob } from "../../panel-kit/run-effect-job.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";

/** Writes each region to a file of its own. */
async function runTrim(job: DeviceRun<TrimParams>): Promise<readonly JobOutput[]> {
  const { params, signal, sink } = job;
  const { regions, fadeIn, fadeOut, curve, output, lowerBy = 0 } = params;
  const file = job.files[0]!;
  const engine = sharedEngine();
  const hasFades = fadeIn > 0 || fadeOut > 0;
  const writing = writeModeFor(output, (await factsOf(engine, file)).codec, hasFades);
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
      // The two fades of a short region do not overlap.
      const maxFade = (end - start) / 2;
      const values = {
        ...defaultsOf(trim.parameters),
        fadeIn: Math.min(fadeIn, maxFade),
        fadeOut: Math.min(fadeOut, maxFade),
        curve,
      };
      const effect = hasFades ? "trim" : null;
      const report = await job.engine.run(
        { effect, file, values, output: writing.output, part, lowerBy },
        options,
      );
      record = { ...report, effect, values };
    }
    written.push(await finishResult(result, record));
  }
  return written;
}

const runVolume = (job: DeviceRun<VolumeParams>): Promise<readonly JobOutput[]> =>
  runEffectJob(job, {
    effect: "volume",
    stageOf: (stage) =>
      stage === "listening" ? "panel-editor:stage.listening" : "panel-kit:stage.writing",
  });

/** Renders an edit to one file or several. */
async function runExport(job: DeviceRun<ExportParams>): Promise<readonly JobOutput[]> {
  const { params, signal, sink } = job;
  const { exports, output, tray, made, lowerBy = 0 } = params;
  const sources: Record<string, Blob> = {};
  for (const [at, id] of tray.entries()) sources[id] = job.files[at]!;
  for (const id of made) {
    const sound = await draftStore.openSound(id);
    if (!sound) throw new FaultError("file.missing");
    sources[id] = sound;
  }
  const files = JSON.parse(exports) as readonly ExportFile[];
  const written: JobOutput[] = [];
  for (const [at, { name, edit, range }] of files.entries()) {
    const result = await sink(name, OUTPUT_FORMATS[output].type);
    const file = { edit, sources, range };
    const report = await job.engine.run(
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
    written.push(await finishResult(result, { ...report, effect: null, values: {} }));
  }
  return written;
}

/**
 * Trims a file, changes its volume, or renders an edit, in a worker and directly into the device's
 * storage.
 */
const run: DeviceJob<TrimParams | VolumeParams | ExportParams> = (job) => {
  if (job.preset === "edit") return runExport(job as DeviceRun<ExportParams>);
  return job.preset === "trim"
    ? runTrim(job as DeviceRun<TrimParams>)
    : runVolume(job as DeviceRun<VolumeParams>);
};
export default run;
