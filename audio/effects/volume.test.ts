import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { copyFrames, framesOf, joinBlocks } from "../signal/blocks.ts";
import { decibelsToFactor, factorToDecibels } from "../signal/decibel.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { peakOf, cachePeak } from "../signal/sample-kernel.ts";
import { createStep } from "../pipeline/step.ts";
import { runSteps } from "../pipeline/stream.ts";
import volume from "./volume.ts";

const format = { sampleRate: 48_000, channels: 2 };
const DEFAULTS = { mode: "gain", gain: 0, loudness: -16, limiter: true, ceiling: -1 } as const;

/** Two seconds of a tone that swells. */
const swell = (peak: number): Block =>
  [0.31, 0.29].map((angle) =>
    Float32Array.from(
      { length: 96_000 },
      (_, i) => peak * Math.sin(angle * i) * (0.6 + 0.4 * Math.sin(i / 7000)),
    ),
  );

async function run(input: Block, values: Partial<Parameters<typeof volume.create>[0]>) {
  const blocks: Block[] = [];
  const step = createStep(volume, { ...DEFAULTS, ...values }, null);
  const source = {
    format,
    async *open() {
      yield input;
    },
  };
  const { findings } = await runSteps(
    [step],
    source,
    (block) => void blocks.push(copyFrames(block, 0)),
  );
  const out = joinBlocks(blocks, 2);
  const meter = createLoudnessMeter(format);
  meter.push(out);
  return { out, figures: findings[0]?.figures, after: meter.measure() };
}

describe("volume", () => {
  it.each([-60, -6.02, -0.01, 0.01, 3.33, 12])(
    "CLI-9 changes by %d dB to 0.01 dB",
    async (gain) => {
      const input = swell(0.1);
      const { out } = await run(input, { gain });
      for (const i of [10, 5000, 95_999])
        expect(factorToDecibels(out[1]![i]! / input[1]![i]!)).toBeCloseTo(gain, 3);
    },
  );

  it("CLI-9 holds the true peak", async () => {
    const { out, after } = await run(swell(0.5), { gain: 20, ceiling: -1.5 });
    expect(framesOf(out)).toBe(96_000);
    expect(after.truePeak).toBeLessThan(-1.49);
  });

  it("CLI-9 without the limiter, reports by how much samples exceed full scale", async () => {
    const { out, figures } = await run(swell(0.5), { gain: 12, limiter: false });
    const peak = Math.max(...out.map((samples) => samples.reduce((a, b) => Math.max(a, b), 0)));
    expect(peak).toBeGreaterThan(1.5);
    expect(figures?.["peakAfterDb"]).toBeCloseTo(factorToDecibels(peak), 1);
  });

  it.each([-14, -16, -23, -40])("CLI-9 reaches %d LUFS", async (loudness) => {
    const { after, figures } = await run(swell(0.02), { mode: "loudness", loudness });
    expect(after.integrated).toBeCloseTo(loudness, 1);
    expect(figures!["integratedLufs"]! + figures!["gain"]!).toBeCloseTo(loudness, 6);
  });

  /** Noise with short bursts above it. */
  const hits = (level: number): Block =>
    [1, 7].map((seed) => {
      let state = seed;
      return Float32Array.from({ length: 192_000 }, (_, i) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return level * (i % 19_200 < 400 ? 1 : 0.3) * (state / 2 ** 31 - 1);
      });
    });

  it.each([-16, -14, -12, -9, -7])(
    "TLS-18 reaches %d LUFS although the limiter takes peaks away",
    async (loudness) => {
      for (const level of [0.02, 0.2, 0.9]) {
        const { after, figures } = await run(hits(level), { mode: "loudness", loudness });
        expect(Math.abs(after.integrated - loudness)).toBeLessThan(0.2);
        expect(after.truePeak).toBeLessThan(-0.99);
        // The limiter must act on the loud ones only.
        const plain = loudness - figures!["integratedLufs"]!;
        expect(figures!["gain"]!).toBeGreaterThan(plain - 0.001);
      }
    },
  );

  it.each([-72, -75, -80, -85, -89])("TLS-18 raises sound of %d LUFS", async (quiet) => {
    const { after: full } = await run(swell(0.1), { gain: 0 });
    const input = swell(0.1 * decibelsToFactor(quiet - full.integrated));
    for (const loudness of [-16, -23]) {
      const { after } = await run(input, { mode: "loudness", loudness });
      expect(after.integrated).toBeCloseTo(loudness, 1);
    }
  });

  it("CLI-9 brings the true peak to the ceiling", async () => {
    for (const limiter of [true, false]) {
      const { after } = await run(swell(0.03), { mode: "peak", ceiling: -2, limiter });
      expect(after.truePeak).toBeCloseTo(-2, 2);
    }
  });

  it("TLS-4 silence stays silence", async () => {
    const { out } = await run(swell(0), { mode: "loudness" });
    expect(out[0]!.every((sample) => sample === 0)).toBe(true);
    expect(decibelsToFactor(0)).toBe(1);
  });

  it("TLS-3 the limiter gives the same where peaks of blocks are known", () => {
    const sound = swell(0.6);
    const limit = (isPeakCached: boolean): Block => {
      const values = { ...DEFAULTS, gain: 5 };
      const processor = volume.create(values, format, { analysis: null, prepared: null });
      const blocks: (Block | null)[] = [];
      // Long blocks, and blocks shorter than the context of a peak.
      for (let at = 0, length = 3; at < 96_000; at += length, length = length > 5 ? 3 : 4001) {
        const block = sound.map((plane) => plane.subarray(at, at + length));
        if (isPeakCached) for (const plane of block) cachePeak(plane, peakOf(plane));
        blocks.push(processor.process(block)?.map((plane) => plane.slice()) ?? null);
      }
      return joinBlocks([...blocks, processor.finish()], 2);
    };
    const limited = limit(false);
    expect(limit(true)).toEqual(limited);
    expect(peakOf(limited[0]!)).toBeLessThan(0.6 * decibelsToFactor(5));
  });
});
