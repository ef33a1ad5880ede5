import { describe, expect, it } from "vitest";
import {
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateWithMemory,
  load,
  loop,
  set,
  store,
  V128,
  assembleFusedIfSupported,
} from "./assembler.ts";
import { exponential, type Lane, logarithm } from "./vector-functions.ts";
import { createVectorMemory, LANES } from "./vector-memory.ts";

/** Applies a vector function to numbers. */
function run(code: (lane: Lane) => Code, values: readonly number[]): Float32Array {
  const { memory, take } = createVectorMemory(values.length + LANES);
  const array = take(values.length);
  array.set(values);
  const assemble = (fused: boolean) =>
    body(
      [[3, V128]],
      loop(1, [
        [get(0), load(), set(2), code({ x: 2, whole: 3, sum: 4, fused })],
        [get(0), get(2), store(), advance(0, 4 * LANES)],
      ]),
    );
  instantiateWithMemory<{ readonly run: (at: number, vectors: number) => void }>(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([{ name: "run", parameters: 2, body: assemble(fused) }]),
    ),
  ).run(array.byteOffset, Math.ceil(values.length / LANES));
  return array;
}

describe("functions on vectors", () => {
  it("puts e to the power of numbers to the last digits of a float", () => {
    const values = Array.from({ length: 3501 }, (_, i) => Math.fround(i / 20 - 87));
    const found = run(exponential, values);
    for (const [i, x] of values.entries())
      expect(Math.abs(found[i]! / Math.exp(x) - 1)).toBeLessThan(3e-7);
  });

  it("holds powers at the smallest and the largest that a float has", () => {
    const [smallest, largest] = run(exponential, [-1e9, 1e9]);
    expect(smallest).toBeCloseTo(0, 37);
    expect(largest).toBeGreaterThan(1e38);
    expect(largest).toBeLessThan(Infinity);
  });

  it("finds logarithms of numbers of any size", () => {
    const values = Array.from({ length: 4000 }, (_, i) => Math.fround(1e-30 * 10 ** (i / 66)));
    const found = run(logarithm, [...values, 1]);
    for (const [i, x] of values.entries())
      expect(Math.abs(found[i]! - Math.log(x))).toBeLessThan(4e-6 + 1e-7 * Math.abs(Math.log(x)));
    expect(found.at(-1)).toBe(0);
  });
});
