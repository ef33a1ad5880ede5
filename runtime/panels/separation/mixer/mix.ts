import { type Edit, addTrack, changeTrack, createEdit } from "#audio/edit/edit.ts";
import type { StemLevel } from "#runtime/panel-kit/player/mix-graph.ts";

/** The channel strip of a stem. */
export interface StemMix {
  /** dB */
  readonly gain: number;
  /** −1 is left, 0 the center, 1 right. */
  readonly pan: number;
  readonly muted: boolean;
  /** If any stem is solo, only solo stems are audible. */
  readonly solo: boolean;
}

/** The mix of the stems of a song. */
export interface Mix {
  /** In the order of the stems. */
  readonly stems: readonly StemMix[];
  /** Master gain in dB. */
  readonly master: number;
}

/** The original song or the mix. */
export type Side = "mix" | "original";

/** Range of the faders in dB; at its lower end a stem is silent. */
export const FADER = { least: -60, most: 12 } as const;
/** Range of the master gain in dB. */
export const MASTER = { least: -24, most: 12 } as const;

export const stemAsItIs = (muted = false): StemMix => ({ gain: 0, pan: 0, muted, solo: false });

export const changeStem = (mix: Mix, at: number, change: Partial<StemMix>): Mix => ({
  ...mix,
  stems: mix.stems.map((stem, index) => (index === at ? { ...stem, ...change } : stem)),
});

/** Whether a stem is audible in a mix. */
export const isAudible = ({ stems }: Mix, at: number): boolean => {
  const stem = stems[at]!;
  const isPlayed = stems.some(({ solo }) => solo) ? stem.solo : !stem.muted;
  return isPlayed && stem.gain > FADER.least;
};

/** Whether a mix equals the original song. */
export const isOriginal = (mix: Mix): boolean =>
  mix.master === 0 &&
  mix.stems.every(({ gain, pan }, at) => gain === 0 && pan === 0 && isAudible(mix, at));

const factorOf = (decibels: number): number => 10 ** (decibels / 20);

/** Gain and pan of each stem, and the master gain. The original song is the sum of its stems. */
export function levelsOf(
  mix: Mix,
  side: Side,
): { readonly levels: readonly StemLevel[]; readonly master: number } {
  if (side === "original")
    return { levels: mix.stems.map(() => ({ factor: 1, pan: 0 })), master: 1 };
  return {
    levels: mix.stems.map(({ gain, pan }, at) => ({
      factor: isAudible(mix, at) ? factorOf(gain) : 0,
      pan,
    })),
    master: factorOf(mix.master),
  };
}

/** Stems of the same sample rate and length. */
export interface MixedStems {
  /** Their source names in the edit, in the order of the mix. */
  readonly names: readonly string[];
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: number;
}

/** The mix as an edit, which can be rendered to a file. */
export function editOf(mix: Mix, { names, sampleRate, channels, frames }: MixedStems): Edit {
  // Panning needs two channels.
  const wide = channels === 1 && mix.stems.some(({ pan }) => pan !== 0);
  let edit = createEdit(sampleRate, wide ? 2 : channels);
  for (const [at, name] of names.entries()) {
    edit = addTrack(edit, name, { source: name, frames });
    const { gain, pan } = mix.stems[at]!;
    edit = changeTrack(edit, edit.tracks.at(-1)!.id, {
      gain: gain + mix.master,
      pan,
      muted: !isAudible(mix, at),
    });
  }
  return edit;
}
