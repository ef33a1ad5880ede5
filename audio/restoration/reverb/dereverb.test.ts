import { describe, expect, it } from "vitest";
import type { Block, Processor } from "../../effect.ts";
import { copyFrames, joinBlocks } from "../../signal/blocks.ts";
import { createAdaptiveDereverb, createDereverb } from "./dereverb.ts";
import { createReverbEstimator, decayTime } from "./estimate-reverb.ts";

const FORMAT = { sampleRate: 8000, channels: 1 } as const;
const SECONDS = 14;
const TONES = [200, 450, 800, 1300, 2000, 3200];

/** A burst of tones a second. @param decayOf reverb time of the burst that begins at a second */
function makeBursts(decayOf: (second: number) => number): Float32Array {
  return Float32Array.from({ length: SECONDS * FORMAT.sampleRate }, (_, i) => {
    const second = Math.floor(i / FORMAT.sampleRate);
    const time = i / FORMAT.sampleRate - second;
    const sum = TONES.reduce((all, hertz) => all + Math.sin(2 * Math.PI * hertz * time), 0);
    return 0.1 * sum * 10 ** ((-3 * time) / decayOf(second));
  });
}

function run(processor: Processor, input: Float32Array, size: number): Float32Array {
  const parts: (Block | null)[] = [];
  for (let at = 0; at < input.length; at += size) {
    const block = processor.process([input.subarray(at, at + size)]);
    parts.push(block && copyFrames(block, 0));
  }
  return joinBlocks([...parts, processor.finish()], 1)[0]!;
}

/** The same noise every time, of a level of about 1. */
function makeNoise(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (1_103_515_245 * state + 12_345) % 2 ** 31;
    return (state / 2 ** 30 - 1) * Math.sqrt(3);
  });
}

function estimate(input: Float32Array) {
  const estimator = createReverbEstimator(FORMAT);
  estimator.push([input]);
  return estimator.finish();
}

/** Power of the difference between two sounds relative to the first, in dB. */
function measureChange(before: Float32Array, after: Float32Array): number {
  const sum = (values: Float32Array) => values.reduce((all, value) => all + value * value, 0);
  return 10 * Math.log10(sum(before.map((x, i) => x - after[i]!)) / sum(before));
}

describe("dereverb without an analysis pass", () => {
  it.each([0.25, 0.4, 0.8])(
    "TLS-1 leaves dry sound alone that begins with a decay of %s s",
    (slow) => {
      const input = makeBursts((second) => (second < 1 ? slow : 0.1));
      const output = run(createAdaptiveDereverb(1, FORMAT), input, 4096);
      expect(measureChange(input, output)).toBeLessThan(-80);
    },
  );

  it.each([0.4, 0.8])("TLS-1 removes a reverb of %s s in the first second as in others", (slow) => {
    const input = makeBursts(() => slow);
    const output = run(createAdaptiveDereverb(1, FORMAT), input, 4096);
    const remaining = [0, 12].map((second) => {
      const tail = [second + 0.3, second + 0.9].map((time) => Math.round(time * FORMAT.sampleRate));
      const [before, after] = [input, output].map((sound) => sound.slice(tail[0], tail[1]));
      return measureChange(
        before!,
        before!.map((x, i) => x - after![i]!),
      );
    });
    expect(remaining[0]).toBeLessThan(-10);
    expect(remaining[0]! - remaining[1]!).toBeLessThan(3);
  });

  it("TLS-3 does not depend on how its input is cut into blocks", () => {
    const input = makeBursts((second) => 0.1 + 0.04 * second);
    const whole = run(createAdaptiveDereverb(1, FORMAT), input, input.length);
    expect(whole).toHaveLength(input.length);
    for (const size of [777, 4096, 50_000])
      expect(run(createAdaptiveDereverb(1, FORMAT), input, size)).toEqual(whole);
  });
});

describe("dereverb after an analysis pass", () => {
  const process = (input: Float32Array) =>
    run(createDereverb(1, FORMAT, estimate(input)), input, 4096);
  const withNoise = (sound: Float32Array, level: number) => {
    const noise = makeNoise(sound.length);
    return sound.map((x, i) => x + level * noise[i]!);
  };

  it("TLS-1 takes noise under dry sound for no reverb", () => {
    const input = withNoise(
      makeBursts(() => 0.1),
      0.02,
    );
    expect(measureChange(input, process(input))).toBeLessThan(-80);
  });

  it("TLS-1 measures a reverb of 0.4 s under noise, and removes it", () => {
    const input = withNoise(
      makeBursts(() => 0.4),
      0.003,
    );
    expect(Math.abs(decayTime(estimate(input))! / 0.4 - 1)).toBeLessThan(0.15);
    expect(measureChange(input, process(input))).toBeGreaterThan(-20);
  });

  it("TLS-1 leaves dry sound alone after a minute of soft noise", () => {
    const bursts = makeBursts(() => 0.1);
    const late = new Float32Array(60 * FORMAT.sampleRate + bursts.length);
    late.set(bursts, late.length - bursts.length);
    const input = withNoise(late, 0.0003);
    expect(measureChange(input, process(input))).toBeLessThan(-80);
  });

  it("TLS-1 leaves a second alone, in which too little ends to measure a room", () => {
    const input = makeBursts(() => 0.6).slice(0, FORMAT.sampleRate / 2);
    expect(decayTime(estimate(input))).toBeNull();
    expect(measureChange(input, process(input))).toBeLessThan(-80);
  });
});
