import { expect, it } from "vitest";
import { speechRanges } from "./speech-ranges.ts";

/** Each probability of speech lasts for 100 ms. */
const rangesOf = (...probabilities: readonly number[]) =>
  speechRanges({ probabilities: Float32Array.from(probabilities), perSecond: 10 }).map((range) =>
    range.map((seconds) => Math.round(100 * seconds) / 100),
  );
const times = (count: number, value: number): readonly number[] => Array<number>(count).fill(value);

it("TLS-13 speech counts with the ends of its words, and short pauses between them", () => {
  expect(rangesOf()).toEqual([]);
  expect(rangesOf(...times(30, 0.4))).toEqual([]);
  expect(rangesOf(...times(5, 0), ...times(10, 0.9), ...times(2, 0.4), ...times(8, 0.1))).toEqual([
    [0.44, 1.76],
  ]);
  const pause = (count: number) => [...times(5, 0.9), ...times(count, 0), ...times(5, 0.9)];
  expect(rangesOf(...pause(4))).toEqual([[0, 1.4]]);
  expect(rangesOf(...pause(6))).toEqual([
    [0, 0.56],
    [1.04, 1.6],
  ]);
});
