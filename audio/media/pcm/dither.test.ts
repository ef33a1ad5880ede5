import { describe, expect, it } from "vitest";
import type { Block } from "../../effect.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { createDither } from "./dither.ts";

const STEP = 1 / 32_768;
const COUNT = 48_000;
/** A tone below the resolution of 16 bits: amplitude 0.4 LSB. */
const quiet = Float32Array.from(
  { length: COUNT },
  (_, at) => 0.4 * STEP * Math.sin((2 * Math.PI * 1000 * at) / COUNT),
);
const rounded = (plane: Float32Array): Float32Array =>
  plane.map((value) => Math.floor(value / STEP + 0.5) * STEP);
/** Amplitude of the 1 kHz tone in LSB. */
function toneOf(plane: Float32Array): number {
  let [sine, cosine] = [0, 0];
  for (const [at, value] of plane.entries()) {
    sine += value * Math.sin((2 * Math.PI * 1000 * at) / COUNT);
    cosine += value * Math.cos((2 * Math.PI * 1000 * at) / COUNT);
  }
  return (2 * Math.hypot(sine, cosine)) / COUNT / STEP;
}

describe("dither", () => {
  it("TLS-7 preserves a tone below one step of 16 bits, which is lost without dither", () => {
    expect(toneOf(rounded(quiet))).toBe(0);
    const [plane] = createDither(1)([quiet]);
    expect(toneOf(rounded(plane!))).toBeCloseTo(0.4, 1);
  });

  it("TLS-7 makes an error whose power is that of three roundings, whatever the sound", () => {
    for (const level of [0.1, 0.5, 3.3]) {
      const sound = quiet.map((value) => value * 2.5 * level);
      const out = rounded(createDither(1)([sound])[0]!);
      const power = out.reduce((sum, value, at) => sum + ((value - sound[at]!) / STEP) ** 2, 0);
      // 1/12 from rounding, and twice as much from the noise.
      expect(power / COUNT).toBeCloseTo(0.25, 1);
    }
  });

  it("TLS-7 leaves sound of 16 bits as it is, to the bit", () => {
    const exact = Float32Array.from({ length: 1000 }, (_, at) => ((at * 37) % 2001) * STEP);
    const block = [exact];
    expect(createDither(1)(block)).toBe(block);
  });

  it("TLS-7 is the same in blocks of any length, and another in each channel", () => {
    const stereo: Block = [quiet, quiet];
    const whole = createDither(2)(stereo).map((plane) => plane.slice());
    const dither = createDither(2);
    const parts: Block[] = [];
    for (let at = 0; at < COUNT; at += 777)
      parts.push(dither(stereo.map((p) => p.subarray(at, at + 777))).map((p) => p.slice()));
    expect(joinBlocks(parts, 2)).toEqual(whole);
    expect(whole[0]).not.toEqual(whole[1]);
  });
});
