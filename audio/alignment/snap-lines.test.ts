import { expect, it } from "vitest";
import { MEL_STEP } from "./mel-frames.ts";
import { snapLines } from "./snap-lines.ts";

/** Voice activity of ten seconds with voice in the given spans. */
const voicedBetween = (...spans: readonly (readonly [from: number, to: number])[]): Float32Array =>
  Float32Array.from({ length: 10 / MEL_STEP }, (_, at) =>
    spans.some(([from, to]) => at >= Math.round(from / MEL_STEP) && at < to / MEL_STEP) ? 1 : 0,
  );
const line = { from: 0, to: 0, beginsLine: true };
const inside = { from: 0, to: 0, beginsLine: false };
const startOf = (from: number, activity: Float32Array): number =>
  snapLines([line], [{ from, to: from + 1 }], activity)[0]!.from;

it("TLS-1 a line begins where the voice sets in, half a second before or a little after it was found", () => {
  const voice = voicedBetween([2, 4]);
  for (const found of [1.84, 2, 2.2, 2.5]) expect(startOf(found, voice)).toBeCloseTo(2, 5);
});

it("TLS-1 a line stays where it was found as long as no voice sets in nearby, or as clearly there", () => {
  expect(startOf(3, voicedBetween([0, 9]))).toBe(3);
  expect(startOf(3, voicedBetween())).toBe(3);
  expect(startOf(3, voicedBetween([2, 4]))).toBe(3);
  expect(startOf(3, voicedBetween([2.8, 2.9], [3, 4]))).toBe(3);
  expect(startOf(0, voicedBetween([0, 4]))).toBe(0);
  expect(startOf(9.98, voicedBetween([9.9, 10]))).toBeGreaterThan(9.8);
});

it("TLS-1 no line begins before the one before it has ended, and words inside lines stay", () => {
  const voice = voicedBetween([2, 2.4], [3.1, 4]);
  const spans = [
    { from: 1, to: 2.9 },
    { from: 3.1, to: 3.2 },
    { from: 3.3, to: 4 },
  ];
  expect(snapLines([inside, line, inside], spans, voice)).toEqual(spans);
  const late = [{ from: 0, to: 2.3 }, { from: 2.5, to: 3 }, spans[2]!];
  expect(snapLines([line, line, inside], late, voicedBetween([2, 4]))[1]).toEqual(late[1]);
  expect(snapLines([], [], voice)).toEqual([]);
});
