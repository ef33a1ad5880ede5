import { expect, it } from "vitest";
import { joinBlocks } from "../../signal/blocks.ts";
import { createLocalGain } from "./local-gain.ts";

const FORMAT = { sampleRate: 44_100, channels: 2 };
/** The gain is that of its curve in the center of a range of 10 ms. */
const centerOf = (range: number): number => Math.round((range + 0.5) * 441) - 1;

it.each([44_100, 1000, 7])(
  "TLS-18 a sound is lowered in some ranges, without jumps, in blocks of %i frames",
  (size) => {
    const ones = Float32Array.from({ length: 44_100 }, () => 1);
    const reductions = new Float32Array(100);
    reductions[50] = 6;
    reductions[51] = 6;
    const gain = createLocalGain(FORMAT, reductions);
    const blocks = [];
    for (let at = 0; at < ones.length; at += size) {
      const part = ones.subarray(at, at + size);
      blocks.push(gain.process([part, part])!.map((samples) => samples.slice()));
    }
    const [left, right] = joinBlocks(blocks, 2) as [Float32Array, Float32Array];
    expect(left[centerOf(49)]).toBe(1);
    expect(left[centerOf(50)]).toBeCloseTo(0.501, 2);
    expect(left[Math.round(51 * 441)]).toBeCloseTo(0.501, 2);
    expect(left[centerOf(52) + 2]).toBe(1);
    const steps = left.slice(1).map((value, at) => Math.abs(value - left[at]!));
    expect(Math.max(...steps)).toBeLessThan(0.0012);
    expect(right).toEqual(left);
    expect(ones.every((value) => value === 1)).toBe(true);
  },
);
