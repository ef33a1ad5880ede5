import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { COVER_PARAMETERS } from "#audio/cover/cover-values.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import {
  type OutputFormat,
  type ResultFormat,
  fileFactsOf,
  isVideoFormat,
  OUTPUT_FORMATS,
  VIDEO_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import { type Parameters, type TimeRange, parseValues } from "#audio/parameters.ts";
import { isBarelyLower } from "#audio/separation/barely-lower.ts";
import { type SeparationPreset, SEPARATION_PRESETS } from "#audio/separation/presets.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import { type JobFault, LENGTH_TOLERANCE } from "#core/jobs/job-faults.ts";
import { type JobFacts, writeJobFacts } from "#core/jobs/job-facts.ts";
import type { ServerCall, ServerTask, TaskOf } from "#core/jobs/server-task.ts";
import { isStemsForm } from "#core/models/forms.ts";
import { writeJson } from "#core/transcript/save/texts.ts";
import { loadEffect } from "../audio/effects/effects.ts";
import { createResources } from "../audio/effects/resources.ts";
import type { OpenGraph } from "../audio/nets/open-effect-net.ts";
import { studioThreads } from "../audio/studio/run-studio.ts";
import { type TaskOptions, localFiles, runTask } from "../audio/tasks/run-task.ts";
import { openVoice } from "../speech/open-voice.ts";
import { type SpeechModel, transcribeFile } from "../transcription/transcribe-file.ts";
import type { JobModel, JobRequest } from "./job-messages.ts";

type OnProgress = (progress: number, stage: string) => void;

/** A request with what its process has opened. */
interface OpenRequest extends JobRequest {
  /** Opens a graph of the model on inference servers. */
  readonly openGraph: OpenGraph | undefined;
}

/** What a task has made, apart from its files. */
export interface ServerTaskResult {
  /** Measured length of the input. */
  readonly inputSeconds: number;
  /** Of the outputs, in order. */
  readonly outputs: readonly { readonly ending: string; readonly seconds: number }[];
}

const invalid = (): MediaFault => new MediaFault("task_invalid" satisfies JobFault);

/**
 * Runs the task of a job, and writes its outputs. It is what the browser's engine does for the same
 * call.
 * @throws {MediaError | MediaFault | ToolkitError} whose code is the fault of the job
 */
export async function runServerTask(
  given: JobRequest,
  onProgress: OnProgress,
  openGraph?: OpenGraph,
): Promise<ServerTaskResult> {
  const { task } = given;
  const request: OpenRequest = { ...given, openGraph };
  switch (task.call) {
    case "run":
      return await runOnFile(task, request, onProgress);
    case "separate":
      return await separate(task, request, onProgress);
    case "cover":
      return await cover(task, request, onProgress);
    case "transcribe":
      return await transcribe(task, request, onProgress);
  }
}

async function runOnFile(
  { effect: id, values: given, format, part, model: _, ...task }: TaskOf<"run">,
  request: OpenRequest,
  onProgress: OnProgress,
): Promise<ServerTaskResult> {
  const [file] = request.inputs as [string];
  const { root, home, model } = request;
  const output = resultFormat(format);
  const effect = id === undefined ? null : await loadEffect(id, { root, home });
  const values = valuesOf(effect?.parameters ?? {}, given, id ?? "");
  const sinks = openOutputs(request.outputs.slice(0, 1));
  try {
    const facts = await runTask(
      {
        ...task,
        ...partOf(part),
        effect: id ?? null,
        file,
        values,
        output,
        ...(isVideoFormat(output) && { video: file }),
        ...(model && { net: storedModelOf(model) }),
      },
      optionsOf(request, sinks, onProgress),
    );
    return resultOf("run", facts, { request, ending: fileFactsOf(output).ending });
  } finally {
    sinks.close();
  }
}

async function separate(
  { preset, format, part, model: _, ...task }: TaskOf<"separate">,
  request: OpenRequest,
  onProgress: OnProgress,
): Promise<ServerTaskResult> {
  const [file] = request.inputs as [string];
  const { model } = request;
  if (!isPreset(preset)) throw invalid();
  const form = model?.form;
  if (form && !isStemsForm(form)) throw invalid();
  const sources: readonly string[] = form ? form.stems : SEPARATION_PRESETS[preset];
  if (!task.stems.every(({ parts }) => parts.every((part) => sources.includes(part))))
    throw invalid();
  const output = soundFormat(format);
  const sinks = openOutputs(request.outputs.slice(0, task.stems.length));
  try {
    const facts = await runTask(
      {
        ...task,
        ...partOf(part),
        file,
        preset,
        output,
        ...(model && { net: storedModelOf(model) }),
      },
      optionsOf(request, sinks, onProgress),
    );
    // As on the device, a job that has removed almost nothing is free (USR-15).
    const isUnchanged = !model && isBarelyLower(preset, facts.before, facts.after.at(-1)!);
    const all = { ...facts, ...(isUnchanged && { unchanged: "notFound" as const }) };
    return resultOf("separate", all, { request, ending: OUTPUT_FORMATS[output].ending });
  } finally {
    sinks.close();
  }
}

async function cover(
  { values: given, vocals: _, format, part, ...task }: TaskOf<"cover">,
  request: OpenRequest,
  onProgress: OnProgress,
): Promise<ServerTaskResult> {
  const [file, vocals] = request.inputs as [string, string];
  const values = valuesOf(COVER_PARAMETERS, given, "cover");
  const output = soundFormat(format);
  const sinks = openOutputs(request.outputs.slice(0, task.takes.length));
  try {
    const facts = await runTask(
      { ...task, ...partOf(part), file, vocals, values, output },
      optionsOf(request, sinks, onProgress),
    );
    return resultOf("cover", facts, { request, ending: OUTPUT_FORMATS[output].ending });
  } finally {
    sinks.close();
  }
}

