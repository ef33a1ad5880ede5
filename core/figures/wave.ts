import { createSeededRandom } from "../random.ts";

/**
 * Drawn sound: amplitudes from a seed, and the paths of their bars. Equal seeds give equal
 * drawings.
 */

export type Tone = "original" | "kept" | "removed" | "selected";
export type Amplitudes = readonly number[];

const sample = (n: number, at: (index: number) => number): number[] =>
  Array.from({ length: n }, (_, index) => Math.max(0, Math.min(1, at(index))));

/** Amplitudes of speech: phrases of syllables, with pauses between them. */
export function speech(seed: string, n: number): { wave: number[]; pauses: [number, number][] } {
  const random = createSeededRandom(seed);
  const wave = sample(n, () => 0.02);
  const pauses: [number, number][] = [];
  let at = Math.floor(random() * 3);
  while (at < n) {
    const length = Math.min(n - at, 16 + Math.floor(random() * 26));
    const loud = 0.5 + random() * 0.5;
    for (let left = 0; left < length;) {
      const syllable = 3 + Math.floor(random() * 8);
      const peak = loud * (0.35 + random() * 0.65);
      for (let i = 0; i < syllable && left + i < length; i += 1) {
        const position = (i + 0.6) / syllable;
        const shape = Math.sin(Math.PI * Math.sqrt(position));
        const arch = 0.55 + 0.45 * Math.sin((Math.PI * (left + i + 1)) / (length + 1));
        const grain = 0.45 + 0.55 * Math.sqrt(random());
        wave[at + left + i] = Math.max(0.03, Math.min(1, 1.25 * peak * shape * arch * grain));
      }
      left += syllable;
    }
    at += length;
    const pause = Math.min(n - at, 7 + Math.floor(random() * 9));
    if (pause > 0) pauses.push([at, at + pause]);
    at += pause;
  }
  return { wave, pauses };
}

/** Amplitudes of music: decaying beats over a slow swell. */
export function song(seed: string, n: number): number[] {
  const random = createSeededRandom(seed);
  const beat = 9 + Math.floor(random() * 4);
  const phase = random() * 6;
  return sample(n, (index) => {
    const ring = Math.exp(-(index % beat) / 3.2);
    const accent = index % (beat * 4) < beat ? 1 : 0.72;
    const body = 0.34 + 0.16 * Math.sin(index / 23 + phase);
    return body * (0.7 + random() * 0.3) + 0.46 * ring * accent;
  });
}

export interface BarsOptions {
  readonly x?: number;
  /** Height of the center line, and of the tallest bar above it. */
  readonly middle: number;
  readonly reach: number;
  readonly pitch: number;
  /** Draws only the bars for which the predicate returns true. */
  readonly when?: (index: number) => boolean;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Path of mirrored bars, one for each amplitude, as relative moves. */
export function bars(wave: Amplitudes, { x = 0, middle, reach, pitch, when }: BarsOptions): string {
  let path = "";
  let lastX = 0;
  let lastY = 0;
  wave.forEach((amplitude, index) => {
    if (when && !when(index)) return;
    const half = Math.max(0.4, Math.round(amplitude * reach * 5) / 5);
    const left = Math.round((x + (index + 0.5) * pitch) * 10) / 10;
    const top = middle - half;
    path +=
      path === ""
        ? `M${short(left)} ${short(top)}v${short(half * 2)}`
        : `m${short(left - lastX)} ${short(top - lastY)}v${short(half * 2)}`;
    lastX = left;
    lastY = top + half * 2;
  });
  return path;
}

/** Path of text lines, as words of varying length. */
export function words(seed: string, width: number, lines: readonly number[]): string {
  const random = createSeededRandom(seed);
  let path = "";
  lines.forEach((y, line) => {
    const end = line === lines.length - 1 ? width * 0.62 : width - random() * 40;
    for (let x = 1; x < end;) {
      const length = Math.min(end - x, 10 + random() * 38);
      if (length > 5) path += `M${short(x)} ${short(y)}h${short(length)}`;
      x += length + 9;
    }
  });
  return path;
}
