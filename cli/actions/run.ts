import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { describeUnchanged } from "../audio/describe-unchanged.ts";
import { endingOfFormat, formatLikeInput, formatNameOf, parseFormat } from "../audio/formats.ts";
import { findOpenErrors } from "../audio/open-file.ts";
import { requireOtherFiles, requireWritable } from "../audio/output/output-path.ts";
import type { Job } from "../audio/plan-jobs.ts";
import type { ChainedFile } from "../audio/process-chain.ts";
import {
  figuresOf,
  type Named,
  openWorkers,
  problemOf,
  requireInStep,
  runJobs,
  summarize,
} from "../processing/run-jobs.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { type MadeOf, openOutputRecord, RECIPE_RECORD } from "../files/output-record.ts";
import { type LoadedRecipe, loadRecipe } from "../recipes/load-recipe.ts";
import { findRecordings, nameRecordings } from "../transcription/find-recordings.ts";

interface Options {
  readonly recipe?: string;
  readonly files: readonly string[];
  readonly out?: string;
  readonly format?: string;
  readonly models?: string;
  readonly fit?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** A job with the path of its result below the output folder, and of what it is made. */
interface RecipeJob extends Job {
  readonly name: string;
  /** Null where the input cannot be found, which is reported when it is processed. */
  readonly made: MadeOf | null;
}

/** `toolkit run` */
export default async function runRecipe(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  if (options.recipe === undefined) throw usage("Which recipe? Name a file or a link.");
  if (options.files.length === 0) throw usage("Which files?");
  if (options.out === undefined) throw usage("Where to? Name a folder with --out.");
  const loaded = await loadRecipe(context, options.recipe);
  const out = path.resolve(context.cwd, options.out);
  const jobs = await planFiles(context, loaded, { ...options, out });
  const outputs = jobs.map(({ output }) => output);
  requireOtherFiles(
    jobs.map((job) => job.input),
    outputs,
  );
  if (loaded.steps.some(({ effect }) => effect.length === "changes")) await requireInStep(jobs);
  await requireWritable(outputs);
  const record = openOutputRecord(out, RECIPE_RECORD);
  const nameOf = (file: string): string => path.relative(context.cwd, file) || file;
  const own = options.json ? { ...context, interactive: false, log: () => {} } : context;
  const { open, skipped, blocked } = await sortJobs(jobs, record, options.force ?? false);
  for (const job of skipped) own.log(`${nameOf(job.input)}: finished before\n`);
  const { results, failures, warnings } = await process();
  const problems = [...blocked, ...failures];
  const ok = problems.length === 0;
  if (options.json) {
    const { name, steps } = loaded.recipe;
    const shown = skipped.map((job) => ({ input: nameOf(job.input), output: nameOf(job.output) }));
    const answer = { ok, recipe: name, steps, results, skipped: shown, problems };
    context.print(`${JSON.stringify(answer)}\n`);
  } else context.log(renderProblems([...warnings, ...problems], context));
  return ok ? 0 : 1;

  async function process() {
    const none = { results: [], failures: [] as Problem[], warnings: [] };
    if (open.length === 0) return none;
    const usesModels = loaded.steps.some(({ model }) => model !== null);
    const errors = usesModels ? await findOpenErrors(open.map((job) => job.input)) : null;
    if (errors) return { ...none, failures: errors.map((error) => problemOf(error, nameOf)) };
    const workers = await openWorkers(own, loaded.steps, { jobs: open, models: options.models });
    const onDone = async (job: Job): Promise<void> => {
      const { name, made, output } = job as RecipeJob;
      if (made) await record.add(name, made, [output]);
    };
    return runJobs(own, open, { workers, nameOf, describe, onDone });
  }
}

/** @throws {ToolkitError} INPUT_UNREADABLE, OUTPUT_FORMAT_UNKNOWN */
async function planFiles(
  { cwd }: Context,
  { recipe, steps, output }: LoadedRecipe,
  { files, out, format, fit }: Options & { readonly out: string },
): Promise<readonly RecipeJob[]> {
  const recordings = await findRecordings(files, cwd, out);
  const chosen = format === undefined ? output && formatNameOf(output) : parseFormat(format);
  const keepsLength = steps.every(({ effect }) => effect.length === "same");
  const formats = recordings.map(({ input }) => chosen ?? formatLikeInput(input, keepsLength));
  const names = nameRecordings(recordings, formats.map(endingOfFormat));
  const digest = createHash("sha256").update(JSON.stringify(recipe.steps)).digest("hex");
  return recordings.map((recording, at) => {
    const input = path.resolve(cwd, recording.input);
    const name = names[at]!;
    const stat = fs.statSync(input, { throwIfNoEntry: false });
    const made = stat && {
      input: path.relative(out, input),
      bytes: stat.size,
      modifiedAt: stat.mtimeMs,
      steps: digest,
      format: formats[at]!,
      fit: Number(fit ?? false),
    };
    return {
      input,
      output: path.join(out, name),
      format: formats[at]!,
      ...(fit && { fit }),
      name,
      made: made ?? null,
    };
  });
}

/** Jobs to run, those whose results are there already, and problems of those that must not run. */
async function sortJobs(
  jobs: readonly RecipeJob[],
  record: ReturnType<typeof openOutputRecord>,
  force: boolean,
) {
  const open: RecipeJob[] = [];
  const skipped: RecipeJob[] = [];
  const blocked: Problem[] = [];
  for (const job of jobs) {
    const { name, made, output } = job;
    const state = force || !made ? "open" : await record.stateOf(name, made, [output]);
    if (state === "finished") skipped.push(job);
    else if (state === "open") open.push(job);
    else blocked.push(problem("OUTPUT_EXISTS", { file: state.blocked }));
  }
  return { open, skipped, blocked };
}

/** A line for the file, and one for each step that has something to report. */
function describe(result: Named<ChainedFile>): string {
  const lines = result.steps.flatMap(({ effect, findings, unchanged }, at) => {
    const facts = unchanged ? [describeUnchanged(unchanged, effect)] : figuresOf(findings);
    return facts.length === 0 ? [] : [`  ${at + 1} ${effect}: ${facts.join(", ")}`];
  });
  return `${[summarize(result, []), ...lines].join("\n")}\n`;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
