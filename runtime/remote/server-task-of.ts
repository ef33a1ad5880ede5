import type { RunRequest } from "#audio/tasks/run-request.ts";
import type { CoverRequest } from "#audio/tasks/run-cover.ts";
import type { SeparateRequest } from "#audio/tasks/run-separation.ts";
import type { StoredModel, Values } from "#audio/tasks/task.ts";
import type { ServerTask, TaskOf } from "#core/jobs/server-task.ts";

import type { TranscribeRequest } from "../contract/job-engine.ts";

/** A task for the site's servers, and the files that it reads, its input first. */
export interface RemoteTask {
  readonly inputs: readonly Blob[];
  /** @param uploads ids of the inputs on the server */
  readonly taskOf: (uploads: readonly string[]) => ServerTask;
}

/** Seconds as text; exact to a microsecond. */
const secondsText = (seconds: number): string => seconds.toFixed(6);

const valueText = (value: Values[string]): string =>
  typeof value === "object"
    ? value.map(([start, end]) => `${secondsText(start)}-${secondsText(end)}`).join(",")
    : String(value);

/** Values of parameters as texts, which `parseValues` reads. */
const valuesOf = (values: Values): TaskOf<"run">["values"] =>
  Object.entries(values).map(([name, value]) => ({ name, value: valueText(value) }));

/** Properties that have a value, since requests have no undefined ones. */
const partOf = (part: readonly [number, number] | undefined) =>
  part && { part: [part[0], part[1]] as [number, number] };

/** The servers have models of their own, which are named by their ids. */
const modelOf = (net: StoredModel | undefined) => net?.id !== undefined && { model: net.id };

/** @throws {TypeError} if only the device can run it: panels offer the servers for other tasks */
export function remoteRun(request: RunRequest<Blob>): RemoteTask {
  const { file, effect, values, output, part, bitrate, lowerBy, ceiling } = request;
  if (!(file instanceof Blob) || request.chapters || request.pace)
    throw new TypeError("This sound cannot be sent to the servers");
  return {
    inputs: [file],
    taskOf: () => ({
      call: "run",
      ...(effect !== null && { effect }),
      values: valuesOf(values),
      format: output,
      ...partOf(part),
      ...(bitrate !== undefined && { bitrate }),
      ...(lowerBy !== undefined && { lowerBy }),
      ...(ceiling !== undefined && { ceiling }),
      ...(request.allowSilence && { allowSilence: true }),
      ...modelOf(request.net),
    }),
  };
}

export function remoteSeparation(request: SeparateRequest<Blob>): RemoteTask {
  const { file, preset, stems, output, part } = request;
  return {
    inputs: [file],
    taskOf: () => ({
      call: "separate",
      preset,
      stems: stems.map(({ stem, parts }) => ({ stem, parts: [...parts] })),
      format: output,
      ...partOf(part),
      ...(request.allowSilence && { allowSilence: true }),
      ...modelOf(request.net),
    }),
  };
}

export function remoteTranscription({
  file,
  language,
  terms,
  model,
}: TranscribeRequest): RemoteTask {
  return {
    inputs: [file],
    taskOf: () => ({
      call: "transcribe",
      ...(language !== undefined && { language }),
      ...(terms !== undefined && { terms }),
      model: model.id,
    }),
  };
}

export function remoteCover(request: CoverRequest<Blob>): RemoteTask {
  const { file, vocals, isLeaky, values, takes, output, part } = request;
  return {
    inputs: [file, vocals],
    taskOf: ([, sent]) => ({
      call: "cover",
      vocals: sent!,
      isLeaky,
      values: valuesOf({ ...values }),
      takes: [...takes],
      format: output,
      ...partOf(part),
    }),
  };
}
