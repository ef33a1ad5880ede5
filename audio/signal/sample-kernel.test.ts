import { describe, expect, it } from "vitest";
import {
  packShorts,
  PEAK_CHUNK,
  peakOf,
  peaksOfChunks,
  cachePeak,
  unpackShorts,
} from "./sample-kernel.ts";

const COUNT = 40_003;
const noise = (factor: number): Float32Array =>
  Float32Array.from({ length: COUNT }, (_, i) => factor * Math.sin(i * i + factor));
const sizeOf = (samples: Float32Array): number =>
  samples.reduce((a, b) => Math.max(a, Math.abs(b)), 0);

describe("samples on vectors", () => {
  it("TLS-3 the largest size is found, wherever it is", () => {
    for (const at of [0, 1, 16_383, 16_384, COUNT - 1]) {
      const samples = noise(0.5);
      samples[at] = -0.75;
      expect(peakOf(samples)).toBe(0.75);
    }
    expect(peakOf(new Float32Array(0))).toBe(0);
    expect(peakOf(Float32Array.of(1, -Infinity))).toBe(Infinity);
    expect(peakOf(Float32Array.of(1, NaN, -Infinity))).toBe(NaN);
  });

  it("TLS-3 is not computed if it is cached", () => {
    const samples = noise(0.5);
    cachePeak(samples, 7);
    expect(peakOf(samples)).toBe(7);
    expect(peakOf(samples.subarray(0))).toBe(sizeOf(samples));
  });

  it("TLS-2 the largest size of whole numbers is that of theirs alone", () => {
    // The samples that were unpacked before these were larger.
    const one = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer);
    const plane = new Float32Array(1);
    unpackShorts(one(-32_768, 32_767), [plane, plane]);
    expect(unpackShorts(one(-3, 2), [plane, plane])).toEqual([3 / 32_768, 2 / 32_768]);
    expect(unpackShorts(one(-32_768, 0), [plane, plane])).toEqual([1, 0]);
    expect(unpackShorts(one(-5), [plane])).toEqual([5 / 32_768]);
  });

  it("TLS-3 so is that of each chunk", () => {
    const samples = noise(0.5);
    const peaks = peaksOfChunks(samples);
    expect(peaks.length).toBe(Math.ceil(COUNT / PEAK_CHUNK));
    for (const [i, peak] of peaks.entries())
      expect(peak).toBe(sizeOf(samples.subarray(i * PEAK_CHUNK, (i + 1) * PEAK_CHUNK)));
  });

  it("TLS-2 whole numbers are the nearest ones, and come back", () => {
    const [left, right] = [noise(1.2), noise(0.9)];
    // Halves and their neighbors, values beyond full scale, and NaN.
    const halves = [0.5, -0.5, 1.5, -1.5, 0.5 - 2 ** -25, 32_767.5, -32_768.5, 1e12, -1e12, NaN];
    left.set(halves.map((x) => x / 32_768));
    const bytes = new Uint8Array(4 * COUNT);
    packShorts([left, right], bytes);
    const found = new Int16Array(bytes.buffer);
    const nearest = (x: number): number =>
      Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))) || 0;
    const wrong = [left, right].flatMap((plane, channel) =>
      [...plane].filter((x, i) => found[2 * i + channel] !== nearest(x)),
    );
    expect(wrong).toEqual([]);
    const [a, b] = [new Float32Array(COUNT), new Float32Array(COUNT)];
    expect(unpackShorts(bytes, [a, b])).toEqual([sizeOf(a), sizeOf(b)]);
    const other = [a, b].flatMap((plane, channel) =>
      [...plane].filter((x, i) => x !== found[2 * i + channel]! / 32_768),
    );
    expect(other).toEqual([]);
    const [single, again] = [new Uint8Array(2 * COUNT), new Float32Array(COUNT)];
    packShorts([left], single);
    expect(new Int16Array(single.buffer)).toEqual(found.filter((_, i) => i % 2 === 0));
    expect(unpackShorts(single, [again])).toEqual([sizeOf(a)]);
    expect(again).toEqual(a);
  });
});
