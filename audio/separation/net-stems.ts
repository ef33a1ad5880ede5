import { type SeparationPreset, SEPARATION_PRESETS } from "./presets.ts";

/** Names of the residual stem; it is never a source of its own. */
export const RESIDUAL_STEMS: readonly string[] = ["rest", "instrumental", "music"];

/** Network sources that are used for stems of another name. */
export const NET_SOURCES: Readonly<Record<string, string>> = { speech: "vocals", lead: "vocals" };

/** A stem, and the network sources that it is the sum of. */
export interface NetStem {
  readonly stem: string;
  readonly parts: readonly string[];
}

/**
 * Maps a network's sources to the stems of a preset: one source each, or one source and the sum of
 * all others.
 * @param sources of the network, in order
 */
export function netStems(preset: SeparationPreset, sources: readonly string[]): readonly NetStem[] {
  if (preset === "stems") return sources.map((name) => ({ stem: name, parts: [name] }));
  const [first, rest] = SEPARATION_PRESETS[preset];
  const source = NET_SOURCES[first] ?? first;
  // A network without this source includes it in "other".
  const own = sources.includes(source) ? source : "other";
  return [
    { stem: first, parts: [own] },
    { stem: rest, parts: sources.filter((name) => name !== own) },
  ];
}

/** Stems of a preset that a network cannot separate. */
export const missingStems = (
  preset: SeparationPreset,
  sources: readonly string[],
): readonly string[] =>
  SEPARATION_PRESETS[preset].filter(
    (stem) =>
      stem !== "other" &&
      !RESIDUAL_STEMS.includes(stem) &&
      // The vocals source contains all voices, including backing vocals.
      (stem === "lead" || !sources.includes(NET_SOURCES[stem] ?? stem)),
  );
