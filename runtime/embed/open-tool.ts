import type { SeparationPreset } from "#audio/separation/presets.ts";
import { openSteps } from "#audio/recipes/open-steps.ts";
import type trim from "#audio/effects/trim.ts";
import type { ValuesOf } from "#audio/parameters.ts";
import type { EmbeddedTool } from "#core/page/page.ts";
import { findEffect } from "../audio/effects.ts";
import { sharedEngine } from "../audio/shared-engine.ts";
import type { RequestedFormat } from "../audio/requested-format.ts";
import type { DeviceJob } from "../contract/job-runner.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { splitOf } from "../panels/separation/split/presets.ts";
import { EmbedFailure, type EmbedSettings, type EmbedTool } from "./controller.ts";
import type { EmbedFile } from "./messages.ts";

/** The jobs of panels that run in a frame, with the parameters that their panels give them. */
const JOBS: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  editor: () => import("../panels/editor/job.ts"),
  enhance: () => import("../panels/enhance/job.ts"),
  separation: () => import("../panels/separation/job.ts"),
};

interface Length {
  readonly seconds: number;
}

export interface EmbedToolKind {
  /** Id of the effect whose parameters are the settings; null if there are none. */
  readonly effect: string | null;
  /** Message key of the start button. */
  readonly action: string;
  /** Parameters of the panel's job, from valid values of all of the effect's parameters. */
  readonly params: (values: JsonObject, output: RequestedFormat, input: Length) => JsonObject;
  /** Roles of the results that visitors want to be rid of; they come last. */
  readonly last: readonly string[];
}

type TrimValues = ValuesOf<typeof trim.parameters>;

/** The ranges that remain: those that are listed, else from start to end, within the sound. */
export function trimRanges(
  { start, end, ranges }: Pick<TrimValues, "start" | "end" | "ranges">,
  { seconds }: Length,
): { readonly start: number; readonly end: number }[] {
  const all = ranges.length > 0 ? ranges : [[start, end] as const];
  return all
    .map(([from, to]) => ({ start: Math.min(from, seconds), end: Math.min(to, seconds) }))
    .filter((range) => range.end > range.start);
}

/** Removes ranges that are all behind the end of another file, which is then kept as a whole. */
export function fitTrim(settings: EmbedSettings, seconds: number): EmbedSettings {
  const { start = 0, end = Infinity, ranges = [], ...others } = settings.values;
  const given = { start, end, ranges } as unknown as TrimValues;
  return trimRanges(given, { seconds }).length > 0 ? settings : { ...settings, values: others };
}

function trimParams(values: JsonObject, output: RequestedFormat, input: Length): JsonObject {
  const { fadeIn, fadeOut, curve, ...rest } = values as unknown as TrimValues;
  const regions = trimRanges(rest, input);
  if (regions.length === 0)
    throw new EmbedFailure("value", { message: "The ranges are not within the sound." });
  return { regions: regions as unknown as Json, fadeIn, fadeOut, curve, output };
}

export function kindOf({ panel, preset }: Pick<EmbeddedTool, "panel" | "preset">): EmbedToolKind {
  if (panel === "separation") {
    const { stems, muted } = splitOf(preset as SeparationPreset, "4", null);
    return {
      effect: null,
      action: `panel-separation:start.${preset}`,
      params: (_, output) => ({ split: preset, stems: stems as unknown as Json, output }),
      last: muted,
    };
  }
  if (preset === "trim")
    return { effect: "trim", action: "panel-editor:trim", params: trimParams, last: [] };
  const action = panel === "editor" ? "panel-editor:volume" : `panel-kit:effect.${preset}.name`;
  return { effect: preset, action, params: (values, output) => ({ values, output }), last: [] };
}

/**
 * Valid values of all parameters of an effect.
 * @param effect null for a tool without settings
 * @throws {EmbedFailure} `value`
 */
async function valuesOf(
  effect: string | null,
  { values, output }: EmbedSettings,
): Promise<JsonObject> {
  const { steps, problems } = await openSteps(
    {
      kind: "recipe",
      version: 1,
      name: "embed",
      steps: effect === null ? [] : [{ effect, values }],
      ...(output && { output }),
    },
    findEffect,
  );
  const unknown = effect === null ? Object.keys(values)[0] : undefined;
  if (unknown !== undefined)
    throw new EmbedFailure("value", { message: `There is no setting "${unknown}".` });
  const [first] = problems;
  if (first)
    throw new EmbedFailure("value", {
      message:
        first.expected === undefined
          ? `There is no setting "${first.name}".`
          : `"${first.name}" has to be ${first.expected}.`,
    });
  return (steps[0]?.values ?? {}) as JsonObject;
}

/** The tool of a panel's preset, whose job runs on this device and writes to memory. */
export function openEmbedTool(tool: EmbeddedTool): EmbedTool {
  const { effect, params, last } = kindOf(tool);
  return {
    ...(effect === "trim" && { fit: fitTrim }),
    async probe(file) {
      const reading = await sharedEngine().open([file]);
      reading.close();
      const [found] = reading.files;
      if (!found || !(found.duration > 0)) throw new EmbedFailure("unreadable");
      return found.duration;
    },
    async check(settings) {
      try {
        await valuesOf(effect, settings);
        return null;
      } catch (error) {
        if (error instanceof EmbedFailure) return error.message;
        throw error;
      }
    },
    async run({ file, seconds }, settings, options) {
      const [{ runInMemory }, { default: job }, values] = await Promise.all([
        import("./run-in-memory.ts"),
        JOBS[tool.panel]!(),
        valuesOf(effect, settings),
      ]);
      const output = (settings.output?.format ?? "keep") as RequestedFormat;
      const { preset } = tool;
      const given = { file, preset, params: params(values, output, { seconds }) };
      const { files, unchanged } = await runInMemory(job as DeviceJob, given, options);
      const isLast = ({ role = "" }: EmbedFile): boolean => last.includes(role);
      return { files: files.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))), unchanged };
    },
  };
}
