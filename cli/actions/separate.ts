import { existsSync } from "node:fs";
import path from "node:path";
import {
  SEPARATION_PRESETS,
  type SeparationPreset,
  STEM_LIMITS,
} from "../../audio/separation/presets.ts";
import type { SeparationFacts } from "../../audio/separation/separator.ts";
import type { Problem } from "../../core/errors/errors.ts";
import { problem, ToolkitError } from "../../core/errors/errors.ts";
import { endingOfFormat, isFilmFormat, parseFormat } from "../audio/formats.ts";
import { requirePlaces } from "../audio/output-place.ts";
import { createProgressBar, describeFiles } from "../audio/progress-bar.ts";
import { type SeparationJob, separateFile } from "../audio/separation/separate-file.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";

interface Options {
  readonly files: readonly string[];
  readonly out?: string;
  readonly preset: string;
  readonly format?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Below it nothing but rounding tells both channels apart. */
const MONO_LEVEL = -60;

/** `toolkit separate` */
export default async function separateFiles(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const jobs = planStems(options);
  await requirePlaces(jobs.flatMap(({ outputs }) => outputs.map(({ file }) => file)));
  const { signal, log } = options.json ? { ...context, log: () => {} } : context;
  const bar = createProgressBar(log, context.interactive && !options.json);
  const results: (SeparationJob & SeparationFacts)[] = [];
  const failures: Problem[] = [];
  for (const [at, job] of jobs.entries()) {
    let share = 0;
    const draw = bar.begin(() => describeFiles([{ at, name: job.input, share }], jobs.length));
    const onProgress = (part: number) => {
      share = part;
      draw((at + part) / jobs.length);
    };
    try {
      const facts = await separateFile(job, { signal, onProgress });
      bar.clear();
      results.push({ ...job, ...facts });
      log(`${job.input} → ${job.outputs.map(({ file }) => file).join(", ")}\n`);
      if (job.outputs.some(({ stem }) => STEM_LIMITS[stem] === "noMethod"))
        log("  Only in part: nothing but a large net tells this instrument from others.\n");
      if (facts.sideLevel < MONO_LEVEL)
        log("  Both channels are the same: no voice can be found by its place in the middle.\n");
    } catch (error) {
      bar.clear();
      if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      failures.push(problem(error.code, error.params as never));
    }
  }
  const ok = failures.length === 0;
  // A side level of −∞ is null here.
  if (options.json) context.print(`${JSON.stringify({ ok, results, problems: failures })}\n`);
  else context.log(renderProblems(failures, context));
  return ok ? 0 : 1;
}

/** @throws {ToolkitError} where there is nothing to do, or a stem has no place */
function planStems({ files, out, preset, format: name, force }: Options): SeparationJob[] {
  if (files.length === 0) throw usage("Which files?");
  if (out === undefined) throw usage("Where to? Name a folder with --out.");
  if (!Object.hasOwn(SEPARATION_PRESETS, preset))
    throw usage(`--preset is one of ${Object.keys(SEPARATION_PRESETS).join(", ")}.`);
  const own = preset as SeparationPreset;
  const format = parseFormat(name ?? "wav");
  if (isFilmFormat(format)) throw usage("Stems are sound alone: name a format of sound.");
  const jobs = files.map((input): SeparationJob => {
    const song = path.basename(input, path.extname(input));
    const outputs = SEPARATION_PRESETS[own].map((stem) => ({
      stem,
      file: path.join(out, `${song}-${stem}.${endingOfFormat(format)}`),
    }));
    return { input, preset: own, format, outputs };
  });
  const places = jobs.flatMap(({ outputs }) => outputs.map(({ file }) => file));
  const twice = places.find((file, at) => places.indexOf(file) !== at);
  if (twice !== undefined) throw usage(`Two songs would be written to ${twice}.`);
  const existing = force ? [] : places.filter((file) => existsSync(file));
  const problems = existing.map((file) => problem("OUTPUT_EXISTS", { file }));
  if (existing[0]) throw new ToolkitError("OUTPUT_EXISTS", { file: existing[0] }, { problems });
  return jobs;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
