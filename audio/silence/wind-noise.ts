import { type LevelHistory, MIN_LEVEL_DB } from "./levels.ts";

/** Frames on each side over which levels are averaged. */
const AROUND = 2;
/** Fraction of frames that are soft: mostly the sound between words. */
const SOFT = 0.2;
/** dB within which frames have the same spectral color. */
const MAX_COLOR_DIFFERENCE = 2;
/** Number of frames sampled to find the color. */
const SAMPLED = 300;
/** Tolerance for the noise's color, in median distances of soft frames, and its limits in dB. */
const COLOR_TOLERANCE = { times: 2.7, least: 1.1, most: 1.8 } as const;
/**
 * Gusts become brighter as they grow: their color is tracked in level steps (dB) with a maximum
 * change per step (dB).
 */
const GUST = { step: 2, change: 0.3, fewest: 15 } as const;
/** Minimum length in frames; shorter ranges may be vowels. */
const MIN_FRAMES = 15;
/**
 * Not wind: noise that few soft frames match; nearly constant levels (dB); tones, whose levels do
 * not fluctuate between frames (dB); and noise that nearly the whole sound matches.
 */
const WIND = { soft: 0.3, range: 6, flicker: 1, most: 0.95 } as const;

/** Level of each band relative to the mean of all bands in dB, per frame. */
type Colors = readonly Float32Array[];

/**
 * Marks noise with a varying level, such as wind: its bands rise and fall together, whereas those
 * of speech vary independently. Null without such noise.
 */
export function markWindNoise({ whole, bands }: LevelHistory): Uint8Array | null {
  const smoothed = bands.map(smooth);
  const mean = whole.map(
    (_, i) => smoothed.reduce((sum, one) => sum + one[i]!, 0) / smoothed.length,
  );
  const colors = smoothed.map((levels) => levels.map((level, i) => level - mean[i]!));
  const levels = smooth(whole);
  const limit = quantile(levels, SOFT);
  // Digital silence has no color.
  const isSoft = (i: number): boolean => levels[i]! <= limit && levels[i]! > MIN_LEVEL_DB + 1;
  const noise = findColor(colors.map((values) => values.filter((_, i) => isSoft(i))));
  if (!noise) return null;
  const colorAt = followGusts(colors, levels, { noise, limit });
  const off = levels.map((level, i) => distance(colors, i, colorAt(level)));
  const soft = off.filter((_, i) => isSoft(i));
  const typical = quantile(
    soft.filter((value) => value < 1.5 * MAX_COLOR_DIFFERENCE),
    0.5,
  );
  const within = Math.min(
    COLOR_TOLERANCE.most,
    Math.max(COLOR_TOLERANCE.least, COLOR_TOLERANCE.times * typical),
  );
  if (soft.filter((value) => value < within).length < WIND.soft * soft.length) return null;
  const marked = markRuns(off, within);
  return isWind(marked, levels, bands[0]!) ? marked : null;
}

function smooth(levels: Float32Array): Float32Array {
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, i) => {
    const some = powers.subarray(Math.max(0, i - AROUND), i + AROUND + 1);
    return 10 * Math.log10(some.reduce((sum, power) => sum + power, 0) / some.length);
  });
}

const quantile = (values: Float32Array, part: number): number =>
  values.toSorted()[Math.floor(part * (values.length - 1))] ?? 0;

function distance(colors: Colors, i: number, to: readonly number[]): number {
  let sum = 0;
  for (let band = 0; band < to.length; band++) sum += (colors[band]![i]! - to[band]!) ** 2;
  return Math.sqrt(sum / to.length);
}

/** Mean of the densest cluster of colors; null if there is none. */
function findColor(colors: Colors): readonly number[] | null {
  const { length } = colors[0]!;
  const step = Math.max(1, Math.ceil(length / SAMPLED));
  let maximum: number[] = [];
  for (let i = 0; i < length; i += step) {
    const here = colors.map((values) => values[i]!);
    const near: number[] = [];
    for (let j = 0; j < length; j += step)
      if (distance(colors, j, here) < MAX_COLOR_DIFFERENCE) near.push(j);
    if (near.length > maximum.length) maximum = near;
  }
  if (maximum.length === 0) return null;
  return colors.map((values) => maximum.reduce((sum, i) => sum + values[i]!, 0) / maximum.length);
}

/**
 * Color of the noise by level: followed from soft frames upward and downward while it changes
 * gradually.
 */
function followGusts(
  colors: Colors,
  levels: Float32Array,
  { noise, limit }: { readonly noise: readonly number[]; readonly limit: number },
): (level: number) => readonly number[] {
  const stepOf = (level: number): number => Math.round(level / GUST.step);
  const steps = new Map<number, number[]>();
  levels.forEach((level, i) => {
    const list = steps.get(stepOf(level));
    if (list) list.push(i);
    else steps.set(stepOf(level), [i]);
  });
  const centers = new Map<number, readonly number[]>();
  const follow = (by: 1 | -1): void => {
    let center = noise;
    for (let at = stepOf(limit); at >= stepOf(MIN_LEVEL_DB) && at <= 2; at += by) {
      const near = [at - 1, at, at + 1]
        .flatMap((step) => steps.get(step) ?? [])
        .filter((i) => distance(colors, i, center) < MAX_COLOR_DIFFERENCE);
      if (near.length >= GUST.fewest)
        center = center.map((value, band) => {
          const middle = quantile(
            Float32Array.from(near, (i) => colors[band]![i]!),
            0.5,
          );
          return value + Math.max(-GUST.change, Math.min(GUST.change, middle - value));
        });
      centers.set(at, center);
    }
  };
  follow(1);
  follow(-1);
  return (level) => centers.get(stepOf(level)) ?? noise;
}

function markRuns(off: Float32Array, within: number): Uint8Array {
  const marked = new Uint8Array(off.length);
  for (let at = 0; at < off.length; at++) {
    const start = at;
    while (at < off.length && off[at]! < within) at++;
    if (at - start >= MIN_FRAMES) marked.fill(1, start, at);
  }
  return marked;
}

function isWind(marked: Uint8Array, levels: Float32Array, lowest: Float32Array): boolean {
  const audible = levels.filter((_, i) => marked[i]);
  if (audible.length === 0 || audible.length > WIND.most * levels.length) return false;
  const range = quantile(audible, 0.9) - quantile(audible, 0.1);
  const jumps = lowest
    .map((level, i) => Math.abs(level - (lowest[i - 1] ?? level)))
    .filter((_, i) => marked[i]);
  return range >= WIND.range && quantile(jumps, 0.5) >= WIND.flicker;
}
