import { createRandom } from "../../soundscape/kit/random.ts";
import { createResonatorBank } from "../../soundscape/kit/resonators.ts";
import { EPISODE_RATE, type Music } from "./episode.ts";

/** Chords in semitones above a low C, one per line of talk. */
const CHORDS: Readonly<Record<Exclude<Music, "none">, readonly (readonly number[])[]>> = {
  warm: [
    [0, 7, 16, 23],
    [-3, 4, 12, 19],
    [5, 12, 16, 21],
    [-5, 7, 14, 17],
  ],
  bright: [
    [5, 12, 21, 24],
    [7, 14, 19, 23],
    [0, 12, 19, 28],
    [2, 14, 17, 21],
  ],
};
/** Frequency of that C in Hz. */
const LOW = 130.81;
/** Seconds between plucked notes. */
const PLUCK_INTERVALS = { warm: 0.62, bright: 0.42 } as const;
const QUANTUM = 128;

export interface MusicBed {
  /** Reads the next frames: a soft chord and plucked notes at level `plucks`. */
  read(left: Float32Array, right: Float32Array, plucks: number): void;
}

/**
 * Music under one line of talk: a slightly moving chord and notes of it. It depends only on the
 * line's index, so a line that is synthesized again keeps its music and does not change that of
 * others.
 * @param index of the line; −1 before the first
 */
export function createMusicBed(music: Exclude<Music, "none">, index: number): MusicBed {
  const chords = CHORDS[music];
  const chord = chords[(index + 1) % chords.length]!;
  const random = createRandom(1000 + index);
  const rings = createResonatorBank(40, EPISODE_RATE);
  const partials = chord.flatMap((semitones, note) =>
    [1, 2, 3].flatMap((harmonic) =>
      [-1, 1].map((side) => ({
        step:
          (2 *
            Math.PI *
            LOW *
            harmonic *
            2 ** (semitones / 12) *
            (1 + 0.0016 * side * (1 + 0.3 * note))) /
          EPISODE_RATE,
        phase: 2 * Math.PI * random.next(),
        level: (0.02 / (1 + 0.5 * note)) * [1, 0.28, 0.1][harmonic - 1]!,
        pan: 0.5 + 0.32 * side,
        sway: 0.05 + 0.09 * random.next(),
        turn: 2 * Math.PI * random.next(),
      })),
    ),
  );
  let frame = 0;
  let due = 0.2;
  const pluck = (at: number, level: number): void => {
    const frequency = 2 * LOW * 2 ** (random.pick(chord) / 12);
    for (const [harmonic, share] of [
      [1, 1],
      [2, 0.36],
      [3, 0.12],
    ] as const)
      rings.add({
        frequency: frequency * harmonic,
        decay: 0.55 / harmonic,
        level: 0.055 * share * level * random.between(0.6, 1),
        pan: 0.5 * random.noise(),
        at,
      });
  };
  return {
    read(left, right, plucks) {
      for (let from = 0; from < left.length; from += QUANTUM) {
        const to = Math.min(left.length, from + QUANTUM);
        const [a, b] = [left.subarray(from, to), right.subarray(from, to)];
        const time = frame / EPISODE_RATE;
        for (const one of partials) {
          const loud =
            one.level * (0.75 + 0.25 * Math.sin(2 * Math.PI * one.sway * time + one.turn));
          for (let i = 0; i < a.length; i++) {
            const value = loud * Math.sin(one.phase + one.step * i);
            a[i] = a[i]! + (1 - one.pan) * value;
            b[i] = b[i]! + one.pan * value;
          }
          one.phase = (one.phase + one.step * a.length) % (2 * Math.PI);
        }
        while (due * EPISODE_RATE < frame + a.length) {
          if (plucks > 0) pluck(Math.max(0, Math.floor(due * EPISODE_RATE) - frame), plucks);
          due += PLUCK_INTERVALS[music] * (random.bernoulli(0.25) ? 2 : 1);
        }
        rings.mix(a, b);
        frame += a.length;
      }
    },
  };
}
