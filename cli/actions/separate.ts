import { createResources } from "../audio/effects/resources.ts";
import { createOpenSeparation } from "#audio/tasks/open-separation.ts";
import path from "node:path";
import { missingStems, type NetStem, netStems } from "#audio/separation/net-stems.ts";
import {
  SEPARATION_PRESETS,
  type SeparationPreset,
  STEM_LIMITS,
} from "#audio/separation/presets.ts";
import { isStemsForm, stemRoles } from "#core/models/forms.ts";
import type { Model } from "#core/models/models.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { createSpeedCache } from "../audio/studio/speed-cache.ts";
import { endingOfFormat, isVideoFormatName, parseFormat } from "../audio/formats.ts";
import { loadConfig } from "../build/load/config.ts";
import { findOpenErrors } from "../audio/open-file.ts";
import { requireFree, requireWritable } from "../audio/output/output-path.ts";
import { createProgressBar, describeFiles } from "../audio/progress-bar.ts";
import {
  type SeparatedFile,
  type SeparationJob,
  separateFile,
} from "../audio/separation/separate-file.ts";
import {
  type EngineOptions,
  stemsEngine,
  type StemsNet,
} from "../audio/separation/stems-engine.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { chooseModels } from "../models/choose-models.ts";
import { type OpenOptions, openModel } from "../models/open-model.ts";
import { loadRegistry } from "../models/registry.ts";

