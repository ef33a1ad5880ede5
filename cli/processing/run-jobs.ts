import type { Effect, Findings } from "#audio/effect.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import type { findEffectEngine } from "../models/find-effect-engine.ts";
import { createResources } from "../audio/effects/resources.ts";
import { isVideoFormatName } from "../audio/formats.ts";
import { warningOfNote } from "../audio/media-problem.ts";
import { openAudioFile } from "../audio/open-file.ts";
import type { Job } from "../audio/plan-jobs.ts";
import { type ChainedFile, processChain } from "../audio/process-chain.ts";
import { type ProcessedFile, type ProcessOptions, prepareEffect } from "../audio/process-file.ts";
import { type ThreadStep, startProcessThreads, threadsFor } from "../audio/process-threads.ts";
import { createProgressBar, describeFiles } from "../audio/progress-bar.ts";

/** Processes files, several at once. */
export interface Workers<Result> {
  readonly work: (job: Job, options: ProcessOptions) => Promise<Result>;
  readonly close: () => Promise<unknown>;
  /** Number of jobs processed concurrently. */
  readonly atOnce: number;
}

export interface EffectRequest {
  readonly effect: Effect;
  readonly values: ThreadStep["values"];
  /** Id of a model; null for the built-in engine. */
  readonly model: string | null;
}

/**
 * Opens effects that are applied one after the other: in several threads, or in the current one.
 * Models always have their own threads.
 * @throws {ToolkitError} errors of `findEffectEngine`
 */
export async function openWorkers(
  { log, interactive, ...context }: Context,
  chain: readonly EffectRequest[],
  { jobs, models }: { readonly jobs: readonly Job[]; readonly models: string | undefined },
): Promise<Workers<ChainedFile>> {
  const { root, home } = context;
  const builtInCount = threadsFor(jobs);
  let atOnce = builtInCount;
  const steps: ThreadStep[] = [];
  for (const { effect, values, model } of chain) {
    const found =
      model === null
        ? null
        : await findEngine({ ...context, log, interactive }, effect, {
            id: model,
            models,
            log,
            bar: createProgressBar(log, interactive),
            atOnce: builtInCount,
          });
    steps.push({ effect: effect.id, values, engine: found?.engine ?? null });
    atOnce = Math.min(atOnce, found?.atOnce ?? atOnce);
  }
  if (atOnce > 1 || steps.some(({ engine }) => engine !== null))
    return { ...startProcessThreads({ root, home, steps }, atOnce), atOnce };
  const resources = createResources(home);
  const prepared = await Promise.all(
    chain.map(({ effect, values }) => prepareEffect(effect, values as never, { resources })),
  );
  return {
    work: (job, options) => processChain(prepared, job, options),
    close: async () => {},
    atOnce,
  };
}

/** `findEffectEngine`, loaded on demand: it brings ONNX Runtime and the schema of configurations. */
async function findEngine(
  context: Context,
  effect: Effect,
  options: Omit<Parameters<typeof findEffectEngine>[2], "loadConfig">,
): ReturnType<typeof findEffectEngine> {
  const [engines, config] = await Promise.all([
    import("../models/find-effect-engine.ts"),
    import("../build/load/config.ts"),
  ]);
  const loadConfig = () => config.loadConfig(context.root);
  return await engines.findEffectEngine(context, effect, { ...options, loadConfig });
}

/**
 * Requires that an effect that changes the length of a sound writes no video with pictures, which
 * would no longer match it.
 * @throws OUTPUT_OUT_OF_STEP
 */
export async function requireInStep(jobs: readonly Job[]): Promise<void> {
  for (const { input, format } of jobs) {
    if (!isVideoFormatName(format)) continue;
    // Files that cannot be read are reported when they are processed.
    const source = await openAudioFile(input).catch(() => null);
    source?.close();
    if (source?.film) throw new ToolkitError("OUTPUT_OUT_OF_STEP", { file: input });
  }
}

type NameOf = (file: string) => string;

/** The problem of a failed job, with the file's name as the user gave it. */
export function problemOf({ code, params }: ToolkitError, nameOf: NameOf): Problem {
  const { file } = params as { readonly file?: string };
  return problem(code, { ...params, ...(file !== undefined && { file: nameOf(file) }) } as never);
}

/** A result with the names of its files, as the user gave them. */
export type Named<Result> = Result & { readonly input: string; readonly output: string };

export interface RunJobs<Result> {
  readonly workers: Workers<Result>;
  readonly nameOf: NameOf;
  /** Describes a result to the user, in lines. */
  readonly describe: (result: Named<Result>) => string;
  /** Called when a result has been written. */
  readonly onDone?: (job: Job) => Promise<void>;
}

/** Runs all jobs, and continues after failed ones. Returns results in the order of the jobs. */
export async function runJobs<Result extends ProcessedFile>(
  { log, interactive, signal }: Pick<Context, "log" | "interactive" | "signal">,
  jobs: readonly Job[],
  { workers, nameOf, describe, onDone }: RunJobs<Result>,
) {
  const bar = createProgressBar(log, interactive);
  const shares = jobs.map(() => 0);
  /** Indexes of the running jobs. */
  const current = new Set<number>();
  const draw = bar.begin(() =>
    describeFiles(
      [...current].map((at) => ({ at, name: nameOf(jobs[at]!.input), share: shares[at]! })),
      jobs.length,
    ),
  );
  const results: Named<Result>[] = [];
  const failures: Problem[] = [];
  const warnings: Problem[][] = [];
  const work = async (at: number, job: Job): Promise<void> => {
    const onProgress = (share: number): void => {
      shares[at] = share;
      draw(shares.reduce((sum, each) => sum + each, 0) / jobs.length);
    };
    current.add(at);
    try {
      const outcome = await workers.work(job, { signal, onProgress });
      await onDone?.(job);
      bar.clear();
      const result = { input: nameOf(job.input), output: nameOf(job.output), ...outcome };
      results[at] = result;
      warnings[at] = result.notes.map((note) => warningOfNote(note, result));
      log(describe(result));
    } catch (error) {
      bar.clear();
      if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      failures[at] = problemOf(error, nameOf);
    }
    shares[at] = 1;
    current.delete(at);
  };
  // All workers take jobs from one queue.
  const queue = jobs.entries();
  const runs = Array.from({ length: workers.atOnce }, async () => {
    for (const [at, job] of queue) await work(at, job);
  });
  try {
    // An aborted job removes its partial output.
    const ends = await Promise.allSettled(runs);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await workers.close();
  }
  return {
    results: results.filter(Boolean),
    failures: failures.filter(Boolean),
    warnings: warnings.flat(),
  };
}

/** Figures and the number of found ranges, as texts. */
export function figuresOf(findings: Findings | null): string[] {
  const figures = Object.entries(findings?.figures ?? {}).map(
    ([name, value]) => `${name} ${Number.isFinite(value) ? Math.round(value * 100) / 100 : value}`,
  );
  const { length } = findings?.ranges ?? [];
  return length > 0 ? [...figures, `${length} ranges`] : figures;
}

/** `talk.mp3 → new/talk.mp3, 12.00 s`, and what else is to be said about a result. */
export function summarize(
  { input, output, seconds, loweredBy = 0 }: Named<ProcessedFile>,
  figures: readonly string[],
): string {
  const lowered = loweredBy > 0 ? [`lowered by ${loweredBy.toFixed(1)} dB`] : [];
  return [`${input} → ${output}, ${seconds.toFixed(2)} s`, ...figures, ...lowered].join(", ");
}
