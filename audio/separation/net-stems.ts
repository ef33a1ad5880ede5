import { type SeparationPreset, SEPARATION_PRESETS } from "./presets.ts";

/** What the rest of a song is called; it is never a source of its own. */
export const REST_STEMS: readonly string[] = ["rest", "instrumental", "music"];

/** Source of a net that is heard as a stem of another name. */
export const NET_SOURCES: Readonly<Record<string, string>> = { speech: "vocals", lead: "vocals" };

/** A stem, and the sources of a net whose sum it is. */
export interface NetStem {
  readonly stem: string;
  readonly parts: readonly string[];
}

/**
 * The stems of a preset, of what a net finds: a source each, or one and all others together.
 * @param sources of the net, in its order
 */
export function netStems(preset: SeparationPreset, sources: readonly string[]): readonly NetStem[] {
  if (preset === "stems") return sources.map((name) => ({ stem: name, parts: [name] }));
  const [first, rest] = SEPARATION_PRESETS[preset];
  const source = NET_SOURCES[first] ?? first;
  // A net that lacks it gives what it lies in.
  const own = sources.includes(source) ? source : "other";
  return [
    { stem: first, parts: [own] },
    { stem: rest, parts: sources.filter((name) => name !== own) },
  ];
}

/** Stems of a preset that a net cannot tell from the others. */
export const missingStems = (
  preset: SeparationPreset,
  sources: readonly string[],
): readonly string[] =>
  SEPARATION_PRESETS[preset].filter(
    (stem) =>
      stem !== "other" &&
      !REST_STEMS.includes(stem) &&
      // Its source is all voices, those behind the lead included.
      (stem === "lead" || !sources.includes(NET_SOURCES[stem] ?? stem)),
  );
