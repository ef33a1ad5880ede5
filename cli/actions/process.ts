import type { Effect } from "#audio/effect.ts";
import { type TimeRange, parseValues } from "#audio/parameters.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import { copyFile } from "../audio/copy-file.ts";
import { describeUnchanged } from "../audio/describe-unchanged.ts";
import { loadEffect } from "../audio/effects/effects.ts";
import { isVideoFormatName } from "../audio/formats.ts";
import { listParameters } from "../audio/effects/list-effects.ts";
import { warningOfNote } from "../audio/media-problem.ts";
import { findOpenErrors, openAudioFile } from "../audio/open-file.ts";
import { requireWritable } from "../audio/output/output-path.ts";
import { type Pipes, type Streams, openPipes } from "../audio/pipes.ts";
import { type Job, planJobs } from "../audio/plan-jobs.ts";
import {
  type ProcessedFile,
  type ProcessOptions,
  prepareEffect,
  processFile,
} from "../audio/process-file.ts";
import { type ThreadTask, startProcessThreads, threadsFor } from "../audio/process-threads.ts";
import { createProgressBar, describeFiles } from "../audio/progress-bar.ts";
import { createResources } from "../audio/effects/resources.ts";
import type { Context } from "../command-kit/context.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { findEffectEngine } from "../models/find-effect-engine.ts";

interface Options {
  readonly effect?: string;
  readonly files: readonly string[];
  readonly out?: string;
  readonly set?: readonly string[];
  readonly format?: string;
  readonly copy?: boolean;
  readonly fit?: boolean;
  readonly force?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly engine: string;
  readonly models?: string;
}

const BUILT_IN = "built-in";

/** Result of processing a file. */
interface Result extends ProcessedFile {
  readonly input: string;
  readonly output: string;
}

/** `toolkit process` */
export default async function processFiles(
  context: Context,
  input: object,
  streams: Streams = process,
): Promise<ExitCode> {
  const options = input as Options;
  if (options.list) {
    const { effect, json = false } = options;
    context.print(await listParameters(context, { id: effect, json }));
    return 0;
  }
  const { effect: id, files, out } = options;
  if (id === undefined) throw usage("Which effect? `toolkit process --list` shows all.");
  const effect = await loadEffect(id, context);
  if (files.length === 0) throw usage("Which files?");
  if (out === undefined) throw usage("Where to? Name a file or folder with --out.");
  const { values, problems } = parseValues(effect.parameters, parseSettings(options.set), id);
  if (problems.length > 0)
    throw new ToolkitError("USAGE", { detail: "Nothing was written." }, { problems });
  if (options.copy && options.engine !== BUILT_IN) throw usage("--copy uses no engine.");
  if (options.copy && options.fit) throw usage("--copy changes no samples; --fit does.");
  const cutRange = options.copy ? cutRangeOf(id, values) : null;
  const pipes = await openPipes({ ...options, out }, streams, context.signal);
  try {
    const keepsLength = effect.length === "same";
    const jobs = planJobs({ ...options, keepsLength, files: pipes.files, out: pipes.out });
    if (!keepsLength) await requireInStep(jobs);
    await requireWritable(jobs.map(({ output }) => output));
    const errors = options.engine === BUILT_IN ? null : await findOpenErrors(pipes.files);
    const run = async () => {
      const workers = cutRange
        ? { work: copyRange(cutRange), close: async () => {}, atOnce: 1 }
        : await openWorkers(context, { effect, values, jobs, options });
      const own = options.json ? { ...context, interactive: false, log: () => {} } : context;
      return runJobs(jobs, pipes, { context: own, effect: id, workers });
    };
    const { results, failures, warnings } = errors
      ? { results: [], failures: errors.map((error) => problemOf(error, pipes)), warnings: [] }
      : await run();
    if (failures.length === 0) await pipes.send();
    if (options.json) {
      const ok = failures.length === 0;
      context.print(`${JSON.stringify({ ok, effect: id, values, results, problems: failures })}\n`);
    } else context.log(renderProblems([...warnings, ...failures], context));
    return failures.length > 0 ? 1 : 0;
  } finally {
    await pipes.close();
  }
}

/**
 * Requires that an effect that changes the length of a sound writes no video with pictures, which
 * would no longer match it.
 * @throws OUTPUT_OUT_OF_STEP
 */
async function requireInStep(jobs: readonly Job[]): Promise<void> {
  for (const { input, format } of jobs) {
    if (!isVideoFormatName(format)) continue;
    // Files that cannot be read are reported when they are processed.
    const source = await openAudioFile(input).catch(() => null);
    source?.close();
    if (source?.film) throw new ToolkitError("OUTPUT_OUT_OF_STEP", { file: input });
  }
}

interface Workers {
  readonly work: (job: Job, options: ProcessOptions) => Promise<ProcessedFile>;
  readonly close: () => Promise<unknown>;
  /** Number of jobs processed concurrently. */
  readonly atOnce: number;
}

