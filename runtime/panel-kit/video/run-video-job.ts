import { fileFactsOf } from "#audio/media/writers/output-formats.ts";
import { MAX_FLASHES } from "#audio/visual/flash-meter.ts";
import { findVideoCodec } from "../../audio/find-video-codec.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { RenderedVideo, Visuals } from "../../audio/worker/rendered-video.ts";
import { FaultError } from "../../contract/fault.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import { resultName } from "../settings/effect-params.ts";
import { type Clip, type VideoParams, GIF, isStill, picturesOf } from "./video-settings.ts";
import { openStoredMedia } from "../media-store/media-store.ts";
import { readCaptions } from "./read-captions.ts";

const STILLS = {
  gif: { ending: "gif", type: "image/gif" },
  png: { ending: "zip", type: "application/zip" },
} as const;

/** Part of the progress that is the analysis of the sound, as measured by `bench/progress`. */
const ANALYSIS_PART = 0.03;

/** Opens the stored media and captions of a video that still exist. */
async function openParts({ film }: VideoParams) {
  const [media, captions] = await Promise.all([
    openStoredMedia(film.media),
    openStoredMedia(film.captions),
  ]);
  const isRemoved =
    (film.look.background === "media" || film.look.template !== "") &&
    film.media !== null &&
    media === null;
  if (isRemoved || (film.captions !== null && captions === null))
    throw new FaultError("panel-kit:film.mediaMissing");
  return { media, captions: (captions && (await readCaptions(captions)))?.lines ?? [] };
}

/** Draws a video to a sound, or one to each of its clips, directly to the device's storage. */
export const runVideoJob: JobRunner<VideoParams> = async (job) => {
  const { params, signal, onProgress } = job;
  const { film, clips } = params;
  const file = job.files[0]!;
  const engine = sharedEngine();
  const pictures = picturesOf(film);
  const writing = isStill(film.output)
    ? { output: "mp4" as const, codec: null }
    : await findVideoCodec(pictures, film.output);
  if (!writing) throw new FaultError("panel-kit:film.cannotWrite");
  const parts = await openParts(params);
  const trace = await engine.trace(file, {
    signal,
    onProgress: (done) =>
      onProgress({ done: (done ?? 0) * ANALYSIS_PART, stage: "panel-kit:stage.listening" }),
  });
  const whole = [[0, trace.seconds] as const];
  const all = (clips.length > 0 ? clips : whole).map(([start, end]): Clip =>
    film.output === "gif" ? [start, Math.min(end, start + GIF.seconds)] : [start, end],
  );
  const outputs: JobOutput[] = [];
  for (const [at, range] of all.entries()) {
    const drawn = {
      ...pictures,
      codec: writing.codec,
      ...(isStill(film.output) && { as: film.output }),
      shown: { kind: "visuals", look: film.look, trace, range, ...parts } as const,
    };
    const number = clips.length > 1 ? at + 1 : undefined;
    const report = (done: number): void =>
      onProgress({
        done: ANALYSIS_PART + ((1 - ANALYSIS_PART) * (at + done)) / all.length,
        stage: "panel-kit:film.drawing",
      });
    const given = { file, output: writing.output, number, isPart: range[1] < trace.seconds };
    outputs.push(await writeSafely(job, { ...given, drawn }, report));
  }
  return outputs;
};

interface VideoToWrite {
  readonly drawn: RenderedVideo & { readonly shown: Visuals };
  readonly file: File;
  readonly output: "mp4" | "webm";
  readonly number: number | undefined;
  /** Whether it ends before the sound does. */
  readonly isPart: boolean;
}

/**
 * Writes a video and checks it for flashing. If it flashes more often than is safe, it is written
 * again with less motion, and with less contrast where it still flashes.
 */
async function writeSafely(
  job: JobRun<VideoParams>,
  video: VideoToWrite,
  onProgress: (done: number) => void,
): Promise<JobOutput> {
  const [output, flashes] = await writeVideo(job, video, onProgress);
  const { shown } = video.drawn;
  if (flashes <= MAX_FLASHES || shown.look.calm) return output;
  const calm = { ...shown, look: { ...shown.look, calm: true } };
  const drawn = { ...video.drawn, shown: calm };
  return (await writeVideo(job, { ...video, drawn }, onProgress))[0];
}

async function writeVideo(
  { signal, sink, params }: JobRun<VideoParams>,
  { drawn, file, output, number, isPart }: VideoToWrite,
  onProgress: (done: number) => void,
): Promise<readonly [output: JobOutput, flashes: number]> {
  const { ending, type } = drawn.as ? STILLS[drawn.as] : fileFactsOf(output);
  const suffix = params.film.look.shape.replace(":", "x");
  const name = resultName(file.name, { suffix, ending, ...(number !== undefined && { number }) });
  const result = await sink(name, type);
  const [start, end] = drawn.shown.range;
  const rendered = await sharedEngine().run(
    {
      effect: null,
      file,
      values: {},
      output,
      drawn,
      ...((isPart || params.clips.length > 0) && { part: [start, end] }),
    },
    { signal, sink: result, onProgress: (done) => onProgress(done ?? 0) },
  );
  const written = await finishResult(result, { ...rendered, effect: null, values: {} });
  return [written, rendered.flashes ?? 0];
}
