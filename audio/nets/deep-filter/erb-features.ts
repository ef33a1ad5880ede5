/** ERB bands with one level each, and lowest bins that are passed individually. */
export const BANDS = 32;
export const FILTERED = 96;
/** Samples at 48 kHz between frames; a frame has two hops. */
export const HOP = 480;
export const BINS = HOP + 1;

const SAMPLE_RATE = 48_000;
const FRAME = 2 * HOP;
/** Minimum number of bins per band. */
const MIN_BINS = 2;
/** Decay of the running means per frame: a time constant of one second. */
const MEAN_DECAY = 0.99;
/** Initial means in dB, for the first and the last band or bin (libDF, `lib.rs`). */
const FIRST_LEVELS = [-60, -90] as const;
const FIRST_SIZES = [0.001, 0.0001] as const;
/** dB per unit. */
const LEVEL_UNIT = 40;

/** ERB number (Glasberg and Moore 1990), as in libDF. */
const toErb = (hertz: number): number => 9.265 * Math.log1p(hertz / (24.7 * 9.265));
const toHertz = (erb: number): number => 24.7 * 9.265 * (Math.exp(erb / 9.265) - 1);

/** Bins of each band, 481 in total. */
export function bandWidths(): number[] {
  const step = toErb(SAMPLE_RATE / 2) / BANDS;
  const widths: number[] = [];
  let before = 0;
  let over = 0;
  for (let band = 1; band <= BANDS; band++) {
    const end = Math.round((toHertz(band * step) * FRAME) / SAMPLE_RATE);
    const width = end - before - over;
    widths.push(Math.max(MIN_BINS, width));
    over = Math.max(0, MIN_BINS - width);
    before = end;
  }
  const all = widths.reduce((sum, width) => sum + width, 0);
  widths[BANDS - 1]! += BINS - all;
  return widths;
}

const between = ([first, last]: readonly [number, number], count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => first + ((last - first) * at) / (count - 1));

/** Computes DeepFilterNet's features of consecutive frames. */
export function createErbFeatures() {
  const widths = bandWidths();
  const levels = between(FIRST_LEVELS, BANDS);
  const sizes = between(FIRST_SIZES, FILTERED);
  return {
    /**
     * @param re spectrum of a frame, 481 bins divided by 960
     * @param bands receives the level of each band relative to its running mean, in units of 40 dB
     * @param bins receives the lowest 96 bins divided by the square root of their running means:
     *   real parts, then imaginary parts
     */
    describe(re: Float32Array, im: Float32Array, bands: Float32Array, bins: Float32Array): void {
      let bin = 0;
      for (const [band, width] of widths.entries()) {
        let power = 0;
        for (const end = bin + width; bin < end; bin++)
          power += (re[bin]! * re[bin]! + im[bin]! * im[bin]!) / width;
        const level = 10 * Math.log10(power + 1e-10);
        levels[band] = level * (1 - MEAN_DECAY) + levels[band]! * MEAN_DECAY;
        bands[band] = (level - levels[band]!) / LEVEL_UNIT;
      }
      for (let at = 0; at < FILTERED; at++) {
        sizes[at] = Math.hypot(re[at]!, im[at]!) * (1 - MEAN_DECAY) + sizes[at]! * MEAN_DECAY;
        const root = Math.sqrt(sizes[at]!);
        bins[at] = re[at]! / root;
        bins[FILTERED + at] = im[at]! / root;
      }
    },
  };
}
