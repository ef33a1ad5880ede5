import { describe, expect, it } from "vitest";
import { createNoiseMeter, noiseOf } from "./noise-meter.ts";

/** A second of silence, then seconds that are loud, with every tenth one quiet. */
function levelAt(second: number): number {
  if (second < 1) return 0;
  return second % 4 < 1 ? 0.001 : 0.5;
}
const sound = Float32Array.from(
  { length: 80_000 },
  (_, at) => levelAt(at / 8000) * (at % 2 === 0 ? 1 : -1),
);

it.each([[80_000], [777]])(
  "TLS-1 noise is the level of the quiet parts, in blocks of %i",
  (size) => {
    const meter = createNoiseMeter({ sampleRate: 8000, channels: 1 });
    for (let at = 0; at < sound.length; at += size) meter.push([sound.subarray(at, at + size)]);
    expect(noiseOf(meter.windows())).toBeCloseTo(-60, 0);
    expect(meter.peak()).toBe(0.5);
  },
);

it("TLS-1 silence has no noise", () => {
  const meter = createNoiseMeter({ sampleRate: 8000, channels: 2 });
  meter.push([new Float32Array(8000), new Float32Array(8000)]);
  expect(noiseOf(meter.windows())).toBe(-Infinity);
  expect(meter.peak()).toBe(0);
});

describe("the quiet parts of a sound that was worked on", () => {
  const original = [1, 1, 1e-4, 1, 1, 1, 1e-4, 1, 1, 1, 1, 1];
  it("TLS-1 are those of the original: pauses that have become silent are quieter, not gone", () => {
    const cleaned = original.map((power) => (power === 1 ? 1 : 1e-9));
    const emptied = original.map((power) => (power === 1 ? 0.5 : 0));
    expect(noiseOf(original)).toBeCloseTo(-40);
    expect(noiseOf(cleaned, original)).toBeCloseTo(-90);
    expect(noiseOf(emptied, original)).toBe(-Infinity);
  });

  it("TLS-1 are its own where it has another length", () => {
    expect(noiseOf([1, 1, 1e-6], original)).toBeCloseTo(-60);
  });
});
