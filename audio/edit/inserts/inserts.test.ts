import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Processor } from "../../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../../signal/blocks.ts";
import { createInserts } from "./create-insert.ts";
import { createCompressor, createGate, reductionOf } from "./dynamics.ts";
import { createEqualizer, equalizerGain } from "./equalizer.ts";
import { type TrackEffect, type TrackEffectName, tailOf } from "./track-effect.ts";
import { TRACK_EFFECTS, TRACK_EFFECT_NAMES, isValidEffect, valuesOf } from "./track-effects.ts";

const noise = (seed: number, frames: number): Float32Array => {
  let state = seed;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 32;
  });
};
const run = (processor: Processor, input: Block, sizes: readonly number[]): Block => {
  const parts: (Block | null)[] = [];
  const copy = (block: Block | null): Block | null =>
    block && block.map((samples) => samples.slice());
  for (let at = 0, i = 0; at < framesOf(input); i++) {
    const size = Math.max(1, sizes[i % sizes.length]!);
    const block = input.map((samples) => samples.slice(at, at + size));
    parts.push(copy(processor.process(block)));
    at += size;
  }
  parts.push(copy(processor.finish()));
  return joinBlocks(parts, input.length);
};
/** Values at the given parts (0 to 1) of the ranges of an effect's parameters. */
const valuesAt = (effect: TrackEffectName, parts: readonly number[]): TrackEffect["values"] =>
  Object.fromEntries(
    Object.entries(TRACK_EFFECTS[effect]).map(([name, { min, max }], i) => [
      name,
      min + (max - min) * parts[i % parts.length]!,
    ]),
  );

describe("TLS-13 the equalizer of a track", () => {
  const values = valuesOf("equalizer", {
    lowFrequency: 120,
    lowGain: 6,
    peak1Frequency: 400,
    peak1Gain: -9,
    peak1Q: 2,
    peak2Gain: 4,
    peak2Q: 0.7,
    peak3Frequency: 3000,
    peak3Gain: 12,
    peak3Q: 6,
    highFrequency: 6500,
    highGain: -12,
  });

  /** Formulas of R. Bristow-Johnson's cookbook, on the unit circle, in place of coefficients. */
  function cookbookGain(rate: number, frequency: number): number {
    const s = { re: 0, im: Math.tan((Math.PI * frequency) / rate) };
    const bands = [
      ["low", values.lowFrequency, values.lowGain, Math.SQRT1_2],
      ["peak", values.peak1Frequency, values.peak1Gain, values.peak1Q],
      ["peak", values.peak2Frequency, values.peak2Gain, values.peak2Q],
      ["peak", values.peak3Frequency, values.peak3Gain, values.peak3Q],
      ["high", values.highFrequency, values.highGain, Math.SQRT1_2],
    ] as const;
    return bands.reduce((sum, [kind, f0, gain, q]) => {
      const a = 10 ** (gain / 40);
      // s of the analog prototype, normalized to the band's frequency after prewarping.
      const w = s.im / Math.tan((Math.PI * f0) / rate);
      const root = (Math.sqrt(a) / q) * w;
      const magnitude = (re: number, im: number): number => re * re + im * im;
      const ratio =
        kind === "peak"
          ? magnitude(1 - w * w, (w * a) / q) / magnitude(1 - w * w, w / (a * q))
          : kind === "low"
            ? (a * a * magnitude(a - w * w, root)) / magnitude(1 - a * w * w, root)
            : (a * a * magnitude(1 - a * w * w, root)) / magnitude(a - w * w, root);
      return sum + 10 * Math.log10(ratio);
    }, 0);
  }

  it.each([16_000, 44_100, 48_000, 96_000])(
    "has the response of the cookbook's prototypes at %i Hz",
    (rate) => {
      const frames = rate;
      const impulse = createBlock(1, frames);
      impulse[0]![0] = 1;
      const [response] = run(
        createEqualizer(values, { sampleRate: rate, channels: 1 })!,
        impulse,
        [1000],
      );
      for (const frequency of [25, 60, 120, 250, 400, 1000, 2500, 3000, 5000, 6500, 7500]) {
        let [re, im] = [0, 0];
        for (const [i, value] of response!.entries()) {
          re += value * Math.cos((2 * Math.PI * frequency * i) / rate);
          im -= value * Math.sin((2 * Math.PI * frequency * i) / rate);
        }
        const expected = cookbookGain(rate, frequency);
        expect(10 * Math.log10(re * re + im * im)).toBeCloseTo(expected, 2);
        expect(equalizerGain(values, rate, frequency)).toBeCloseTo(expected, 6);
      }
    },
  );

  it("is left out where it changes nothing: with flat bands, and above half the sample rate", () => {
    const flat = valuesOf("equalizer", {});
    expect(createEqualizer(flat, { sampleRate: 48_000, channels: 2 })).toBeNull();
    const high = valuesOf("equalizer", { highFrequency: 8000, highGain: 6 });
    expect(createEqualizer(high, { sampleRate: 8000, channels: 2 })).toBeNull();
  });
});

