import { type TimeRange, parseValues } from "#audio/parameters.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { copyFile } from "../audio/copy-file.ts";
import { describeUnchanged } from "../audio/describe-unchanged.ts";
import { loadEffect } from "../audio/effects/effects.ts";
import { findOpenErrors } from "../audio/open-file.ts";
import { requireWritable } from "../audio/output/output-path.ts";
import { type Streams, openPipes } from "../audio/pipes.ts";
import { planJobs } from "../audio/plan-jobs.ts";
import type { ChainedFile } from "../audio/process-chain.ts";
import type { ProcessedFile } from "../audio/process-file.ts";
import {
  figuresOf,
  type Named,
  openWorkers,
  problemOf,
  requireInStep,
  runJobs,
  summarize,
  type Workers,
} from "../processing/run-jobs.ts";
import type { Context } from "../command-kit/context.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

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

/** `toolkit process` */
export default async function processFiles(
  context: Context,
  input: object,
  streams: Streams = process,
): Promise<ExitCode> {
  const options = input as Options;
  if (options.list) {
    const { effect, json = false } = options;
    const { listParameters } = await import("../audio/effects/list-effects.ts");
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
      const own = options.json ? { ...context, interactive: false, log: () => {} } : context;
      const model = options.engine === BUILT_IN ? null : options.engine;
      const { nameOf } = pipes;
      const workers: Workers<ProcessedFile> = cutRange
        ? copyWorkers(cutRange)
        : withoutSteps(
            await openWorkers(own, [{ effect, values, model }], { jobs, models: options.models }),
          );
      const describe = (result: Named<ProcessedFile>): string => {
        const { unchanged } = result;
        const note = unchanged ? `  ${describeUnchanged(unchanged, id)}\n` : "";
        return `${summarize(result, figuresOf(result.findings))}\n${note}`;
      };
      return runJobs(own, jobs, { workers, nameOf, describe });
    };
    const { results, failures, warnings } = errors
      ? {
          results: [],
          failures: errors.map((error) => problemOf(error, pipes.nameOf)),
          warnings: [],
        }
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

/** With a single effect, what its step did is what the result is. */
const withoutSteps = ({ work, ...workers }: Workers<ChainedFile>): Workers<ProcessedFile> => ({
  ...workers,
  work: async (job, options) => {
    const { steps: _, ...result } = await work(job, options);
    return result;
  },
});

/** Cuts by packets; nothing is decoded. */
const copyWorkers = (range: TimeRange): Workers<ProcessedFile> => ({
  work: (job, options) => copyFile(job, range, options),
  close: async () => {},
  atOnce: 1,
});

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
