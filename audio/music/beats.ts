import type { TempoPath } from "./tempo.ts";

/** Penalty for irregular beats, by the squared logarithm of the interval ratio. */
const TIGHTNESS = 100;
/** Beats on each side for the local fit: single beats may be late, the tempo is not. */
const NEIGHBORS = 6;
/** Maximum deviation in seconds of beats from a constant tempo. */
const MAX_DEVIATION = 0.03;

export interface BeatTimes {
  /** Seconds, increasing. */
  readonly beats: readonly number[];
  /** Whether the tempo is constant. */
  readonly steady: boolean;
}

/**
 * Beats that coincide with onsets and are about a period apart: the optimal chain by dynamic
 * programming (D. Ellis: "Beat Tracking by Dynamic Programming", Journal of New Music Research 36,
 * 2007), then as regular as the sound allows.
 * @param onsets result of `normalizeOnsets`
 */
export function findBeats(onsets: Float32Array, rate: number, tempo: TempoPath): BeatTimes {
  const chain = bestChain(smooth(onsets), rate, tempo).map((index) => index / rate);
  if (chain.length < 3) return { beats: chain, steady: false };
  const line = steadyLine(chain);
  if (line)
    return {
      beats: beatsOnLine(refineLine(onsets, rate, line), onsets.length / rate),
      steady: true,
    };
  return { beats: smoothBeats(chain), steady: false };
}

/** Three-point smoothing, so that onsets between two values are not at a disadvantage. */
const smooth = (onsets: Float32Array): Float32Array =>
  onsets.map((value, i) => 0.5 * value + 0.25 * ((onsets[i - 1] ?? 0) + (onsets[i + 1] ?? 0)));

function bestChain(onsets: Float32Array, rate: number, { step, periods }: TempoPath): number[] {
  const scores = new Float32Array(onsets.length);
  const before = new Int32Array(onsets.length).fill(-1);
  const periodAt = (index: number) =>
    periods[Math.min(periods.length - 1, Math.floor(index / rate / step))]!;
  for (let index = 0; index < onsets.length; index++) {
    const period = periodAt(index);
    let [best, from] = [0, -1];
    const [first, last] = [Math.round(index - 1.5 * period), Math.round(index - 0.6 * period)];
    for (let at = Math.max(0, first); at <= last; at++) {
      const off = Math.log((index - at) / period);
      const score = scores[at]! - TIGHTNESS * off * off;
      if (score > best) [best, from] = [score, at];
    }
    scores[index] = onsets[index]! + best;
    before[index] = from;
  }
  // The chain ends within the last one and a half beats.
  let lastIndex = onsets.length - 1;
  for (let at = lastIndex; at > onsets.length - 1.5 * periodAt(lastIndex) && at >= 0; at--)
    if (scores[at]! > scores[lastIndex]!) lastIndex = at;
  const chain: number[] = [];
  for (; lastIndex >= 0; lastIndex = before[lastIndex]!) chain.push(lastIndex);
  return chain.reverse();
}

/** Beats at a constant tempo: `start + index * period`, in seconds. */
interface Line {
  readonly start: number;
  readonly period: number;
}

/**
 * The line through the beats of a song with constant tempo; null if the tempo varies. Beats are
 * numbered by the line, so missing or additional beats do not shift later ones.
 */
function steadyLine(beats: readonly number[]): Line | null {
  const gaps = beats.slice(1).map((time, i) => time - beats[i]!);
  const middle = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  let line: Line = { start: beats[beats.length >> 1]!, period: middle };
  // Expands from the middle, so that an inaccurate period does not cause miscounting.
  for (let reach = 8; ; reach *= 2) {
    const from = Math.max(0, (beats.length >> 1) - reach);
    const to = Math.min(beats.length, (beats.length >> 1) + reach);
    line = fitNumbered(beats.slice(from, to), line);
    if (from === 0 && to === beats.length) break;
  }
  const off = beats
    .map((time) => {
      const position = (time - line.start) / line.period;
      return Math.abs(position - Math.round(position)) * line.period;
    })
    .toSorted((a, b) => a - b);
  return off[Math.floor(0.8 * off.length)]! <= MAX_DEVIATION ? line : null;
}

function fitNumbered(beats: readonly number[], { start, period }: Line): Line {
  let [count, sumIndex, sumTime, sumBoth, sumSquare] = [0, 0, 0, 0, 0];
  for (const time of beats) {
    const position = (time - start) / period;
    const index = Math.round(position);
    if (Math.abs(position - index) > 0.2) continue;
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

/** The nearby line with the most onset strength. */
function refineLine(onsets: Float32Array, rate: number, line: Line): Line {
  const seconds = onsets.length / rate;
  const count = Math.max(1, Math.floor(seconds / line.period));
  const middle = Math.round((seconds / 2 - line.start) / line.period);
  const center = line.start + middle * line.period;
  let best = { line, score: -Infinity };
  // Tempo steps change the ends by 3 ms, offset steps are 2 ms.
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
    let frame = firstBeat(start, period) * rate;
    frame < onsets.length - 1;
    frame += period * rate
  ) {
    const below = Math.floor(frame);
    sum += onsets[below]! + (frame - below) * (onsets[below + 1]! - onsets[below]!);
  }
  return sum;
}

/** Time in seconds of the first beat within the sound. */
const firstBeat = (start: number, period: number): number =>
  start - Math.floor(start / period) * period;

function beatsOnLine({ start, period }: Line, seconds: number): number[] {
  const first = firstBeat(start, period);
  return Array.from(
    { length: Math.max(0, Math.ceil((seconds - first) / period)) },
    (_, i) => first + i * period,
  );
}

/**
 * Moves each beat to the parabola through its neighbors: a linearly changing tempo is preserved.
 */
function smoothBeats(beats: readonly number[]): number[] {
  const smoothed = beats.map((_, i) => {
    const from = Math.max(0, Math.min(i - NEIGHBORS, beats.length - 2 * NEIGHBORS - 1));
    return parabolaAt(beats.slice(from, from + 2 * NEIGHBORS + 1), i - from);
  });
  return smoothed.filter((time, i) => i === 0 || time > smoothed[i - 1]!);
}

/** Value at an index of the least-squares parabola through values at 0, 1, 2 … */
function parabolaAt(values: readonly number[], index: number): number {
  const middle = (values.length - 1) / 2;
  const positions = values.map((_, i) => i - middle);
  const total = (power: number) => positions.reduce((sum, x) => sum + x ** power, 0);
  const [count, squares, fourths] = [values.length, total(2), total(4)];
  let [sum, first, second] = [0, 0, 0];
  for (const [i, x] of positions.entries()) {
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
