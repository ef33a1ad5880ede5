import { missingStems } from "#audio/separation/net-stems.ts";
import {
  type SeparationPreset,
  SEPARATION_PRESETS,
  STEM_LIMITS,
} from "#audio/separation/presets.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { StemSpec } from "#audio/tasks/run-separation.ts";
import { sourcesOf, stemsOf } from "#runtime/panel-kit/split/use-split-model.ts";

/** Selectable numbers of stems. */
export const STEM_COUNTS = ["2", "4", "6"] as const;
export type StemCount = (typeof STEM_COUNTS)[number];

/** The stems of a song, and those that are muted by default. */
export interface Split {
  /** Preset of the built-in engine. */
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  readonly muted: readonly string[];
}

/** Stems that are muted by default, by preset. */
const MUTED: Readonly<Record<SeparationPreset, readonly string[]>> = {
  stems: [],
  instrumental: ["vocals"],
  vocals: ["instrumental"],
  "no-drums": ["drums"],
  "no-bass": ["bass"],
  "no-guitar": ["guitar"],
  "no-piano": ["piano"],
  "no-lead": ["lead"],
  speech: ["music"],
};

/** Numbers of stems that an engine supports. @param net null for the built-in engine */
export const countsOf = (net: Pick<OfferedModel, "form"> | null): readonly StemCount[] =>
  STEM_COUNTS.filter((count) => Number(count) <= (net ? (sourcesOf(net)?.length ?? 4) : 4));

/** Stems of a preset that an engine cannot separate, or not completely. */
export const limitsOf = (
  preset: SeparationPreset,
  net: Pick<OfferedModel, "form"> | null,
): readonly string[] => {
  const sources = net && sourcesOf(net);
  return sources
    ? missingStems(preset, sources)
    : SEPARATION_PRESETS[preset].filter((stem) => STEM_LIMITS[stem] !== undefined);
};

/**
 * How a preset separates a song.
 * @param count for the preset `stems`
 * @param net null for the built-in engine
 */
export function splitOf(
  requested: SeparationPreset,
  count: StemCount,
  net: Pick<OfferedModel, "form"> | null,
): Split {
  const preset = requested === "stems" && count === "2" ? "instrumental" : requested;
  const nameOf = (stem: string): string => (stem === "rest" ? preset : stem);
  return {
    preset,
    stems: stemsOf(preset, net).map(({ stem, parts }) => ({ stem: nameOf(stem), parts })),
    muted: requested === "stems" ? [] : MUTED[preset],
  };
}
