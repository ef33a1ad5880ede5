/** Bands by which DeepFilterNet hears loudness, and bins that it hears one by one. */
export const BANDS = 32;
export const FILTERED = 96;
/** Samples of 48 kHz from frame to frame; a frame is two of them. */
export const HOP = 480;
export const BINS = HOP + 1;

const SAMPLE_RATE = 48_000;
const FRAME = 2 * HOP;
/** Bins of a band, at least. */
const LEAST = 2;
/** Part of a mean that is left from frame to frame: a second of memory. */
const KEPT = 0.99;
/** Levels with which the means begin, at the first and at the last band or bin (libDF, `lib.rs`). */
const FIRST_LEVELS = [-60, -90] as const;
const FIRST_SIZES = [0.001, 0.0001] as const;
/** dB that are one. */
const LEVEL_UNIT = 40;

/** Equivalent rectangular bandwidths (Glasberg and Moore 1990), as libDF counts them. */
const toErb = (hertz: number): number => 9.265 * Math.log1p(hertz / (24.7 * 9.265));
const toHertz = (erb: number): number => 24.7 * 9.265 * (Math.exp(erb / 9.265) - 1);

/** Bins of each band, 481 together. */
export function bandWidths(): number[] {
  const step = toErb(SAMPLE_RATE / 2) / BANDS;
  const widths: number[] = [];
  let before = 0;
  let over = 0;
  for (let band = 1; band <= BANDS; band++) {
    const end = Math.round((toHertz(band * step) * FRAME) / SAMPLE_RATE);
    const width = end - before - over;
    widths.push(Math.max(LEAST, width));
    over = Math.max(0, LEAST - width);
    before = end;
  }
  const all = widths.reduce((sum, width) => sum + width, 0);
  widths[BANDS - 1]! += BINS - all;
  return widths;
}

const between = ([first, last]: readonly [number, number], count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => first + ((last - first) * at) / (count - 1));

/** What DeepFilterNet hears of frames, one after the other. */
export function createErbFeatures() {
  const widths = bandWidths();
  const levels = between(FIRST_LEVELS, BANDS);
  const sizes = between(FIRST_SIZES, FILTERED);
  return {
    /**
     * @param re of a frame's spectrum, 481 bins divided by 960
     * @param bands gets the level of each band, beside its mean, 40 dB as 1
     * @param bins gets the lowest 96 bins, real parts and then imaginary ones, by the root of their means
     */
    describe(re: Float32Array, im: Float32Array, bands: Float32Array, bins: Float32Array): void {
      let bin = 0;
      for (const [band, width] of widths.entries()) {
        let power = 0;
        for (const end = bin + width; bin < end; bin++)
          power += (re[bin]! * re[bin]! + im[bin]! * im[bin]!) / width;
        const level = 10 * Math.log10(power + 1e-10);
        levels[band] = level * (1 - KEPT) + levels[band]! * KEPT;
        bands[band] = (level - levels[band]!) / LEVEL_UNIT;
      }
      for (let at = 0; at < FILTERED; at++) {
        sizes[at] = Math.hypot(re[at]!, im[at]!) * (1 - KEPT) + sizes[at]! * KEPT;
        const root = Math.sqrt(sizes[at]!);
        bins[at] = re[at]! / root;
        bins[FILTERED + at] = im[at]! / root;
      }
    },
  };
}
