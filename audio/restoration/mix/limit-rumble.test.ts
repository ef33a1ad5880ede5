import { describe, expect, it } from "vitest";
import { createRumbleLimit } from "./limit-rumble.ts";

/** As at 48 kHz. */
const HERTZ = 46.875;
const BINS = 16;
/** The mix network's answer is 0.5 of the estimate, no RNNoise, and 0.5 of the input. */
const mixRows = () => ({
  share: new Float32Array(BINS),
  gain: new Float32Array(BINS).fill(0.5),
  dry: new Float32Array(BINS).fill(0.5),
});
/** Amplitude in the first bins and in the others. */
const spectrumOf = (lowest: number, other: number) =>
  [
    Float32Array.from({ length: BINS }, (_, k) => (k < 2 ? lowest : other)),
    new Float32Array(BINS),
  ] as const;

describe("the mix below 80 Hz", () => {
  function limit(dtln: number, rnnoise: number) {
    const rows = mixRows();
    const shape = { hertz: HERTZ, seconds: 256 / 48_000, bins: BINS };
    createRumbleLimit(shape, rows)(spectrumOf(dtln, 1), spectrumOf(rnnoise, 1), 1);
    return rows;
  }

  it("TLS-1 has no input in it, and all of what DTLN keeps of a voice", () => {
    const { gain, dry } = limit(0.5, 0);
    expect([...dry.subarray(0, 2)]).toEqual([0, 0]);
    expect([...gain.subarray(0, 2)]).toEqual([1, 1]);
  });

  it("TLS-1 is no louder than voices where DTLN keeps rumble", () => {
    const { gain } = limit(100, 0.1);
    const voicePower = 6;
    expect((100 * gain[0]!) ** 2).toBeLessThan(0.5 * voicePower);
  });

  it("TLS-1 keeps what RNNoise keeps as well", () => {
    expect(limit(4, 4).gain[0]).toBe(1);
  });

  it("TLS-1 is what the network says from 110 Hz on", () => {
    const { gain, dry } = limit(100, 0);
    expect([...gain.subarray(3), ...dry.subarray(3)].every((x) => x === 0.5)).toBe(true);
  });
});
