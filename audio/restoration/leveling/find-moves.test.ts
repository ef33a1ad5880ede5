import { describe, expect, it } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import type { SpeechActivity } from "../../silence/mark-unspoken.ts";
import { createBlock } from "../../signal/blocks.ts";
import { findMoves, type LevelMove } from "./find-moves.ts";
import { createGainCurve, curveOf, readCurve } from "./gain-curve.ts";
import { STEPS_PER_SECOND } from "./loudness-history.ts";

const PER_SECOND = 25;
const OPTIONS = { range: 12, strength: 1 };

/** Sentences of 1.6 s with pauses of 0.4 s; each has a level in dB and varies by less than 1 dB. */
function speak(levels: readonly number[], seed = 1) {
  const random = createSeededRandom(seed);
  const powers = new Float32Array(levels.length * 2 * STEPS_PER_SECOND);
  const probabilities = new Float32Array(levels.length * 2 * PER_SECOND);
  for (const [i, level] of levels.entries()) {
    const own = level + random() - 0.5;
    const start = 2 * i * STEPS_PER_SECOND;
    // Syllables: the level swells four times a second.
    for (let step = 0; step < 1.6 * STEPS_PER_SECOND; step++)
      powers[start + step] = 10 ** ((own - 23) / 10) * (0.2 + Math.sin((step * Math.PI) / 25) ** 2);
    probabilities.fill(1, 2 * i * PER_SECOND, (2 * i + 1.6) * PER_SECOND);
  }
  const activity: SpeechActivity = { probabilities, perSecond: PER_SECOND };
  return { powers, activity };
}
const repeat = (level: number, count: number) => Array.from({ length: count }, () => level);
const find = (levels: readonly number[], options = OPTIONS) => {
  const { powers, activity } = speak(levels);
  return findMoves(powers, activity, options);
};

describe("TLS-14 moves", () => {
  it("are none where speech has one level, or where nobody speaks", () => {
    expect(find(repeat(0, 30))).toEqual([]);
    expect(find([])).toEqual([]);
    const { powers } = speak(repeat(0, 5));
    const silent = { probabilities: new Float32Array(10 * PER_SECOND), perSecond: PER_SECOND };
    expect(findMoves(powers, silent, OPTIONS)).toEqual([]);
  });

  it("bring softer and louder parts to the level of most of the speech", () => {
    const [soft, loud, ...others] = find([
      ...repeat(0, 10),
      ...repeat(-8, 5),
      ...repeat(0, 10),
      ...repeat(6, 4),
    ]);
    expect(others).toEqual([]);
    expect(Math.abs(soft!.gain - 8)).toBeLessThan(0.6);
    expect(Math.abs(loud!.gain + 6)).toBeLessThan(0.6);
    // Within a tenth of a second of the sentences.
    for (const [found, expected] of [
      [soft!.start, 20],
      [soft!.end, 29.6],
      [loud!.start, 50],
      [loud!.end, 57.6],
    ] as const)
      expect(Math.abs(found - expected)).toBeLessThan(0.1);
  });

  it("are no larger than allowed, and as large as the strength says", () => {
    const levels = [...repeat(0, 10), ...repeat(-20, 5)];
    expect(find(levels).map(({ gain }) => gain)).toEqual([12]);
    const [half] = find(levels, { range: 24, strength: 0.5 });
    expect(Math.abs(half!.gain - 10)).toBeLessThan(0.6);
  });

  it("leave single sentences that differ as expression does", () => {
    const levels = repeat(0, 20).map((level, i) => level + (i % 5 === 4 ? 2.5 : 0));
    expect(find(levels)).toEqual([]);
  });

  it("leave a jingle between sentences as it is", () => {
    const { powers, activity } = speak([...repeat(-9, 12), ...repeat(0, 30)]);
    powers.fill(10 ** -2.5, 800, 1200);
    activity.probabilities.fill(0, 8 * PER_SECOND, 12 * PER_SECOND);
    const moves = findMoves(powers, activity, OPTIONS);
    expect(moves.map(({ gain }) => Math.round(gain))).toEqual([9, 9]);
    expect(moves[0]!.end).toBeLessThanOrEqual(8);
    expect(moves[1]!.start).toBeGreaterThanOrEqual(12 - 0.06);
  });

  it("are none in songs, where what is not sung is as loud", () => {
    const { powers, activity } = speak([...repeat(0, 20), ...repeat(-9, 10)]);
    expect(findMoves(powers, activity, OPTIONS)).toHaveLength(1);
    for (let at = 0; at < 60; at += 4) {
      activity.probabilities.fill(0, at * PER_SECOND, (at + 2) * PER_SECOND);
      powers.fill(10 ** -2.5, at * STEPS_PER_SECOND, (at + 2) * STEPS_PER_SECOND);
    }
    expect(findMoves(powers, activity, OPTIONS)).toEqual([]);
  });

  it("divide speech without pauses where its level changes", () => {
    const powers = Float32Array.from({ length: 4000 }, (_, i) => (i < 2500 ? 0.01 : 0.001));
    const activity = { probabilities: new Float32Array(1000).fill(1), perSecond: PER_SECOND };
    const [move] = findMoves(powers, activity, OPTIONS);
    expect(Math.abs(move!.gain - 10)).toBeLessThan(0.6);
    expect(Math.abs(move!.start - 25)).toBeLessThan(3);
  });
});

describe("TLS-14 the gain curve", () => {
  const format = { sampleRate: 1000, channels: 1 };
  const moves: readonly LevelMove[] = [
    { start: 1, end: 2, gain: 6, lead: 0.5, tail: 0.2 },
    { start: 2.2, end: 3, gain: -6, lead: 0.2, tail: 0.45 },
    { start: 3.45, end: 4, gain: 12, lead: 0.45, tail: 0 },
    { start: 5, end: 6, gain: -3, lead: 0, tail: 5 },
    { start: 11, end: 12, gain: -3, lead: 5, tail: 0.1 },
  ];
  const apply = (list: readonly LevelMove[], sizes: readonly number[]) => {
    const processor = createGainCurve(curveOf(list), format);
    return sizes.flatMap((size) => {
      const [samples] = createBlock(1, size);
      return Array.from(processor.process([samples!.fill(1)])![0]!);
    });
  };
  const decibels = (value: number) => 20 * Math.log10(value);

  it("has the gain of each move from its start to its end, and 0 dB elsewhere", () => {
    const out = apply(moves, [13_000]).map(decibels);
    for (const { start, end, gain } of moves)
      for (const time of [start + 0.05, (start + end) / 2, end - 0.05])
        expect(out[1000 * time]).toBeCloseTo(gain, 3);
    for (const time of [0, 0.59, 4, 4.5, 4.99, 6.5, 10.5, 12.2])
      expect(out[1000 * time], `${time}`).toBeCloseTo(0, 6);
  });

  it("does not depend on blocks, has no jumps, and reads as it is applied", () => {
    const out = apply(moves, [13_000]);
    expect(apply(moves, [1, 999, 1500, 17, 2483, 8000])).toEqual(out);
    for (let i = 1; i < out.length; i++)
      expect(Math.abs(decibels(out[i]!) - decibels(out[i - 1]!))).toBeLessThan(0.35);
    const factorAt = readCurve(curveOf(moves));
    for (let i = 0; i < out.length; i += 10) expect(factorAt(i / 1000)).toBeCloseTo(out[i]!, 4);
  });

  it("leaves samples as they are without moves", () => {
    expect(new Set(apply([], [100, 200]))).toEqual(new Set([1]));
  });
});
