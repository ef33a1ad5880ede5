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

/** What a mashup takes of a song: some of what it is made of, or all of it. */
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

/** What a job that prepares the parts of a mashup is given. */
export interface MashupParams extends JsonObject {
  /** Of each song, in the order of the job's files. */
  readonly takes: readonly Take[];
  /** One that loses nothing. */
  readonly output: OutputFormat;
  /** The net that the visitor chose, where it is not the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}

/** Sources that a take has, or all but those that it lacks. */
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

/** How a take is split off its song. */
export interface TakenParts {
  /** For the built-in engine. */
  readonly preset: SeparationPreset;
  /** Sources whose sum it is. */
  readonly parts: readonly string[];
}

/**
 * How a take is split off; null where an engine does not tell apart what it needs.
 * @param net null: the built-in engine
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

/** Whether an engine can take that of a song. */
export const canTake = (take: Take, net: Pick<OfferedModel, "form"> | null): boolean =>
  take === "all" || takenParts(take, net) !== null;
