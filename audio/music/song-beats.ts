import type { Bars } from "./bars.ts";

/** Beats of a song, detected or corrected. */
export interface SongBeats extends Bars {
  /** Seconds, increasing. */
  readonly beats: readonly number[];
}

/** Beats per minute from the median interval; 0 with fewer than two beats. */
export function tempoOf({ beats }: Pick<SongBeats, "beats">): number {
  const gaps = beats.slice(1).map((time, i) => time - beats[i]!);
  return gaps.length === 0 ? 0 : 60 / gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
}

const modulo = (value: number, length: number): number => ((value % length) + length) % length;

/** Inserts a beat between any two: doubles the tempo. */
export function doubleBeats<T extends SongBeats>(song: T): T {
  const { beats } = song;
  const doubled = beats.flatMap((time, i) =>
    beats[i + 1] === undefined ? [time] : [time, (time + beats[i + 1]!) / 2],
  );
  return { ...song, beats: doubled, first: modulo(2 * song.first, song.beatsPerBar) };
}

/** Keeps every second beat, including bar lines: halves the tempo. */
export function halveBeats<T extends SongBeats>(song: T): T {
  const start = song.first % 2;
  const beats = song.beats.filter((_, i) => i % 2 === start);
  return { ...song, beats, first: modulo((song.first - start) / 2, song.beatsPerBar) };
}

/** Moves bar lines later by a number of beats. */
export const shiftBar = <T extends SongBeats>(song: T, beats: number): T => ({
  ...song,
  first: modulo(song.first + beats, song.beatsPerBar),
});

/** Moves all beats later by some seconds, with wraparound. */
export function moveBeats<T extends SongBeats>(song: T, seconds: number, duration: number): T {
  const moved = song.beats.map((time) => time + seconds);
  return fill({ ...song, beats: moved }, duration);
}

/** Beats at a constant tempo. @param anchor time of a bar line in seconds */
export function steadyBeats<T extends SongBeats>(
  song: T,
  {
    bpm,
    anchor,
    duration,
  }: { readonly bpm: number; readonly anchor: number; readonly duration: number },
): T {
  const period = 60 / bpm;
  return fill({ ...song, beats: [anchor, anchor + period], first: 0 }, duration);
}

/** Changes the number of beats per bar; one bar line is preserved. */
export const countBeats = <T extends SongBeats>(song: T, beatsPerBar: Bars["beatsPerBar"]): T => ({
  ...song,
  beatsPerBar,
  first: song.first % beatsPerBar,
});

/** Extrapolates beats to the beginning of a sound. */
export function fillStart<T extends SongBeats>(song: T): T {
  const { beats } = song;
  if (beats.length < 2) return song;
  const before: number[] = [];
  const period = beats[1]! - beats[0]!;
  for (let time = beats[0]! - period; time >= 0; time -= period) before.push(time);
  const first = modulo(song.first + before.length, song.beatsPerBar);
  return { ...song, beats: [...before.toReversed(), ...beats], first };
}

/** Extrapolates beats to the beginning and the end of a sound. */
function fill<T extends SongBeats>(song: T, duration: number): T {
  if (song.beats.length < 2) return song;
  const { beats, first } = fillStart(song);
  const after: number[] = [];
  const last = beats.at(-1)! - beats.at(-2)!;
  for (let time = beats.at(-1)! + last; time < duration; time += last) after.push(time);
  const all = [...beats, ...after];
  const cut = Math.max(
    0,
    all.findIndex((time) => time >= 0),
  );
  return {
    ...song,
    beats: all.filter((time) => time >= 0 && time < duration),
    first: modulo(first - cut, song.beatsPerBar),
  };
}

/**
 * Converts a time to a fractional beat index (2.5 is midway between the third and the fourth beat),
 * with extrapolation.
 */
export function beatPositionAt({ beats }: Pick<SongBeats, "beats">, time: number): number {
  let [low, high] = [0, beats.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (beats[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low + (time - beats[low]!) / (beats[low + 1]! - beats[low]!);
}

/** Converts a fractional beat index to a time in seconds; the inverse of `beatPositionAt`. */
export function timeAtBeatPosition({ beats }: Pick<SongBeats, "beats">, position: number): number {
  const low = Math.max(0, Math.min(beats.length - 2, Math.floor(position)));
  return beats[low]! + (position - low) * (beats[low + 1]! - beats[low]!);
}

/** Time signature in musical notation: a beat divided into three is a dotted quarter. */
export const timeSignatureOf = ({
  beatsPerBar,
  division,
}: Pick<Bars, "beatsPerBar" | "division">): string =>
  division === 3 ? `${3 * beatsPerBar}/8` : `${beatsPerBar}/4`;
