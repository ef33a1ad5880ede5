import { MAX_TERMS } from "../transcript/terms.ts";
import * as z from "zod/mini";

const name = z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]{0,63}$/));
/** Format of a result, such as `wav16`, `flac` or `mp3`. */
const format = z.string().check(z.maxLength(8), z.regex(/^[a-z0-9]{2,8}$/));
/** Range of the input to process, in seconds. */
const part = z
  .array(z.number().check(z.minimum(0), z.maximum(86_400)))
  .check(z.minLength(2), z.maxLength(2));
/** Values of parameters as texts, which `parseValues` reads. Missing ones have their defaults. */
const values = z
  .array(
    z.object({
      name: z.string().check(z.maxLength(64)),
      value: z.string().check(z.maxLength(20_000)),
    }),
  )
  .check(z.maxLength(50));
/** Id of a model of the registry. */
const model = z.exactOptional(name);
/** Name of a result, by which it is fetched. */
const outputName = z.string().check(z.maxLength(32), z.regex(/^[a-z][a-z0-9-]{0,31}$/));
const decibels = z.exactOptional(z.number().check(z.minimum(-100), z.maximum(100)));
const allowSilence = z.exactOptional(z.literal(true));

/** Applies an effect to a sound. Its output is `result`. */
const runTask = z.strictObject({
  call: z.literal("run"),
  /** Id of the effect; missing: the sound is written unchanged. */
  effect: z.exactOptional(name),
  values,
  format,
  part: z.exactOptional(part),
  /** Bits per second and channel. */
  bitrate: z.exactOptional(z.number().check(z.minimum(8000), z.maximum(512_000))),
  /** Attenuation in dB before writing. */
  lowerBy: decibels,
  /** Maximum true peak in dBTP. */
  ceiling: decibels,
  allowSilence,
  model,
});

/** Separates a song. Each stem is an output with its name. */
const separateTask = z.strictObject({
  call: z.literal("separate"),
  /** Preset of the built-in engine. */
  preset: name,
  stems: z
    .array(
      z.object({
        stem: outputName,
        /** Sources that the stem is the sum of. */
        parts: z.array(z.string().check(z.maxLength(32))).check(z.minLength(1), z.maxLength(16)),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
  format,
  part: z.exactOptional(part),
  allowSilence,
  model,
});

/** Changes the voice of a song. Each take is an output with its name. */
const coverTask = z.strictObject({
  call: z.literal("cover"),
  /** Id of a completed upload with the separated vocals of the song. */
  vocals: z.string().check(z.maxLength(64), z.regex(/^[\w-]{1,64}$/)),
  /** Whether the vocals contain much of the accompaniment. */
  isLeaky: z.boolean(),
  values,
  takes: z.array(z.enum(["cover", "voice", "backing"])).check(z.minLength(1), z.maxLength(3)),
  format,
  part: z.exactOptional(part),
});

/** Writes a transcript: the output `transcript`, the JSON of `writeJson`. */
const transcribeTask = z.strictObject({
  call: z.literal("transcribe"),
  /** ISO 639 code of what is spoken; missing: detected. */
  language: z.exactOptional(z.string().check(z.maxLength(3), z.regex(/^[a-z]{2,3}$/))),
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  terms: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(MAX_TERMS))),
  /** A speech model; missing: the recommended one for the language. */
  model,
});

/**
 * What a job on the operator's machines does with its upload. These are the calls of the browser's
 * engine, with uploads in place of files and texts in place of values.
 */
export const serverTask = z.discriminatedUnion("call", [
  runTask,
  separateTask,
  coverTask,
  transcribeTask,
]);
export type ServerTask = z.output<typeof serverTask>;
export type ServerCall = ServerTask["call"];
export type TaskOf<C extends ServerCall> = Extract<ServerTask, { call: C }>;

/** The output with the facts of a result, in JSON: see `parseJobFacts`. */
export const FACTS = "facts";

/** Uploads that a task names in addition to its input. */
export const furtherUploads = (task: ServerTask): readonly string[] =>
  task.call === "cover" ? [task.vocals] : [];

/** Names of a task's outputs, in order; the last one is `FACTS`. */
export function outputNames(task: ServerTask): readonly string[] {
  switch (task.call) {
    case "run":
      return ["result", FACTS];
    case "separate":
      return [...task.stems.map(({ stem }) => stem), FACTS];
    case "cover":
      return [...task.takes, FACTS];
    case "transcribe":
      return ["transcript", FACTS];
  }
}

/** Whether a task is consistent: each output has a name of its own, and a range does not end before it begins. */
export function isConsistent(task: ServerTask): boolean {
  const names = outputNames(task);
  const [from = 0, to = 1] = ("part" in task && task.part) || [];
  return new Set(names).size === names.length && from < to;
}

/** A file that a job has made, as measured by the worker. */
export const jobOutput = z.object({
  name: outputName,
  /** Extension of the file's name, without the dot. */
  ending: z.string().check(z.regex(/^[a-z0-9]{1,8}$/)),
  bytes: z.number(),
  /** SHA-256, in hexadecimal. */
  sha256: z.string(),
  /** Length of the sound; 0 for texts. */
  seconds: z.number(),
});
export type JobOutput = z.output<typeof jobOutput>;

export const jobResult = z.object({ outputs: z.array(jobOutput) });
export type JobResult = z.output<typeof jobResult>;
