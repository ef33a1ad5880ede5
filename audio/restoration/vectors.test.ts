import { afterEach, describe, expect, it, vi } from "vitest";
import type { Block, Processor } from "../effect.ts";
import { joinBlocks } from "../signal/blocks.ts";
import { powerToDecibels } from "../signal/decibel.ts";
import { createResampler } from "../signal/resample.ts";
import { createStft } from "../signal/stft.ts";
import { createMixKernel, mixFloats } from "./mix/mix-kernel.ts";
import { createAdaptiveDereverb } from "./reverb/dereverb.ts";

const RATE = 8000;
const FRAMES = 3 * RATE;

/** Swelling noise with reverb. */
function noise(seed: number): Float32Array {
  let state = seed;
  const samples = Float32Array.from({ length: FRAMES }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * Math.max(0, Math.sin(i / 700)) * 0.3;
  });
  for (let i = 900; i < FRAMES; i++) samples[i] = samples[i]! + 0.5 * samples[i - 900]!;
  return samples;
}

/** Two estimates, which follow two channels, mixed with them. */
const createMixer = (): Processor =>
  createStft({
    channels: 4,
    outputs: 2,
    size: 256,
    hop: 64,
    floats: mixFloats(129),
    prepare: (spectra, memory) => {
      const kernel = createMixKernel({ strength: 0.9 }, spectra, memory);
      kernel.mixRows.share.fill(0.6);
      kernel.mixRows.gain.fill(0.8);
      kernel.mixRows.dry.fill(0.1);
      kernel.weights.heard.fill(1);
      kernel.weights.both.fill(0.7);
      return () => {
        kernel.survey();
        kernel.finish({ fullGain: 0.7, neighborGain: 0.1 });
      };
    },
  });

function run(processor: Processor, input: Block): readonly Float32Array[] {
  const first = processor.process(input)?.map((samples) => samples.slice()) ?? null;
  return joinBlocks([first, processor.finish()], processor.format?.channels ?? 2);
}

/** Difference of two blocks in dB. */
function difference(a: Block, b: Block): number {
  let [error, all] = [0, 0];
  for (const [channel, samples] of a.entries())
    for (const [i, x] of samples.entries()) {
      error += (x - b[channel]![i]!) ** 2;
      all += x * x;
    }
  return powerToDecibels(error / all);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("browsers without fused multiplications", () => {
  const sound = [noise(1), noise(2)];
  it.each([
    ["rates", () => createResampler(RATE, 11_025, 2), sound],
    ["the room", () => createAdaptiveDereverb(0.7, { sampleRate: RATE, channels: 2 }), sound],
    ["the mixture", createMixer, [...sound, noise(3), noise(4)]],
  ])("TLS-1 hear the same: %s", (_, create, input) => {
    const known = vi.spyOn(WebAssembly, "validate");
    const plain = run((known.mockReturnValue(false), create()), input);
    const fused = run((known.mockReturnValue(true), create()), input);
    expect(known).toHaveBeenCalled();
    expect(difference(plain, fused)).toBeLessThan(-90);
    expect(plain.every((samples) => samples.some((sample) => sample !== 0))).toBe(true);
  });
});
