/** Where the beats of a song are, as far as one tempo holds. */
export interface BeatGrid {
  /** Beats a minute, 20 to 400. */
  readonly bpm: number;
  /** Seconds at which a bar begins. */
  readonly first: number;
  /** Beats of a bar. */
  readonly metre: number;
}

interface Beat {
  /** Seconds of the song. */
  readonly time: number;
  /** Whether a bar begins with it. */
  readonly accent: boolean;
}

/** Beats from a time on to before another one, in seconds. */
export function beatsBetween({ bpm, first, metre }: BeatGrid, from: number, to: number): Beat[] {
  const step = 60 / bpm;
  const beats: Beat[] = [];
  // What is a hair before the beginning has been heard.
  for (let at = Math.ceil((from - first) / step - 1e-6); first + at * step < to - 1e-6; at++)
    beats.push({ time: first + at * step, accent: ((at % metre) + metre) % metre === 0 });
  return beats;
}

/** Seconds of a click, and its pitch in Hz. */
const LENGTH = 0.03;
const PITCH = { accent: 1760, plain: 1100 } as const;

/** A click as samples. */
export function clickOf(sampleRate: number, accent: boolean): Float32Array {
  const click = new Float32Array(Math.round(LENGTH * sampleRate));
  const pitch = accent ? PITCH.accent : PITCH.plain;
  for (let i = 0; i < click.length; i++) {
    const time = i / sampleRate;
    click[i] = 0.5 * Math.sin(2 * Math.PI * pitch * time) * Math.exp(-time / 0.006);
  }
  return click;
}
