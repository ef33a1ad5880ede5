import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import {
  SEPARATION_PRESETS,
  type SeparationPreset,
  type StemName,
} from "#audio/separation/presets.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { sourcesOf } from "#runtime/panel-kit/split/use-split-model.ts";
import type { ChosenModel } from "#runtime/panel-kit/settings/effect-params.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

/** The part of a song that a mashup uses: some of its stems, or all. */
export const TAKES = [
  "vocals",
  "instrumental",
  "drums",
  "bass",
  "rhythm",
  "other",
  "no-drums",
  "all",
] as const;
export type Take = (typeof TAKES)[number];

/** Parameters of a job that extracts the parts of a mashup. */
export interface MashupParams extends JsonObject {
  /** For each song, in the order of the job's files. */
  readonly takes: readonly Take[];
  /** A lossless format. */
  readonly output: OutputFormat;
  /** The chosen model; missing for the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}

/** Sources that a take consists of, or those that it excludes. */
const PARTS: Readonly<
  Record<
    Exclude<Take, "all">,
    { readonly only: readonly StemName[] } | { readonly without: readonly StemName[] }
  >
> = {
  vocals: { only: ["vocals"] },
  instrumental: { without: ["vocals"] },
  drums: { only: ["drums"] },
  bass: { only: ["bass"] },
  rhythm: { only: ["drums", "bass"] },
  other: { without: ["vocals", "drums", "bass"] },
  "no-drums": { without: ["drums"] },
};

/** How a take is separated from its song. */
export interface TakenParts {
  /** Preset of the built-in engine. */
  readonly preset: SeparationPreset;
  /** Sources that are summed. */
  readonly parts: readonly string[];
}

/**
 * How a take is separated; null if the engine cannot separate it.
 * @param net null for the built-in engine
 */
export function takenParts(
  take: Exclude<Take, "all">,
  net: Pick<OfferedModel, "form"> | null,
): TakenParts | null {
  const rule = PARTS[take];
  const named = "only" in rule ? rule.only : rule.without;
  const preset = named.join() === "vocals" ? "instrumental" : "stems";
  const sources: readonly string[] = (net && sourcesOf(net)) ?? SEPARATION_PRESETS[preset];
  if (!named.every((name) => sources.includes(name))) return null;
  return {
    preset,
    parts: sources.filter((name) => named.some((one) => one === name) === "only" in rule),
  };
}

/** Whether an engine can separate a take. */
export const canTake = (take: Take, net: Pick<OfferedModel, "form"> | null): boolean =>
  take === "all" || takenParts(take, net) !== null;
