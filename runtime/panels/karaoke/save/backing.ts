import { type Edit, addTrack, changeTrack, createEdit } from "#audio/edit/edit.ts";
import type { StemLevel } from "#runtime/panel-kit/player/mix-graph.ts";
import type { Saving } from "#runtime/contract/file.ts";

/** The backing track. */
export interface Backing {
  /** Level of the guide vocals, from 0 to 1. */
  readonly guide: number;
  /** Transposition from −6 to 6 semitones. */
  readonly semitones: number;
  /** Tempo from 50 to 150 percent. */
  readonly tempo: number;
}

export const DEFAULT_BACKING: Backing = { guide: 0, semitones: 0, tempo: 100 };
export const LIMITS = { semitones: [-6, 6], tempo: [50, 150] } as const;

const within = (value: unknown, [min, max]: readonly [number, number], fallback: number): number =>
  typeof value === "number" && Number.isFinite(value)
    ? Math.min(max, Math.max(min, value))
    : fallback;

/** Stored settings; defaults for invalid values. */
export const backingOf = (stored: Readonly<Record<string, unknown>> | undefined): Backing => ({
  guide: within(stored?.["guide"], [0, 1], DEFAULT_BACKING.guide),
  semitones: Math.round(within(stored?.["semitones"], LIMITS.semitones, DEFAULT_BACKING.semitones)),
  tempo: Math.round(within(stored?.["tempo"], LIMITS.tempo, DEFAULT_BACKING.tempo)),
});

/** Levels of vocals and accompaniment, in this order. */
export const levelsOf = (guide: number): readonly StemLevel[] => [
  { factor: guide, pan: 0 },
  { factor: 1, pan: 0 },
];

/** The mix as an edit of both stems by their ids, vocals first. */
export function editOf(
  { guide }: Backing,
  ids: readonly [vocals: string, instrumental: string],
  { sampleRate, channels, seconds }: Pick<Saving, "sampleRate" | "channels" | "seconds">,
): Edit {
  const frames = Math.round(seconds * sampleRate);
  let edit = createEdit(sampleRate, channels);
  for (const [at, source] of ids.entries()) {
    edit = addTrack(edit, source, { source, frames });
    const muted = at === 0 && guide === 0;
    const gain = at === 0 && !muted ? 20 * Math.log10(guide) : 0;
    edit = changeTrack(edit, edit.tracks.at(-1)!.id, { gain, pan: 0, muted });
  }
  return edit;
}
