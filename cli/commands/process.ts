import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Block, Effect, Findings } from "../../audio/effect.ts";
import type { Note } from "../../audio/media/notes.ts";
import { createWatch } from "../../audio/media/notes.ts";
import { markVoice } from "../../audio/media/voice-mark.ts";
import type { Range } from "../../audio/parameters.ts";
import { describeParameter, parseValues } from "../../audio/parameters.ts";
import type { Step } from "../../audio/step.ts";
import { prepareStep } from "../../audio/step.ts";
import { runSteps } from "../../audio/stream.ts";
import type { Problem } from "../../core/errors.ts";
import { problem, ToolkitError } from "../../core/errors.ts";
import { copyPackets } from "../audio/copy-packets.ts";
import { listEffects, loadEffect } from "../audio/effects.ts";
import { resolveFormat } from "../audio/formats.ts";
import { warningOfNote } from "../audio/media-problem.ts";
import { openAudioFile } from "../audio/open-file.ts";
import type { Pipes, Streams } from "../audio/pipes.ts";
import { openPipes } from "../audio/pipes.ts";
import type { Job } from "../audio/plan-jobs.ts";
import { planJobs } from "../audio/plan-jobs.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import { createResources } from "../audio/resources.ts";
import { createWriter } from "../audio/write-file.ts";
import type { Context } from "../context.ts";
import { renderProblems } from "../render-error.ts";
import { renderTable } from "../render-table.ts";
import type { ExitCode } from "../run.ts";

