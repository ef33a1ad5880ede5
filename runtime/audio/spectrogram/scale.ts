/** Columns that are worked out and kept together. */
export const TILE_COLUMNS = 64;

/** Frames of a column at least: finer ones would show the same. */
const FINEST = 32;
/** Columns that a spectrum spans, and seconds that it does at least and at most. */
const OVERLAP = 16;
const SHORTEST = 0.01;
const LONGEST = 0.085;

const powerOfTwo = (value: number): number => 2 ** Math.round(Math.log2(value));

/** What a picture of some scale is made of. All in frames. */
export interface Scale {
  /** Of a column: one to two for each pixel, so that the picture is sharp. */
  readonly step: number;
  /** Of a spectrum: the more is shown, the better are pitches told apart, and the worse moments. */
  readonly size: number;
}

export function scaleOf(framesPerPixel: number, sampleRate: number): Scale {
  const step = Math.max(FINEST, 2 ** Math.floor(Math.log2(framesPerPixel)));
  const least = powerOfTwo(SHORTEST * sampleRate);
  const most = powerOfTwo(LONGEST * sampleRate);
  return { step, size: Math.min(most, Math.max(least, OVERLAP * step)) };
}
