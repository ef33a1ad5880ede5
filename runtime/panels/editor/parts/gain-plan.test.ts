import { describe, expect, it } from "vitest";
import volume from "#audio/effects/volume.ts";
import { createStep } from "#audio/pipeline/step.ts";
import { runSteps } from "#audio/pipeline/stream.ts";
import { createTargetMeter } from "#audio/restoration/target-level.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { limiterGoal, planGain } from "./gain-plan.ts";
import { cutTolerance, writeModeFor } from "./write-mode.ts";

const VALUES = { mode: "gain", gain: 0, loudness: -16, limiter: true, ceiling: -1 } as const;
const levels = { lufs: -23, truePeak: -6, noise: -60 };

describe("what a change of volume does", () => {
  it("TLS-1 a gain moves loudness and peak alike, and clips without a limiter", () => {
    expect(planGain({ ...VALUES, gain: 4, limiter: false }, levels)).toMatchObject({
      gain: 4,
      lufs: -19,
      truePeak: -2,
      clips: false,
    });
    const loud = planGain({ ...VALUES, gain: 8, limiter: false }, levels);
    expect(loud).toMatchObject({ truePeak: 2, clips: true });
  });

  it("TLS-1 a target is reached by the missing gain, and the limiter holds the ceiling", () => {
    const values = { ...VALUES, mode: "loudness", ceiling: 1 } as const;
    expect(planGain(values, levels)).toEqual({
      gain: 7,
      lufs: -16,
      truePeak: 1,
      limited: 0,
      clips: true,
      missedTarget: null,
    });
    const limited = { gain: 7.8, reached: -16 };
    const plan = planGain({ ...VALUES, mode: "loudness" }, levels, limited);
    expect(plan).toMatchObject({
      gain: 7.8,
      lufs: -16,
      truePeak: -1,
      clips: false,
      missedTarget: null,
    });
    expect(plan.limited).toBeCloseTo(2.8);
  });

  it("TLS-18 nothing is promised before the limiter's outcome is measured, nor what it cannot reach", () => {
    const values = { ...VALUES, mode: "loudness", loudness: -6 } as const;
    expect(planGain(values, levels)).toMatchObject({ lufs: null, missedTarget: null });
    const limited = { gain: 29, reached: -11.5 };
    expect(planGain(values, levels, limited)).toMatchObject({ lufs: -11.5, missedTarget: -6 });
  });

  it("TLS-1 the limiter holds its ceiling without a gain, too: it never says that it will clip", () => {
    const hot = { ...levels, truePeak: 0.7 };
    expect(planGain(VALUES, hot)).toMatchObject({ gain: 0, truePeak: -1, clips: false });
    expect(planGain(VALUES, hot).limited).toBeCloseTo(1.7);
    expect(planGain({ ...VALUES, limiter: false }, hot)).toMatchObject({ limited: 0, clips: true });
  });

  it("TLS-1 silence stays", () => {
    const silence = { lufs: -Infinity, truePeak: -Infinity, noise: -Infinity };
    expect(planGain({ ...VALUES, mode: "loudness" }, silence)).toMatchObject({
      gain: 0,
      limited: 0,
    });
  });
});

const RATE = 48_000;
let seed = 1;
const noise = (): number => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
const wave = (hertz: number, i: number): number => Math.sin((2 * Math.PI * hertz * i) / RATE);
/** Signals that limiters treat differently. */
const PROGRAMS: Readonly<Record<string, (i: number) => number>> = {
  speech: (i) =>
    0.25 * Math.max(0, wave(3, i)) ** 2 * (wave(150, i) + wave(450, i) / 2 + noise() / 4),
  drums: (i) => 0.8 * Math.exp((-25 * (i % 24_000)) / RATE) * wave(60, i % 24_000),
  music: (i) =>
    0.15 * (wave(220, i) + wave(277, i) + wave(440, i)) +
    0.1 * noise() * Math.exp((-20 * (i % 24_000)) / RATE),
  noise: () => 0.1 * noise(),
  clicks: (i) => (i % 9600 === 0 ? 0.9 : 0.002 * noise()),
};

describe("the forecast of a change of volume", () => {
  it.each(
    Object.keys(PROGRAMS).flatMap((program) => [
      ...[-23, -16, -9, -6, 0].map((value) => [program, "loudness", value] as const),
      ...[6, 18, 30].map((value) => [program, "gain", value] as const),
    ]),
  )("TLS-18 %s with a %s of %d is what comes out", async (program, mode, value) => {
    seed = 1;
    const samples = Float32Array.from({ length: 6 * RATE }, (_, i) => PROGRAMS[program]!(i));
    const format = { sampleRate: RATE, channels: 1 };
    const blocks = Array.from({ length: Math.ceil(samples.length / 16_384) }, (_, i) => [
      samples.slice(16_384 * i, 16_384 * (i + 1)),
    ]);
    const values = { ...VALUES, mode, [mode]: value };
    const before = createLoudnessMeter(format);
    for (const block of blocks) before.push(block);
    const { integrated, truePeak } = before.measure();
    const measured = { lufs: integrated, truePeak, noise: -60 };
    const goal = limiterGoal(values, measured);
    const meter = goal && createTargetMeter(format, goal);
    for (const block of blocks) meter?.push(block);
    const plan = planGain(values, measured, meter?.finish());
    const after = createLoudnessMeter(format);
    const source = {
      format,
      frames: samples.length,
      async *open() {
        for (const block of blocks) yield block;
      },
    };
    await runSteps([createStep(volume, values, null)], source, (block) => after.push(block));
    const result = after.measure();
    expect(Math.abs(result.integrated - plan.lufs!)).toBeLessThan(0.4);
    expect(result.truePeak - plan.truePeak).toBeLessThan(0.1);
    expect(plan.missedTarget !== null).toBe(mode === "loudness" && plan.lufs! < value - 0.5);
  });
});

describe("the output format", () => {
  it.each([
    ["mp3", { kind: "copy", ending: "mp3" }],
    ["aac", { kind: "copy", ending: "m4a" }],
    ["pcm-s16", { kind: "encode", output: "wav16" }],
    ["pcm-s24", { kind: "encode", output: "wav24" }],
    ["pcm-f32", { kind: "encode", output: "wav32f" }],
    ["flac", { kind: "encode", output: "flac" }],
    [null, { kind: "encode", output: "wav24" }],
  ])("TLS-2 %s is preserved without loss", (codec, writing) => {
    expect(writeModeFor("keep", codec, false)).toMatchObject(writing);
  });

  it("TLS-2 fades want encoding, in the format that the file has", () => {
    expect(writeModeFor("keep", "mp3", true)).toMatchObject({ kind: "encode", output: "mp3" });
    expect(writeModeFor("keep", "aac", true)).toMatchObject({ kind: "encode", output: "m4a" });
    expect(writeModeFor("flac", "mp3", false)).toMatchObject({ kind: "encode", output: "flac" });
  });

  it("TLS-2 a copied cut is at most half a frame off", () => {
    expect(cutTolerance("mp3", 48_000)).toBe(0);
    expect(cutTolerance("aac", 51_200)).toBe(0.01);
    expect(cutTolerance("opus", 48_000)).toBe(0.01);
  });
});