async function transcribe(
  { language, terms }: TaskOf<"transcribe">,
  { inputs, outputs, seconds: paid, home, model }: JobRequest,
  onProgress: OnProgress,
): Promise<ServerTaskResult> {
  const [file] = inputs as [string];
  if (!model) throw new MediaFault("model_missing" satisfies JobFault);
  if (model.form.kind !== "moonshine" && model.form.kind !== "whisper") throw invalid();
  if (language !== undefined && !model.languages.includes(language)) throw invalid();
  onProgress(0, "loading");
  const seconds = await measureLength(file, paid);
  const voice = openVoice();
  try {
    const activity = await createResources(home).bytes("silero.f16");
    const speech: SpeechModel = { ...model, form: model.form, files: model.paths };
    const transcript = await transcribeFile(file, speech, {
      language,
      terms,
      voice,
      activity,
      signal: new AbortController().signal,
      onProgress: (share) => onProgress(share, "working"),
    });
    writeFileSync(outputs[0]!, writeJson(transcript), { flag: "wx", mode: 0o600 });
    const words = transcript.lines.reduce((sum, line) => sum + line.words.length, 0);
    const runsWith = { backend: "wasm", threads: studioThreads(), reason: "no-adapter" } as const;
    writeFacts<"transcribe">(outputs, {
      language: transcript.language,
      seconds,
      words,
      model: model.id,
      runsWith,
      ...(words === 0 && { unchanged: "notFound" }),
    });
    return { inputSeconds: seconds, outputs: [TEXT, TEXT] };
  } finally {
    voice.close();
  }
}

const partOf = (part: readonly number[] | undefined): { part?: TimeRange } =>
  part ? { part: part as unknown as TimeRange } : {};

const TEXT = { ending: "json", seconds: 0 };

const isPreset = (name: string): name is SeparationPreset =>
  Object.hasOwn(SEPARATION_PRESETS, name);

function resultFormat(name: string): ResultFormat {
  if (Object.hasOwn(OUTPUT_FORMATS, name) || Object.hasOwn(VIDEO_FORMATS, name))
    return name as ResultFormat;
  throw new MediaFault("OUTPUT_FORMAT_UNKNOWN");
}

function soundFormat(name: string): OutputFormat {
  const format = resultFormat(name);
  if (isVideoFormat(format)) throw new MediaFault("OUTPUT_FORMAT_UNKNOWN");
  return format;
}

function valuesOf<P extends Parameters>(
  parameters: P,
  given: readonly { readonly name: string; readonly value: string }[],
  effect: string,
) {
  const texts = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const { values, problems } = parseValues(parameters, texts, effect);
  if (problems[0]) throw new MediaFault(problems[0].code);
  return values;
}

const storedModelOf = ({ form, files }: JobModel): StoredModel => ({ form, files });

interface Outputs {
  readonly write: TaskOptions<string>["write"];
  close(): void;
}

function openOutputs(names: readonly string[]): Outputs {
  const files = names.map((name) => openSync(name, "wx", 0o600));
  return {
    write: async (result, position, data) => {
      for (let done = 0; done < data.length;)
        done += writeSync(files[result]!, data, done, data.length - done, position + done);
    },
    close: () => files.forEach((file) => closeSync(file)),
  };
}

const optionsOf = (
  { root, home, seconds, model, openGraph }: OpenRequest,
  { write }: Outputs,
  onProgress: OnProgress,
): TaskOptions<string> => ({
  root,
  home,
  files: {
    ...localFiles,
    openSource: async (name) => limitLength(await localFiles.openSource(name), seconds),
  },
  write,
  onProgress: (done, stage) => onProgress(done ?? 0, stage),
  signal: new AbortController().signal,
  ...(model && { modelFiles: async () => model.paths }),
  ...(openGraph && { openGraph }),
});

/** Limits the length of a sound while it is read, because a file may declare any length. */
function limitLength(source: AudioSource, seconds: number): AudioSource {
  const max = (seconds + LENGTH_TOLERANCE) * source.format.sampleRate;
  return {
    ...source,
    close: () => source.close(),
    async *blocks(from = 0) {
      let frames = from;
      for await (const block of source.blocks(from)) {
        frames += framesOf(block);
        if (frames > max) throw new MediaFault("longer_than_paid" satisfies JobFault);
        yield block;
      }
    },
  };
}

/** Reads a sound to its end. @throws {MediaFault} longer_than_paid */
async function measureLength(file: string, paid: number): Promise<number> {
  const source = limitLength(await localFiles.openSource(file), paid);
  try {
    let frames = 0;
    for await (const block of source.blocks()) frames += framesOf(block);
    return frames / source.format.sampleRate;
  } finally {
    source.close();
  }
}

const writeFacts = <C extends ServerCall>(outputs: readonly string[], facts: JobFacts<C>): void =>
  writeFileSync(outputs.at(-1)!, writeJobFacts(facts), { flag: "wx", mode: 0o600 });

/** Writes the facts of a result, and tells what they say about the outputs. */
function resultOf<C extends Exclude<ServerTask["call"], "transcribe">>(
  _call: C,
  facts: JobFacts<C>,
  { request, ending }: { readonly request: JobRequest; readonly ending: string },
): ServerTaskResult {
  writeFacts<C>(request.outputs, facts);
  const { input, output, frames } = facts as JobFacts<"cover">;
  const sound = { ending, seconds: frames[1] / output.sampleRate };
  return {
    inputSeconds: frames[0] / input.sampleRate,
    outputs: [...request.outputs.slice(1).map(() => sound), TEXT],
  };
}
