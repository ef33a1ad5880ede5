/** The beats of a song with a constant tempo. */
export interface BeatGrid {
  /** Beats per minute, 20 to 400. */
  readonly bpm: number;
  /** Start of a bar in seconds. */
  readonly first: number;
  /** Beats per bar. */
  readonly metre: number;
}

interface Beat {
  /** Position in the song in seconds. */
  readonly time: number;
  /** Whether it is the first beat of a bar. */
  readonly accent: boolean;
}

/** Beats in a half-open range of seconds. */
export function beatsBetween(
  { bpm, first, metre: beatsPerBar }: BeatGrid,
  from: number,
  to: number,
): Beat[] {
  const step = 60 / bpm;
  const beats: Beat[] = [];
  // A beat marginally before the start has been played.
  for (let at = Math.ceil((from - first) / step - 1e-6); first + at * step < to - 1e-6; at++)
    beats.push({
      time: first + at * step,
      accent: ((at % beatsPerBar) + beatsPerBar) % beatsPerBar === 0,
    });
  return beats;
}

/** Length of a click in seconds, and its pitch in Hz. */
const LENGTH = 0.03;
const PITCH = { accent: 1760, plain: 1100 } as const;

/** The samples of a click. */
export function createClick(sampleRate: number, accent: boolean): Float32Array {
  const click = new Float32Array(Math.round(LENGTH * sampleRate));
  const pitch = accent ? PITCH.accent : PITCH.plain;
  for (let i = 0; i < click.length; i++) {
    const time = i / sampleRate;
    click[i] = 0.5 * Math.sin(2 * Math.PI * pitch * time) * Math.exp(-time / 0.006);
  }
  return click;
}
