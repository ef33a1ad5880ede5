/** Columns of a tile. */
export const TILE_COLUMNS = 64;

/** Minimum frames per column: finer columns would look the same. */
const FINEST = 32;
/** Columns that a spectrum spans, and its minimum and maximum duration in seconds. */
const OVERLAP = 16;
const SHORTEST = 0.01;
const LONGEST = 0.085;

const powerOfTwo = (value: number): number => 2 ** Math.round(Math.log2(value));

/** Sizes of a spectrogram at a zoom level, in frames. */
export interface Scale {
  /** Of a column: one to two columns per pixel, for a sharp image. */
  readonly step: number;
  /** FFT size: longer windows at lower zoom resolve pitch better, and time worse. */
  readonly size: number;
}

export function scaleOf(framesPerPixel: number, sampleRate: number): Scale {
  const step = Math.max(FINEST, 2 ** Math.floor(Math.log2(framesPerPixel)));
  const minSize = powerOfTwo(SHORTEST * sampleRate);
  const maxSize = powerOfTwo(LONGEST * sampleRate);
  return { step, size: Math.min(maxSize, Math.max(minSize, OVERLAP * step)) };
}