describe("TLS-13 the compressor of a track", () => {
  const RATE = 48_000;
  const level = (decibels: number) => 10 ** (decibels / 20);
  const gainsOf = (processor: Processor, input: Float32Array): Float32Array => {
    const [out] = run(processor, [input], [777]);
    return out!.map((sample, i) => 20 * Math.log10(Math.abs(sample / input[i]!)));
  };

  it("reduces what is above the threshold by its ratio, with a soft knee of 6 dB", () => {
    const values = valuesOf("compressor", { threshold: -20, ratio: 4, makeup: 3 });
    const format = { sampleRate: RATE, channels: 1 };
    for (const decibels of [-60, -23, -20, -17, -8, 0, 6]) {
      const square = Float32Array.from(
        { length: RATE },
        (_, i) => (i % 100 < 50 ? 1 : -1) * level(decibels),
      );
      const gain = gainsOf(createCompressor(values, format), square).at(-1)!;
      expect(gain).toBeCloseTo(3 - reductionOf(decibels, values), 3);
    }
    expect(reductionOf(-23, values)).toBe(0);
    expect(reductionOf(-20, values)).toBeCloseTo(0.5625, 10);
    expect(reductionOf(-17, values)).toBeCloseTo(2.25, 10);
    expect(reductionOf(0, values)).toBe(15);
  });

  it("reaches 63% of a step in the attack time, and leaves 37% of it after the release time", () => {
    const values = valuesOf("compressor", {
      threshold: -30,
      ratio: 10,
      attack: 20,
      release: 200,
    });
    const step = new Float32Array(RATE).fill(level(-60));
    step.fill(level(-10), 4800, 28_800);
    const gains = gainsOf(createCompressor(values, { sampleRate: RATE, channels: 1 }), step);
    const full = reductionOf(-10, values);
    expect(gains[4799]).toBeCloseTo(0, 4);
    expect(-gains[4800 + 960 - 1]!).toBeCloseTo(full * (1 - Math.exp(-1)), 2);
    expect(-gains[28_800 + 9600 - 1]!).toBeCloseTo(full * Math.exp(-1), 2);
  });

  it("treats both channels alike", () => {
    const input = [new Float32Array(4800).fill(0.9), new Float32Array(4800).fill(0.09)];
    const values = valuesOf("compressor", {});
    const out = run(createCompressor(values, { sampleRate: RATE, channels: 2 }), input, [64]);
    for (const at of [0, 100, 4000]) expect(out[1]![at]! / out[0]![at]!).toBeCloseTo(0.1, 6);
  });
});

describe("TLS-13 the gate of a track", () => {
  it("opens at the threshold, holds, and closes to its floor once the level has fallen", () => {
    const RATE = 10_000;
    const values = valuesOf("gate", {
      threshold: -40,
      floor: -60,
      attack: 1,
      hold: 100,
      release: 10,
    });
    const input = new Float32Array(RATE).fill(0.001);
    input.fill(0.1, 2000, 4000);
    // Between the thresholds for opening and closing: it stays open.
    input.fill(0.007, 4000, 5000);
    const [out] = run(createGate(values, { sampleRate: RATE, channels: 1 }), [input], [333]);
    const gain = (at: number): number => out![at]! / input[at]!;
    expect(gain(1999)).toBeCloseTo(0.001, 9);
    expect(gain(2009)).toBeGreaterThan(0.6);
    expect(out!.slice(3000, 5990)).toEqual(input.slice(3000, 5990));
    expect(gain(6100)).toBeLessThan(0.5);
    expect(gain(8000)).toBeCloseTo(0.001, 9);
    const [whisper] = run(
      createGate(values, { sampleRate: RATE, channels: 1 }),
      [new Float32Array(2000).fill(0.007)],
      [100],
    );
    expect(whisper!.at(-1)! / Math.fround(0.007)).toBeCloseTo(0.001, 6);
  });
});

describe("TLS-13 every effect of a track", () => {
  const effectName = fc.constantFrom(...TRACK_EFFECT_NAMES);
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 13,
    maxLength: 13,
  });

  it("gives the same however its input is divided, with as many frames", () => {
    fc.assert(
      fc.property(
        effectName,
        parts,
        fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 6 }),
        (effect, where, sizes) => {
          const format = { sampleRate: 16_000, channels: 2 };
          const one: TrackEffect = { id: 1, effect, values: valuesAt(effect, where) };
          expect(isValidEffect(one)).toBe(true);
          const input = [noise(1, 3000), noise(2, 3000)];
          const whole = createInserts([one], format);
          if (!whole) return;
          const expected = run(whole, input, [3000]);
          const divided = run(createInserts([one], format)!, input, sizes);
          for (const [channel, samples] of divided.entries())
            expect(samples.every((sample, i) => sample === expected[channel]![i])).toBe(true);
          expect(framesOf(divided)).toBe(3000);
          expect(divided.every((samples) => samples.every(Number.isFinite))).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("ends in digital silence, without lasting denormal numbers on the way", () => {
    const format = { sampleRate: 32_000, channels: 1 };
    for (const effect of TRACK_EFFECT_NAMES) {
      const values = effect === "reverb" ? { decay: 0.2 } : valuesAt(effect, [0.6]);
      const processor = createInserts([{ id: 1, effect, values }], format)!;
      const input = new Float32Array(96_000);
      input.set(noise(3, 400));
      const [out] = run(processor, [input], [1000]);
      expect(out!.slice(-4000).every((sample) => sample === 0)).toBe(true);
      // Filters flush their states at the end of each block.
      const denormal = out!.filter((sample) => sample !== 0 && Math.abs(sample) < 1.2e-38);
      expect(denormal.length).toBeLessThan(1000);
    }
  });

  it("sounds after the end only with reverb: 1.5 times its reverb time, unless it is bypassed", () => {
    const reverb: TrackEffect = { id: 1, effect: "reverb", values: { decay: 2 } };
    expect(tailOf([reverb, { id: 2, effect: "gate", values: {} }])).toBe(3);
    expect(tailOf([{ ...reverb, bypassed: true }])).toBe(0);
    expect(tailOf()).toBe(0);
  });
});
