import { missingStems } from "#audio/separation/net-stems.ts";
import {
  type SeparationPreset,
  SEPARATION_PRESETS,
  STEM_LIMITS,
} from "#audio/separation/presets.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { StemSpec } from "#runtime/audio/worker/separation/run-separation.ts";
import { sourcesOf, stemsOf } from "#runtime/panel-kit/split/use-split-model.ts";

/** Into how many stems a song is split, where that is chosen. */
export const STEM_COUNTS = ["2", "4", "6"] as const;
export type StemCount = (typeof STEM_COUNTS)[number];

/** A song in stems, and which of them are muted at first. */
export interface Split {
  /** For the built-in engine, which knows what the sources are for. */
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  readonly muted: readonly string[];
}

/** Stems that pages begin without. */
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

/** Into how many stems an engine can split a song. @param net null: the built-in one */
export const countsOf = (net: Pick<OfferedModel, "form"> | null): readonly StemCount[] =>
  STEM_COUNTS.filter((count) => Number(count) <= (net ? (sourcesOf(net)?.length ?? 4) : 4));

/** Stems of a preset that an engine cannot tell from the others, or only in part. */
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
 * How a page's preset splits a song.
 * @param count for the preset `stems`
 * @param net null: the built-in engine
 */
export function splitOf(
  wanted: SeparationPreset,
  count: StemCount,
  net: Pick<OfferedModel, "form"> | null,
): Split {
  const preset = wanted === "stems" && count === "2" ? "instrumental" : wanted;
  const nameOf = (stem: string): string => (stem === "rest" ? preset : stem);
  return {
    preset,
    stems: stemsOf(preset, net).map(({ stem, parts }) => ({ stem: nameOf(stem), parts })),
    muted: wanted === "stems" ? [] : MUTED[preset],
  };
}
