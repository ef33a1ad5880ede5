import type { FrameRange } from "./ranges.ts";

/** Resolution of the prediction error history. */
const BIN_SECONDS = 0.00025;
/**
 * Seconds without a comparable event before the first release and after the last one; otherwise it
 * is voice.
 */
const QUIET_SECONDS = 0.022;
/** Maximum distance in seconds of the loudest release from the first and the last. */
const SPAN_SECONDS = 0.045;
/** Maximum length of a release in seconds; plosives are longer. */
const LONGEST_SECONDS = 0.007;
/** Minimum distance in seconds between two releases. */
const APART_SECONDS = 0.001;
const MAX_RELEASES = 3;
/**
 * Maximum level nearby, relative to the threshold of a single click: groups are more easily
 * confused with voice.
 */
const MAX_NEARBY_RATIO = 1 / 1.3;
/** Minimum power relative to the surroundings. */
const MIN_POWER_RATIO = 1.25;
/** Fraction of the peak at which a release ends. */
const SLOPE = 0.08;

/** Prediction error per bin. Rows are appended to at the end and trimmed at the beginning. */
interface History {
  /** Maximum error */
  level: number[];
  /** Local median of the error */
  median: number[];
  /** Power of the sound */
  power: number[];
}

interface MouthClickFinder {
  /** Adds prediction errors of frames [`from`, `to`) and the samples they belong to. */
  push(
    part: { readonly error: Float64Array; readonly samples: Float32Array; readonly median: number },
    from: number,
    to: number,
  ): void;
  finish(): readonly FrameRange[];
}

/**
 * Finds mouth clicks: groups of up to three releases of lips or tongue, which individually would
 * prevent each other from being detected as clicks.
 *
 * @param sensitivity 0 to 1
 */
export function createMouthClickFinder(sensitivity: number, sampleRate: number): MouthClickFinder {
  const width = Math.max(1, Math.round(BIN_SECONDS * sampleRate));
  const binsOf = (seconds: number): number => Math.round((seconds * sampleRate) / width);
  const quiet = binsOf(QUIET_SECONDS);
  const span = binsOf(SPAN_SECONDS);
  const longest = binsOf(LONGEST_SECONDS);
  const apart = binsOf(APART_SECONDS);
  const medianFactor = 7.7 - 4.2 * sensitivity;
  const overPeers = 4.2 - 2.4 * sensitivity;
  const around = span + quiet + longest;
  const history: History = { level: [], median: [], power: [] };
  const found: FrameRange[] = [];
  /** Bins that were trimmed from the history */
  let droppedBins = 0;
  /** Examined bins of the history */
  let examinedBins = 0;
  let rest = 0;
  let maxError = 0;
  let power = 0;

  /**
   * The last bin in a direction that exceeds the threshold, without a long pause in between; null
   * if it is too far.
   */
  const reach = (at: number, threshold: number, by: 1 | -1): number | null => {
    let last = at;
    for (let i = at; i in history.level && Math.abs(i - last) <= quiet; i += by) {
      if (history.level[i]! <= threshold) continue;
      last = i;
      if (Math.abs(last - at) > span) return null;
    }
    return last;
  };
  /** First and last bin of each release. */
  const releasesIn = (from: number, to: number, threshold: number): readonly [number, number][] => {
    const releases: [number, number][] = [];
    for (let i = from; i <= to; i++) {
      if (history.level[i]! <= threshold) continue;
      const last = releases.at(-1);
      if (last && i - last[1] <= apart) last[1] = i;
      else releases.push([i, i]);
    }
    return releases;
  };
  const widen = ([first, last]: readonly [number, number], floor: number): [number, number] => {
    let [from, to] = [first, last];
    while (history.level[from - 1]! > floor && first - from < longest) from--;
    while (history.level[to + 1]! > floor && to - last < longest) to++;
    return [from, to];
  };
  const levelOf = (from: number, to: number): number =>
    history.level.slice(Math.max(0, from), Math.max(0, to)).reduce((a, b) => Math.max(a, b), 0);
  const powerOf = (from: number, to: number): number => {
    const part = history.power.slice(Math.max(0, from), Math.max(0, to));
    return part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length);
  };

  const examine = (at: number): void => {
    const peak = history.level[at]!;
    const median = history.median[at]!;
    if (peak < median * medianFactor || peak < 2e-5) return;
    for (let i = Math.max(0, at - span); i < at; i++) if (history.level[i]! >= peak) return;
    for (let i = at + 1; i < at + span; i++) if (history.level[i]! > peak) return;
    const threshold = peak / overPeers;
    const from = reach(at, threshold, -1);
    const to = reach(at, threshold, 1);
    if (from === null || to === null || to - from > span) return;
    const releases = releasesIn(from, to, threshold);
    if (releases.length > MAX_RELEASES) return;
    const wide = releases.map((one) => widen(one, Math.max(SLOPE * peak, 1.6 * median)));
    if (wide.some(([first, last]) => last - first > longest)) return;
    const sides = [
      [from - quiet, from - 2 * apart],
      [to + 2 * apart, to + quiet],
    ] as const;
    if (sides.some(([start, end]) => levelOf(start, end) > MAX_NEARBY_RATIO * threshold)) return;
    const others = Math.max(...sides.map(([start, end]) => powerOf(start, end)));
    const loudest = Math.max(...releases.map(([first, last]) => powerOf(first, last + 1)));
    if (loudest < MIN_POWER_RATIO * others) return;
    for (const [first, last] of wide)
      found.push({ start: (droppedBins + first) * width, end: (droppedBins + last + 1) * width });
  };
  const examineUpTo = (end: number): void => {
    for (; examinedBins < end; examinedBins++) examine(examinedBins);
    const old = examinedBins - around;
    if (old < 4 * around) return;
    for (const row of [history.level, history.median, history.power]) row.splice(0, old);
    droppedBins += old;
    examinedBins -= old;
  };

  return {
    push({ error, samples, median }, from, to) {
      for (let i = from; i < to; i++) {
        maxError = Math.max(maxError, error[i]!);
        power += samples[i]! ** 2;
        if (++rest < width) continue;
        history.level.push(maxError);
        history.median.push(median);
        history.power.push(power);
        [rest, maxError, power] = [0, 0, 0];
      }
      examineUpTo(history.level.length - around);
    },
    finish() {
      examineUpTo(history.level.length);
      return found;
    },
  };
}
