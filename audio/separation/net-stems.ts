import { type SeparationPreset, SEPARATION_PRESETS } from "./presets.ts";

/** Names of the residual stem; it is never a source of its own. */
export const RESIDUAL_STEMS: readonly string[] = ["rest", "instrumental", "music"];

/** Sources that replace stems which a network does not know by their own name. */
const SUBSTITUTES: Readonly<Record<string, string>> = { speech: "vocals", lead: "vocals" };

/** Name of a network's source for a stem; the network may lack it. */
const netSource = (stem: string, sources: readonly string[]): string =>
  sources.includes(stem) ? stem : (SUBSTITUTES[stem] ?? stem);

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
  const source = netSource(first, sources);
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
      !sources.includes(stem) &&
      // A source of all vocals contains backing vocals as well.
      (stem === "lead" || !sources.includes(netSource(stem, sources))),
  );
