import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import { createClippingFinder } from "./find-clipping.ts";

/** A voice-like sound: harmonics whose level and pitch change, with noise; its peak is 1. */
function voice(sampleRate: number, seconds: number, seed: number): Float32Array {
  const random = createSeededRandom(seed);
  const noise = () => random() - 0.5;
  let phase = 0;
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    const time = i / sampleRate;
    phase += (2 * Math.PI * (120 + 20 * Math.sin(3 * time + seed))) / sampleRate;
    const level = 0.3 + 0.7 * Math.max(0, Math.sin(7 * time + seed)) ** 2;
    let sum = 0.05 * noise();
    for (let k = 1; k <= 12; k++) sum += Math.cos(k * phase + k * k * seed) / k;
    return level * sum;
  });
  const peak = samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  return samples.map((one) => one / peak);
}
const clip = (samples: Float32Array, low: number, high: number): Float32Array =>
  samples.map((one) => Math.max(-low, Math.min(high, one)));

function find(
  channels: readonly Float32Array[],
  sampleRate: number,
  threshold: number | null = null,
) {
  const finder = createClippingFinder({ sampleRate, channels: channels.length }, threshold);
  // Blocks of any length.
  for (let at = 0, size = 1; at < channels[0]!.length; at += size, size = (size * 7 + 13) % 9001)
    finder.push(channels.map((one) => one.subarray(at, at + size)));
  return finder.finish();
}
const reaches = (samples: Float32Array, level: number): number =>
  samples.reduce((count, one) => count + (Math.abs(one) >= level * 0.9999 ? 1 : 0), 0);

describe("clipping is found", () => {
  it("TLS-14 at any level, rate and number of bits, and on one side alone", () => {
    const cases = fc.record({
      sampleRate: fc.constantFrom(8000, 16_000, 22_050, 44_100, 48_000, 96_000),
      low: fc.double({ min: 0.25, max: 0.7, noNaN: true }),
      isOneSided: fc.boolean(),
      gain: fc.double({ min: 0.1, max: 1.4, noNaN: true }),
      bits: fc.constantFrom(null, 12, 16, 24),
      seed: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(cases, ({ sampleRate, low: level, isOneSided, gain, bits, seed }) => {
        const low = Math.fround(level);
        const clipped = clip(voice(sampleRate, 4, seed), isOneSided ? 2 : low, low);
        const step = bits === null ? 0 : 2 ** (1 - bits);
        const samples = clipped.map((one) =>
          step === 0 ? gain * one : Math.round((gain * one) / step) * step,
        );
        const { share, ranges } = find([samples], sampleRate);
        const expected = clipped.reduce(
          (count, one) => count + (one >= low || (!isOneSided && one <= -low) ? 1 : 0),
          0,
        );
        expect(expected).toBeGreaterThan(0);
        expect(share * samples.length).toBeGreaterThan(0.85 * expected);
        expect(share * samples.length).toBeLessThan(1.25 * expected + 20);
        expect(ranges.length).toBeGreaterThan(0);
      }),
      { numRuns: 60, seed: 17 },
    );
  });

  it("TLS-14 in parts that were clipped at different levels, in one channel of two", () => {
    const rate = 32_000;
    const parts = [clip(voice(rate, 6, 3), 0.4, 0.4), voice(rate, 12, 5).map((one) => 0.3 * one)];
    const other = clip(voice(rate, 6, 8), 0.5, 0.5).map((one) => 0.2 * one);
    const samples = Float32Array.from([...parts[0]!, ...parts[1]!, ...other]);
    const quiet = voice(rate, 24, 9).map((one) => 0.9 * one);
    const { share, ranges } = find([quiet, samples], rate);
    const truth = reaches(parts[0]!, 0.4) + reaches(other, 0.1);
    expect((share * 2 * samples.length) / truth).toBeGreaterThan(0.9);
    expect((share * 2 * samples.length) / truth).toBeLessThan(1.1);
    for (const { start, end } of ranges)
      expect(end <= 6.1 * rate || start >= 17.9 * rate).toBe(true);
  });

  it("TLS-14 from a level that is set", () => {
    const samples = voice(16_000, 3, 2);
    const { share } = find([samples], 16_000, 0.6);
    expect(Math.round(share * samples.length)).toBe(
      samples.reduce((count, one) => count + (Math.abs(one) >= Math.fround(0.6) ? 1 : 0), 0),
    );
  });
});

describe("no clipping is found", () => {
  const rate = 44_100;
  const noise = createSeededRandom(4);
  const wave = (at: (phase: number) => number, hertz: number): Float32Array =>
    Float32Array.from({ length: 5 * rate }, (_, i) => 0.8 * at(((i * hertz) / rate) % 1));
  it.each([
    ["a sine of 50 Hz", wave((phase) => Math.sin(2 * Math.PI * phase), 50)],
    ["a sine of 997 Hz", wave((phase) => Math.sin(2 * Math.PI * phase), 997)],
    ["a sawtooth", wave((phase) => 2 * phase - 1, 110)],
    ["a square wave", wave((phase) => (phase < 0.5 ? 1 : -1), 110)],
    ["a pulse wave", wave((phase) => (phase < 0.4 ? 1 : -1), 220)],
    ["silence", new Float32Array(3 * rate)],
    ["a single click", Float32Array.from({ length: 3 * rate }, (_, i) => (i === rate ? 1 : 0))],
    ["noise", Float32Array.from({ length: 5 * rate }, () => 0.9 * noise())],
  ])("TLS-14 in %s", (_, samples) => {
    expect(find([samples], rate)).toMatchObject({ ranges: [], share: 0, seconds: 0 });
  });

  it("TLS-14 in voices", () => {
    for (let seed = 1; seed <= 20; seed++)
      expect(find([voice(16_000, 5, seed)], 16_000).ranges, String(seed)).toEqual([]);
  });
});