const copyRange =
  (range: TimeRange): Workers["work"] =>
  (job, options) =>
    copyFile(job, range, options);

/** Uses several threads, or the current one; models always have their own threads. */
async function openWorkers(
  context: Context,
  {
    effect,
    values,
    jobs,
    options,
  }: {
    readonly effect: Effect;
    readonly values: ThreadTask["values"];
    readonly jobs: readonly Job[];
    readonly options: Options;
  },
): Promise<Workers> {
  const { root, home } = context;
  const task = { root, home, effect: effect.id, values };
  const atOnce = threadsFor(jobs);
  if (options.engine !== BUILT_IN) {
    const log = options.json ? () => {} : context.log;
    const found = await findEffectEngine(context, effect, {
      id: options.engine,
      models: options.models,
      loadConfig: () => loadConfig(root),
      log,
      bar: createProgressBar(log, context.interactive && !options.json),
      atOnce,
    });
    const threads = startProcessThreads({ ...task, engine: found.engine }, found.atOnce);
    return { ...threads, atOnce: found.atOnce };
  }
  if (atOnce > 1) return { ...startProcessThreads({ ...task, engine: null }, atOnce), atOnce };
  const prepared = await prepareEffect(effect, values as never, {
    resources: createResources(home),
  });
  return { work: (job, own) => processFile(prepared, job, own), close: async () => {}, atOnce };
}

/** The problem of a failed job, with the file's name as the user gave it. */
function problemOf({ code, params }: ToolkitError, { nameOf }: Pipes): Problem {
  const { file } = params as { readonly file?: string };
  return problem(code, { ...params, ...(file !== undefined && { file: nameOf(file) }) } as never);
}

interface Work {
  readonly context: Context;
  /** Id of the effect. */
  readonly effect: string;
  readonly workers: Workers;
}

/** Runs all jobs, and continues after failed ones. Returns results in the order of the jobs. */
async function runJobs(jobs: readonly Job[], pipes: Pipes, { context, effect, workers }: Work) {
  const { nameOf } = pipes;
  const { signal } = context;
  const bar = createProgressBar(context.log, context.interactive);
  const shares = jobs.map(() => 0);
  /** Indexes of the running jobs. */
  const current = new Set<number>();
  const draw = bar.begin(() =>
    describeFiles(
      [...current].map((at) => ({ at, name: nameOf(jobs[at]!.input), share: shares[at]! })),
      jobs.length,
    ),
  );
  const results: Result[] = [];
  const failures: Problem[] = [];
  const warnings: Problem[][] = [];
  const report = (at: number, result: Result): void => {
    results[at] = result;
    warnings[at] = result.notes.map((note) => warningOfNote(note, result));
    context.log(`${summary(result)}\n`);
    if (result.unchanged) context.log(`  ${describeUnchanged(result.unchanged, effect)}\n`);
  };
  const work = async (at: number, job: Job): Promise<void> => {
    const onProgress = (share: number): void => {
      shares[at] = share;
      draw(shares.reduce((sum, each) => sum + each, 0) / jobs.length);
    };
    current.add(at);
    try {
      const outcome = await workers.work(job, { signal, onProgress });
      bar.clear();
      report(at, { input: nameOf(job.input), output: nameOf(job.output), ...outcome });
    } catch (error) {
      bar.clear();
      if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      failures[at] = problemOf(error, pipes);
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

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });

function parseSettings(settings: readonly string[] = []): Readonly<Record<string, string>> {
  const given = settings.map((setting): [string, string] => {
    const at = setting.indexOf("=");
    if (at < 1) throw usage(`--set takes name=value; found "${setting}".`);
    return [setting.slice(0, at), setting.slice(at + 1)];
  });
  const names = given.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw usage(`--set gives "${twice}" twice.`);
  return Object.fromEntries(given);
}

/** The range to copy. @throws {ToolkitError} if samples would have to change */
function cutRangeOf(id: string, values: Readonly<Record<string, unknown>>): TimeRange {
  const { start, end, ranges, fadeIn, fadeOut } = values;
  const isPlain = fadeIn === 0 && fadeOut === 0 && (ranges as readonly TimeRange[]).length === 0;
  if (id !== "trim" || !isPlain) throw usage("--copy takes start and end of trim alone.");
  return [Number(start), Number(end)];
}

function summary({ input, output, seconds, findings, loweredBy = 0 }: Result): string {
  const figures = Object.entries(findings?.figures ?? {}).map(
    ([name, value]) => `${name} ${Number.isFinite(value) ? Math.round(value * 100) / 100 : value}`,
  );
  if (loweredBy > 0) figures.push(`lowered by ${loweredBy.toFixed(1)} dB`);
  const { length } = findings?.ranges ?? [];
  if (length > 0) figures.push(`${length} ranges`);
  return [`${input} → ${output}, ${seconds.toFixed(2)} s`, ...figures].join(", ");
}
