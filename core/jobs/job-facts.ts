import * as z from "zod/mini";
import type { ServerCall } from "./server-task.ts";

/*
 * Facts of a result: what the browser's engine resolves to for the same call. Levels may be
 * infinite, which JSON cannot express, so such numbers are texts in it.
 */

const UNUSUAL = ["Infinity", "-Infinity", "NaN"] as const;
const number = z.union([z.number(), z.pipe(z.enum(UNUSUAL), z.transform(Number))]);
const count = z.number().check(z.minimum(0));

const soundFormat = z.object({ sampleRate: count, channels: count });
const levels = z.object({
  lufs: number,
  truePeak: number,
  noise: number,
  limited: z.exactOptional(z.object({ gain: number, reached: number })),
});
const notes = z.array(
  z.enum([
    "cutOff",
    "holes",
    "softer",
    "mixedDown",
    "short",
    "clipped",
    "notNumbers",
    "tooQuiet",
    "overload",
  ]),
);
const backend = z.object({
  backend: z.enum(["webgpu", "wasm", "server"]),
  threads: count,
  reason: z.nullable(z.enum(["small", "asked", "no-adapter", "failed", "wrong"])),
});
const findings = z.object({
  changes: z.exactOptional(count),
  ranges: z.exactOptional(
    z.array(
      z.object({
        start: number,
        end: number,
        sureness: z.exactOptional(number),
        gain: z.exactOptional(number),
      }),
    ),
  ),
  figures: z.exactOptional(z.record(z.string(), number)),
});

/** Of the input, and of each output. */
const frames = z.tuple([count, count]);
const sound = { input: soundFormat, output: soundFormat, frames, before: levels, notes };

/** Schemas of the facts by call. */
export const JOB_FACTS = {
  run: z.object({
    ...sound,
    findings: z.nullable(findings),
    unchanged: z.nullable(z.enum(["notFound", "neutral"])),
    after: levels,
    clippedPeak: z.exactOptional(number),
    runsWith: z.exactOptional(backend),
  }),
  separate: z.object({
    ...sound,
    after: z.array(levels),
    isMono: z.boolean(),
    runsWith: z.nullable(backend),
    /** Set if the built-in engine has removed almost nothing. */
    unchanged: z.exactOptional(z.literal("notFound")),
  }),
  cover: z.object({ ...sound, after: z.array(levels) }),
  transcribe: z.object({
    /** ISO 639 code of what was spoken. */
    language: z.string(),
    seconds: count,
    words: count,
    /** Id of the model. */
    model: z.string(),
    runsWith: backend,
    /** Set if there is no speech. */
    unchanged: z.exactOptional(z.literal("notFound")),
  }),
} satisfies Record<ServerCall, z.ZodMiniType>;
type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;
export type JobFacts<C extends ServerCall> = Frozen<z.output<(typeof JOB_FACTS)[C]>>;

const isUnusual = (value: unknown): value is number =>
  typeof value === "number" && !Number.isFinite(value);

export const writeJobFacts = <C extends ServerCall>(facts: JobFacts<C>): string =>
  JSON.stringify(facts, (_key, value: unknown) => (isUnusual(value) ? String(value) : value));

/** @throws if the text is not the facts of a result of the call */
export const parseJobFacts = <C extends ServerCall>(call: C, text: string): JobFacts<C> =>
  JOB_FACTS[call].parse(JSON.parse(text)) as JobFacts<C>;