interface Options {
  readonly effect?: string;
  readonly files: readonly string[];
  readonly out?: string;
  readonly set?: readonly string[];
  readonly format?: string;
  readonly copy?: boolean;
  readonly force?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** What became of one file. */
interface Outcome {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly findings: Findings | null;
  readonly notes: readonly Note[];
}

interface Result extends Outcome {
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
  if (options.list) return list(context, options);
  const { effect: id, files, out } = options;
  if (id === undefined) throw usage("Which effect? `toolkit process --list` shows all.");
  const effect = await loadEffect(id, context.home);
  if (files.length === 0) throw usage("Which files?");
  if (out === undefined) throw usage("Where to? Name a file or folder with --out.");
  const { values, problems } = parseValues(effect.parameters, parseSettings(options.set), id);
  if (problems.length > 0)
    throw new ToolkitError("PROBLEMS", { errors: problems.length }, { problems });
  const stretch = options.copy ? stretchOf(id, values) : null;
  const pipes = await openPipes({ ...options, out }, streams, context.signal);
  try {
    const jobs = planJobs({ ...options, files: pipes.files, out: pipes.out });
    const step = await prepareStep(effect, values, createResources(context.home));
    const { results, failures, warnings } = await runJobs(jobs, pipes, {
      context: options.json ? { ...context, interactive: false, log: () => {} } : context,
      work: (job, onProgress) =>
        stretch
          ? copyPackets(job, stretch, { ...context, onProgress })
          : processFile(step, job, { context, onProgress }),
    });
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

interface Work {
  readonly context: Context;
  readonly work: (job: Job, onProgress: (share: number) => void) => Promise<Outcome>;
}

/** Does jobs one after the other, past those that fail. */
async function runJobs(jobs: readonly Job[], { nameOf }: Pipes, { context, work }: Work) {
  const bar = createProgressBar(context.log, context.interactive);
  const results: Result[] = [];
  const failures: Problem[] = [];
  const warnings: Problem[] = [];
  for (const job of jobs) {
    const input = nameOf(job.input);
    try {
      const outcome = await work(job, bar.begin(input));
      const result = { input, output: nameOf(job.output), ...outcome };
      results.push(result);
      bar.clear();
      context.log(`${summary(result)}\n`);
      for (const note of result.notes) warnings.push(warningOfNote(note, input));
    } catch (error) {
      bar.clear();
      if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      const given = error.params as { readonly file?: string };
      const params = { ...given, ...(given.file !== undefined && { file: nameOf(given.file) }) };
      failures.push(problem(error.code, params as never));
    }
  }
  return { results, failures, warnings };
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });

function parseSettings(settings: readonly string[] = []): Readonly<Record<string, string>> {
  const given = settings.map((setting): [string, string] => {
    const at = setting.indexOf("=");
    if (at < 1) throw usage(`--set wants name=value; found "${setting}".`);
    return [setting.slice(0, at), setting.slice(at + 1)];
  });
  const names = given.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw usage(`--set gives "${twice}" twice.`);
  return Object.fromEntries(given);
}

/** What is to be copied. @throws {ToolkitError} where samples would have to change */
function stretchOf(id: string, values: Readonly<Record<string, unknown>>): Range {
  const { start, end, ranges, fadeIn, fadeOut } = values;
  const isPlain = fadeIn === 0 && fadeOut === 0 && (ranges as readonly Range[]).length === 0;
  if (id !== "trim" || !isPlain) throw usage("--copy takes start and end of trim alone.");
  return [Number(start), Number(end)];
}

async function processFile(
  step: Step,
  { input, output, format }: Job,
  { context, onProgress }: { context: Context; onProgress: (share: number) => void },
): Promise<Outcome> {
  const file = await openAudioFile(input);
  try {
    mkdirSync(path.dirname(path.resolve(output)), { recursive: true });
    const writer = createWriter({
      file: output,
      output: resolveFormat(format, file.codec),
      tags: step.synthetic ? markVoice(file.tags, step.synthetic) : file.tags,
      frames: file.frames ?? 0,
    });
    try {
      const { signal } = context;
      const watch = createWatch(file.format);
      let opened = 0;
      // The first pass hears all of it.
      const source = {
        ...file,
        open: () => (opened++ === 0 ? watched(file.open(), watch) : file.open()),
      };
      const outcome = await runSteps([step], source, writer.write, { signal, onProgress });
      if (outcome.frames === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: input });
      await writer.finish();
      const { sampleRate, channels } = outcome.format;
      const seconds = outcome.frames / sampleRate;
      const findings = outcome.findings[0] ?? null;
      const told = file.promised ?? (file.frames ?? 0) / file.format.sampleRate;
      const notes = watch.notes(told, file.isCut?.());
      return { seconds, sampleRate, channels, findings, notes };
    } finally {
      await writer.discard();
    }
  } finally {
    file.close();
  }
}

async function* watched(
  blocks: AsyncIterable<Block>,
  watch: ReturnType<typeof createWatch>,
): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) {
    watch.push(block);
    yield block;
  }
}

function summary({ input, output, seconds, findings }: Result): string {
  const figures = Object.entries(findings?.figures ?? {}).map(
    ([name, value]) => `${name} ${Number.isFinite(value) ? Math.round(value * 100) / 100 : value}`,
  );
  const { length } = findings?.ranges ?? [];
  if (length > 0) figures.push(`${length} stretches`);
  return [`${input} → ${output}, ${seconds.toFixed(2)} s`, ...figures].join(", ");
}

async function list(context: Context, { effect: id, json }: Options): Promise<ExitCode> {
  const ids = id === undefined ? listEffects(context.home) : [id];
  const effects = await Promise.all(ids.map((each) => loadEffect(each, context.home)));
  if (json) {
    const shown = effects.map((effect) => ({ id: effect.id, parameters: effect.parameters }));
    context.print(`${JSON.stringify({ ok: true, effects: shown })}\n`);
    return 0;
  }
  context.print(
    renderTable(
      ["effect", "parameter", "takes", "default"],
      effects.flatMap(rowsOf),
      context.printsToTerminal,
    ),
  );
  return 0;
}

function rowsOf({ id, parameters }: Effect): readonly (readonly string[])[] {
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    id,
    name,
    describeParameter(parameter),
    Array.isArray(parameter.default) ? "none" : String(parameter.default),
  ]);
  return rows.length > 0 ? rows : [[id, "", "", ""]];
}
