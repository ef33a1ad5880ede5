import { fileFactsOf } from "../../../audio/media/writers/output-formats.ts";
import { readLyrics } from "../../../core/lyrics/read-lyrics.ts";
import { bitrateOf, findFilmCodec } from "../../audio/find-film-codec.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { pixelsOf } from "../../audio/worker/pictures/look.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import type { JobOutput, JobRun, JobRunner } from "../../workspace/contract/job-runner.ts";
import { resultName } from "../settings/effect-params.ts";
import type { FilmParams } from "./film-settings.ts";
import { openKept, textOf } from "./kept-media.ts";

/** Share of the work that is to hear the sound. */
const HEARING = 0.08;

/** What a film is made with, as far as it is still there. */
async function openParts({ film }: FilmParams) {
  const [media, captions] = await Promise.all([openKept(film.media), openKept(film.captions)]);
  const isGone = film.look.background === "media" && film.media !== null && media === null;
  if (isGone || (film.captions !== null && captions === null))
    throw new FaultError("panel-kit:film.mediaMissing");
  const text = captions && (await textOf(captions));
  return { media, captions: text === null ? [] : readLyrics(text).lines };
}

/** Draws a film to a sound, or one to each of its clips, straight to the device's storage. */
export const runFilmJob: JobRunner<FilmParams> = async (job) => {
  const { params, signal, onProgress } = job;
  const { film, clips } = params;
  const file = job.files[0]!;
  const engine = sharedEngine();
  const size = pixelsOf(film.look.shape, film.lines);
  const pictures = { size, rate: film.rate, bitrate: bitrateOf(size, film.rate) };
  const writing = await findFilmCodec(pictures, film.output);
  if (!writing) throw new FaultError("panel-kit:film.cannotWrite");
  const parts = await openParts(params);
  const trace = await engine.trace(file, {
    signal,
    onProgress: (done) =>
      onProgress({ done: (done ?? 0) * HEARING, stage: "panel-kit:stage.listening" }),
  });
  const all = clips.length > 0 ? clips : [[0, trace.seconds] as const];
  const outputs: JobOutput[] = [];
  for (const [at, range] of all.entries()) {
    const drawn = {
      ...pictures,
      codec: writing.codec,
      shown: { kind: "visuals", look: film.look, trace, range, ...parts } as const,
    };
    const number = clips.length > 1 ? at + 1 : undefined;
    outputs.push(
      await writeFilm(job, { drawn, file, output: writing.output, number }, (done) =>
        onProgress({
          done: HEARING + ((1 - HEARING) * (at + done)) / all.length,
          stage: "panel-kit:film.drawing",
        }),
      ),
    );
  }
  return outputs;
};

type Drawn = NonNullable<Parameters<ReturnType<typeof sharedEngine>["run"]>[0]["drawn"]>;

async function writeFilm(
  { signal, sink, params }: JobRun<FilmParams>,
  {
    drawn,
    file,
    output,
    number,
  }: {
    readonly drawn: Drawn & { readonly shown: { readonly range: readonly [number, number] } };
    readonly file: File;
    readonly output: "mp4" | "webm";
    readonly number: number | undefined;
  },
  onProgress: (done: number) => void,
): Promise<JobOutput> {
  const { ending, type } = fileFactsOf(output);
  const suffix = params.film.look.shape.replace(":", "x");
  const name = resultName(file.name, { suffix, ending, ...(number !== undefined && { number }) });
  const result = await sink(name, type);
  const [start, end] = drawn.shown.range;
  await sharedEngine().run(
    {
      effect: null,
      file,
      values: {},
      output,
      drawn,
      ...(params.clips.length > 0 && { part: [start, end] }),
    },
    { signal, sink: result, onProgress: (done) => onProgress(done ?? 0) },
  );
  return finishResult(result, null);
}
