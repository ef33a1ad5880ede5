import { type CoverTake, COVER_TAKES } from "#audio/cover/cover-values.ts";
import { isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { CoverResult } from "#audio/tasks/run-cover.ts";
import type { SeparationResult } from "#audio/tasks/run-separation.ts";
import { sourceFormat, storedFormat, resolveFormat } from "../../panel-kit/save/saved-format.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import type { Saving } from "../../contract/file.ts";
import type { JobOutput, JobRun, JobRunner, JobSink } from "../../contract/job-runner.ts";
import type { CoverParams, Role } from "./cover-params.ts";
import { openEarlierVocals } from "./earlier-vocals.ts";
import { VOCALS } from "./vocals.ts";

type Run = JobRun<CoverParams>;
type Plan = Omit<Saving, "film" | "outOfStep" | "sampleRate" | "channels" | "seconds"> & {
  /** Id of the video in the tray whose audio the song is; null for sounds. */
  readonly film: string | null;
};

/** Part of the progress that is the separation. */
const SPLITTING = 0.45;
/** Suffixes of result names. */
const SUFFIXES: Readonly<Record<Role, string>> = {
  cover: "cover",
  voice: "new-voice",
  backing: "accompaniment",
  vocals: "vocals",
};

async function planOf({ params, fileIds, files }: Run): Promise<Plan> {
  const facts = await factsOf(sharedEngine(), files[0]!);
  const source = sourceFormat(facts, true);
  const stored = storedFormat(resolveFormat(params.output, source));
  return {
    stored,
    source,
    chosen: params.output,
    film: isVideoFormat(source) ? fileIds[0]! : null,
  };
}

function openSink({ files, sink }: Run, { stored }: Plan, role: Role): Promise<JobSink> {
  const { ending, type } = OUTPUT_FORMATS[stored];
  return sink(resultName(files[0]!.name, { suffix: SUFFIXES[role], ending }), type);
}

/** Finishes a result with its measurements. @param at index among the reported ones */
async function outputOf(
  sink: JobSink,
  { params }: Run,
  plan: Plan,
  { role, result, at }: { role: Role; result: CoverResult | SeparationResult; at: number },
): Promise<JobOutput> {
  const { input, output, frames, before, notes } = result;
  const runsWith = "runsWith" in result ? result.runsWith : null;
  const written = await finishResult(sink, {
    findings: null,
    input,
    output,
    frames,
    before,
    after: result.after[at]!,
    notes,
    effect: null,
    values: params.values,
    ...(params.model && { model: params.model.id }),
    ...(runsWith && { runsWith }),
  });
  // Only the cover is muxed with the video.
  const videoId = role === "cover" ? plan.film : null;
  const saving: Saving = {
    ...plan,
    source: videoId === null && isVideoFormat(plan.source) ? plan.stored : plan.source,
    film: videoId,
    outOfStep: false,
    sampleRate: output.sampleRate,
    channels: output.channels,
    seconds: frames[1] / output.sampleRate,
  };
  return { ...written, saving, role };
}

/** Separates the voice from the song. */
async function splitSong(job: Run, plan: Plan): Promise<JobOutput> {
  const { params, files, signal } = job;
  const { model } = params;
  const sink = await openSink(job, plan, "vocals");
  const result = await job.engine.separate(
    {
      file: files[0]!,
      preset: VOCALS.preset,
      stems: [VOCALS.specOf(model ?? null)],
      // In a lossless format without clipping, because it is subtracted from the song later.
      output: plan.stored,
      ...(model && { net: model }),
    },
    {
      signal,
      sinks: [sink],
      onProgress: (done) =>
        job.onProgress({ done: SPLITTING * (done ?? 0), stage: "panel-cover:stage.split" }),
    },
  );
  return outputOf(sink, job, plan, { role: "vocals", result, at: 0 });
}

/** Separates a song unless an earlier job has, changes the voice, and mixes it again. */
const run: JobRunner<CoverParams> = async (job) => {
  const { params, files, signal } = job;
  const plan = await planOf(job);
  const earlier = await openEarlierVocals(job);
  const split = earlier === null ? await splitSong(job, plan) : null;
  const vocals = earlier ?? (await job.result(split?.kind === "written" ? split.id : ""));
  const done = split === null ? 0 : SPLITTING;
  const sinks = await Promise.all(COVER_TAKES.map((take) => openSink(job, plan, take)));
  const result = await job.engine.cover(
    {
      file: files[0]!,
      vocals,
      isLeaky: params.model === undefined,
      values: params.values,
      takes: COVER_TAKES,
      output: plan.stored,
    },
    {
      signal,
      sinks,
      onProgress: (part) =>
        job.onProgress({ done: done + (1 - done) * (part ?? 0), stage: "panel-cover:stage.voice" }),
    },
  );
  const outputs = await Promise.all(
    COVER_TAKES.map((role: CoverTake, at) => outputOf(sinks[at]!, job, plan, { role, result, at })),
  );
  return split === null ? outputs : [...outputs, split];
};
export default run;