interface Options {
  readonly files: readonly string[];
  readonly out?: string;
  readonly preset: string;
  readonly engine: string;
  readonly models?: string;
  readonly format?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const BUILT_IN = "built-in";

/** `toolkit separate` */
export default async function separateFiles(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { log } = options.json ? { log: () => {} } : context;
  const plan = planStems(options);
  const bar = createProgressBar(log, context.interactive && !options.json);
  const model = options.engine === BUILT_IN ? null : chooseStemsModel(context, options.engine);
  const jobs = planFiles(options, plan, model ? netStems(plan.preset, model.form.stems) : null);
  await requireWritable(jobs.flatMap(({ outputs }) => outputs.map(({ file }) => file)));
  const results: (SeparationJob & SeparatedFile)[] = [];
  const errors = model ? await findOpenErrors(options.files) : null;
  const failures: Problem[] = (errors ?? []).map(problemOf);
  const net =
    model && !errors ? await openStemsNet(context, model, { ...options, log, bar }) : null;
  const builtIn = createOpenSeparation(createResources(context.home), () =>
    Promise.reject(new TypeError("The built-in engine opens no model")),
  );
  for (const [at, job] of errors ? [] : jobs.entries()) {
    let share = 0;
    const draw = bar.begin(() => describeFiles([{ at, name: job.input, share }], jobs.length));
    const onProgress = (part: number) => {
      share = part;
      draw((at + part) / jobs.length);
    };
    const report = (text: string): void => {
      bar.clear();
      log(text);
    };
    try {
      const run = { signal: context.signal, onProgress };
      const engine = net
        ? stemsEngine(net, { signal: context.signal, ...speedOf(context, net, report) })
        : () => builtIn;
      const facts = await separateFile(job, engine, run);
      results.push({ ...job, ...facts });
      report(`${job.input} → ${job.outputs.map(({ file }) => file).join(", ")}\n`);
      if (!net) for (const note of limitsOf(job, facts)) log(`  ${note}\n`);
    } catch (error) {
      bar.clear();
      if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      failures.push(problemOf(error));
    }
  }
  const ok = failures.length === 0;
  // JSON has no −∞: such a side level is null.
  if (options.json) context.print(`${JSON.stringify({ ok, results, problems: failures })}\n`);
  else context.log(renderProblems(failures, context));
  return ok ? 0 : 1;
}

const problemOf = ({ code, params }: ToolkitError): Problem => problem(code, params as never);

/** Limitations of the built-in engine for a song. */
function limitsOf({ outputs }: SeparationJob, { isMono }: SeparatedFile): string[] {
  const notes: string[] = [];
  const limits: Readonly<Record<string, string | undefined>> = STEM_LIMITS;
  if (outputs.some(({ stem }) => limits[stem] === "noMethod"))
    notes.push(
      "Only in part: nothing but a large net tells this instrument from others (--engine).",
    );
  if (isMono)
    notes.push("Both channels are the same: no voice can be found by its place in the middle.");
  return notes;
}

/** Measured speed of a model on this machine, and notices before the start. */
function speedOf(
  context: Context,
  net: StemsNet,
  report: (text: string) => void,
): Omit<EngineOptions, "signal"> {
  const speedCache = createSpeedCache(context.env, net.sha256);
  const pace = speedCache.read();
  if (pace === null) report(`${net.id} answers a known sound first, once on this machine …\n`);
  return {
    pace,
    onPace: (seconds) => speedCache.write(seconds),
    onEstimate: (seconds) => report(`Takes about ${describeSeconds(seconds)}.\n`),
  };
}

const describeSeconds = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

type StemsModel = Model & { readonly form: StemsNet["form"] };

/** @throws {ToolkitError} MODEL_UNKNOWN, MODEL_NO_STEMS */
function chooseStemsModel({ root, home }: Context, engine: string): StemsModel {
  const [model] = chooseModels(loadRegistry(root, home), [engine], () => false) as [Model];
  const { id, form, task } = model;
  if (!form || !isStemsForm(form)) throw new ToolkitError("MODEL_NO_STEMS", { id, task });
  return { ...model, form };
}

/** @throws {ToolkitError} errors of `openModel` */
async function openStemsNet(
  context: Context,
  model: StemsModel,
  { models, preset, log, bar }: Options & Pick<OpenOptions, "log" | "bar">,
): Promise<StemsNet> {
  const { id, form } = model;
  const { files, locked } = await openModel(context, model, {
    models,
    loadConfig: () => loadConfig(context.root),
    log,
    bar,
  });
  const missing = missingStems(preset as SeparationPreset, form.stems);
  if (missing.length > 0)
    log(`${id} does not know ${missing.join(" or ")}: you get what it is part of.\n`);
  return {
    id,
    form,
    files,
    sha256: locked.files.find(({ role }) => role === stemRoles(form)[0])!.sha256,
  };
}

/** @throws {ToolkitError} if there is nothing to do */
function planStems({ files, out, preset, format: name }: Options) {
  if (files.length === 0) throw usage("Which files?");
  if (out === undefined) throw usage("Where to? Name a folder with --out.");
  if (!Object.hasOwn(SEPARATION_PRESETS, preset))
    throw usage(`--preset is one of ${Object.keys(SEPARATION_PRESETS).join(", ")}.`);
  const format = parseFormat(name ?? "wav");
  if (isVideoFormatName(format)) throw usage("Stems are audio only: name an audio format.");
  return { out, preset: preset as SeparationPreset, format };
}

/**
 * @param stems of a model; null for those of the built-in engine
 * @throws {ToolkitError} if a stem has no output file, or would replace an input
 */
function planFiles(
  { files, force = false }: Options,
  { out, preset, format }: ReturnType<typeof planStems>,
  stems: readonly NetStem[] | null,
): SeparationJob[] {
  const own = stems ?? SEPARATION_PRESETS[preset].map((stem) => ({ stem, parts: [stem] }));
  const jobs = files.map((input) => {
    const song = path.basename(input, path.extname(input));
    const outputs = own.map(({ stem, parts }) => ({
      stem,
      parts,
      file: path.join(out, `${song}-${stem}.${endingOfFormat(format)}`),
    }));
    return { input, preset, format, outputs };
  });
  const outputFiles = jobs.flatMap(({ outputs }) => outputs.map(({ file }) => file));
  requireFree(files, outputFiles, force);
  return jobs;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
