import type { TempoPath } from "./tempo.ts";

/** How much a beat that comes early or late costs, by the square of the logarithm. */
const TIGHTNESS = 100;
/** Beats on each side through which a line is laid: single ones are late, a tempo is not. */
const AROUND = 6;
/** Seconds that beats may lie off one tempo, and it is one. */
const STEADY = 0.03;

export interface BeatTimes {
  /** Seconds, each later than the one before. */
  readonly beats: readonly number[];
  /** One tempo holds for the whole sound. */
  readonly steady: boolean;
}

/**
 * Beats that lie on onsets and about a period apart: the best chain of all by dynamic programming
 * (D. Ellis: "Beat Tracking by Dynamic Programming", Journal of New Music Research 36, 2007), then as
 * regular as the sound allows.
 * @param onsets of `standOut`
 */
export function findBeats(onsets: Float32Array, rate: number, tempo: TempoPath): BeatTimes {
  const chain = bestChain(smooth(onsets), rate, tempo).map((place) => place / rate);
  if (chain.length < 3) return { beats: chain, steady: false };
  const line = steadyLine(chain);
  if (line)
    return {
      beats: beatsOnLine(refineLine(onsets, rate, line), onsets.length / rate),
      steady: true,
    };
  return { beats: smoothBeats(chain), steady: false };
}

/** Three values at a time: an onset between two is as good as one on a value. */
const smooth = (onsets: Float32Array): Float32Array =>
  onsets.map((value, i) => 0.5 * value + 0.25 * ((onsets[i - 1] ?? 0) + (onsets[i + 1] ?? 0)));

function bestChain(onsets: Float32Array, rate: number, { step, periods }: TempoPath): number[] {
  const scores = new Float32Array(onsets.length);
  const before = new Int32Array(onsets.length).fill(-1);
  const periodAt = (place: number) =>
    periods[Math.min(periods.length - 1, Math.floor(place / rate / step))]!;
  for (let place = 0; place < onsets.length; place++) {
    const period = periodAt(place);
    let [best, from] = [0, -1];
    const [first, last] = [Math.round(place - 1.5 * period), Math.round(place - 0.6 * period)];
    for (let at = Math.max(0, first); at <= last; at++) {
      const off = Math.log((place - at) / period);
      const score = scores[at]! - TIGHTNESS * off * off;
      if (score > best) [best, from] = [score, at];
    }
    scores[place] = onsets[place]! + best;
    before[place] = from;
  }
  // The chain ends within the last beat and a half.
  let place = onsets.length - 1;
  for (let at = place; at > onsets.length - 1.5 * periodAt(place) && at >= 0; at--)
    if (scores[at]! > scores[place]!) place = at;
  const chain: number[] = [];
  for (; place >= 0; place = before[place]!) chain.push(place);
  return chain.reverse();
}

/** Beats as a straight line: `start + index * period`, seconds. */
interface Line {
  readonly start: number;
  readonly period: number;
}

/**
 * The line of a song of one tempo; null where its tempo moves. Beats are numbered by the line, so that one
 * that was left out or put in does not move those behind it.
 */
function steadyLine(beats: readonly number[]): Line | null {
  const gaps = beats.slice(1).map((time, i) => time - beats[i]!);
  const middle = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  let line: Line = { start: beats[beats.length >> 1]!, period: middle };
  // From the middle outwards, so that a period that is nearly right does not miscount.
  for (let reach = 8; ; reach *= 2) {
    const from = Math.max(0, (beats.length >> 1) - reach);
    const to = Math.min(beats.length, (beats.length >> 1) + reach);
    line = fitNumbered(beats.slice(from, to), line);
    if (from === 0 && to === beats.length) break;
  }
  const off = beats
    .map((time) => {
      const place = (time - line.start) / line.period;
      return Math.abs(place - Math.round(place)) * line.period;
    })
    .toSorted((a, b) => a - b);
  return off[Math.floor(0.8 * off.length)]! <= STEADY ? line : null;
}

function fitNumbered(beats: readonly number[], { start, period }: Line): Line {
  let [count, sumIndex, sumTime, sumBoth, sumSquare] = [0, 0, 0, 0, 0];
  for (const time of beats) {
    const place = (time - start) / period;
    const index = Math.round(place);
    if (Math.abs(place - index) > 0.2) continue;
    count++;
    sumIndex += index;
    sumTime += time;
    sumBoth += index * time;
    sumSquare += index * index;
  }
  const power = count * sumSquare - sumIndex * sumIndex;
  if (count < 3 || power <= 0) return { start, period };
  const fitted = (count * sumBoth - sumIndex * sumTime) / power;
  return { start: (sumTime - fitted * sumIndex) / count, period: fitted };
}

/** The line near this one on which most begins. */
function refineLine(onsets: Float32Array, rate: number, line: Line): Line {
  const seconds = onsets.length / rate;
  const count = Math.max(1, Math.floor(seconds / line.period));
  const middle = Math.round((seconds / 2 - line.start) / line.period);
  const center = line.start + middle * line.period;
  let best = { line, score: -Infinity };
  // 3 ms at the ends for each step of the tempo, 2 ms for each of the place.
  const bend = 0.006 / count;
  for (let turn = -5; turn <= 5; turn++)
    for (let move = -10; move <= 10; move++) {
      const period = line.period + turn * bend;
      const start = center + 0.002 * move - middle * period;
      const score = onsetsOn(onsets, rate, { start, period });
      if (score > best.score) best = { line: { start, period }, score };
    }
  return best.line;
}

function onsetsOn(onsets: Float32Array, rate: number, { start, period }: Line): number {
  let sum = 0;
  for (
    let place = firstPlace(start, period) * rate;
    place < onsets.length - 1;
    place += period * rate
  ) {
    const below = Math.floor(place);
    sum += onsets[below]! + (place - below) * (onsets[below + 1]! - onsets[below]!);
  }
  return sum;
}

/** Seconds of the first beat that is not before the beginning. */
const firstPlace = (start: number, period: number): number =>
  start - Math.floor(start / period) * period;

function beatsOnLine({ start, period }: Line, seconds: number): number[] {
  const first = firstPlace(start, period);
  return Array.from(
    { length: Math.max(0, Math.ceil((seconds - first) / period)) },
    (_, i) => first + i * period,
  );
}

/** Each beat on the parabola through those around it: a tempo that rises evenly stays as it is. */
function smoothBeats(beats: readonly number[]): number[] {
  const smoothed = beats.map((_, i) => {
    const from = Math.max(0, Math.min(i - AROUND, beats.length - 2 * AROUND - 1));
    return parabolaAt(beats.slice(from, from + 2 * AROUND + 1), i - from);
  });
  return smoothed.filter((time, i) => i === 0 || time > smoothed[i - 1]!);
}

/** The value at an index of the parabola of least squares through values at 0, 1, 2 … */
function parabolaAt(values: readonly number[], index: number): number {
  const middle = (values.length - 1) / 2;
  const places = values.map((_, i) => i - middle);
  const total = (power: number) => places.reduce((sum, x) => sum + x ** power, 0);
  const [count, squares, fourths] = [values.length, total(2), total(4)];
  let [sum, first, second] = [0, 0, 0];
  for (const [i, x] of places.entries()) {
    sum += values[i]!;
    first += x * values[i]!;
    second += x * x * values[i]!;
  }
  const x = index - middle;
  const bend = count * fourths - squares * squares;
  if (bend <= 0) return values[index]!;
  const curve = (count * second - squares * sum) / bend;
  return (sum - curve * squares) / count + (first / squares) * x + curve * x * x;
}
