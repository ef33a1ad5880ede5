import type { Acknowledgement, Task, TaskContext, TaskHandler, TaskMessage } from "../protocol.ts";
import { type Align, align } from "./align.ts";
import { type Analyze, analyze } from "./analyze.ts";
import { type Benchmark, benchmark } from "./benchmark.ts";
import { type Copy, copy } from "./copy.ts";
import { type Cover, cover } from "./cover.ts";
import { type Describe, describe } from "./describe.ts";
import { type FindSpeech, findSpeech } from "../measure/find-speech.ts";
import { type FindSpeakers, findSpeakers } from "./find-speakers.ts";
import { type Help, help } from "./help.ts";
import { type Measure, measure } from "./measure.ts";
import { type Melody, melody } from "./melody.ts";
import { type NetStems, netStems } from "./net-stems.ts";
import { type Peaks, peaks } from "./peaks.ts";
import { type Prove, prove } from "./prove.ts";
import { type Read, read } from "./read.ts";
import { type Remux, remux } from "./remux.ts";
import { type Run, run } from "./run.ts";
import { type Synthesize, synthesize } from "./synthesize.ts";
import { type Separate, separate } from "./separate.ts";
import { type Trace, trace } from "./trace.ts";
import { type Transcribe, transcribe } from "./transcribe.ts";
import { type Voice, voice } from "./voice.ts";

/** The tasks of the audio worker. */
export interface AudioTasks {
  readonly align: Align;
  readonly analyze: Analyze;
  readonly benchmark: Benchmark;
  readonly copy: Copy;
  readonly cover: Cover;
  readonly describe: Describe;
  readonly "find-speakers": FindSpeakers;
  readonly "find-speech": FindSpeech;
  readonly help: Help;
  readonly measure: Measure;
  readonly melody: Melody;
  readonly "net-stems": NetStems;
  readonly peaks: Peaks;
  readonly prove: Prove;
  readonly read: Read;
  readonly remux: Remux;
  readonly run: Run;
  readonly synthesize: Synthesize;
  readonly separate: Separate;
  readonly trace: Trace;
  readonly transcribe: Transcribe;
  readonly voice: Voice;
}

export type TaskName = keyof AudioTasks;

/** The message that starts a task. */
export type TaskCall<K extends TaskName = TaskName> = {
  readonly [Name in K]: { readonly call: Name } & AudioTasks[Name]["request"];
}[K];

/**
 * Messages from the document to a worker: one task, then acknowledgments and requests of a reading.
 */
export type WorkerInput = TaskCall | Acknowledgement | { readonly turn: number };

/** Messages from a worker to the document. */
export type WorkerOutput<K extends TaskName = TaskName> = TaskMessage<
  Task<object, AudioTasks[K]["result"], AudioTasks[K]["emits"]>
>;

const HANDLERS: { readonly [K in TaskName]: TaskHandler<AudioTasks[K]> } = {
  align,
  analyze,
  benchmark,
  copy,
  cover,
  describe,
  "find-speakers": findSpeakers,
  "find-speech": findSpeech,
  help,
  measure,
  melody,
  "net-stems": netStems,
  peaks,
  prove,
  read,
  remux,
  run,
  synthesize,
  separate,
  trace,
  transcribe,
  voice,
};

/** Runs a task with its handler. */
export async function runTask<K extends TaskName>(
  name: K,
  request: AudioTasks[K]["request"],
  context: TaskContext<AudioTasks[K]["emits"]>,
): Promise<AudioTasks[K]["result"]> {
  return HANDLERS[name](request, context);
}
