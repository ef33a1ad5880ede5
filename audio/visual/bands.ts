/** Number of bands, lowest first. */
export const BANDS = 48;
/** Hz. */
const RANGE = [45, 14_000] as const;
/** Spectral slope of music in dB per octave, which the bands compensate. */
const TILT = 3;
const TILT_LIMIT = 12;

export interface Band {
  /** Bins, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** dB added. */
  readonly tilt: number;
}

/** Bands of equal width in octaves, each of at least one bin. */
export function bandsOf(sampleRate: number, size: number): readonly Band[] {
  const highest = Math.min(RANGE[1], 0.46 * sampleRate);
  const hertzOf = (position: number): number =>
    RANGE[0] * (highest / RANGE[0]) ** (position / BANDS);
  const binOf = (hertz: number): number =>
    Math.min(size / 2, Math.max(1, Math.round((hertz * size) / sampleRate)));
  return Array.from({ length: BANDS }, (_, band) => {
    const center = hertzOf(band + 0.5);
    const from = binOf(hertzOf(band));
    const tilt = TILT * Math.log2(center / 1000);
    return {
      from,
      to: Math.max(from, binOf(hertzOf(band + 1)) - 1),
      tilt: Math.max(-TILT_LIMIT, Math.min(TILT_LIMIT, tilt)),
    };
  });
}
