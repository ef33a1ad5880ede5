import { describe, expect, it } from "vitest";
import type { Block, Processor } from "../effect.ts";
import { createFilter, designBiquad } from "./biquad.ts";
import { copyFrames, framesOf, joinBlocks } from "./blocks.ts";
import { decibelsToFactor, factorToDecibels, powerToDecibels } from "./decibel.ts";
import { createFftKernel } from "./fft/fft-kernel.ts";
import { createRealFft } from "./fft/fft.ts";
import { createResampler } from "./resample.ts";
import { createStft } from "./stft.ts";
import { blackmanHarris, hann } from "./windows.ts";

/** Deterministic pseudo-random samples, −1 to 1. */
function noise(frames: number, seed = 1): Float32Array {
  let state = seed;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function runInBlocks(processor: Processor, input: Block, sizes: readonly number[]): Block {
  const out: Block[] = [];
  // The output is valid until the next call.
  const keep = (block: Block | null) => void (block && out.push(copyFrames(block, 0)));
  for (let at = 0, i = 0; at < framesOf(input); i++) {
    const size = sizes[i % sizes.length]!;
    keep(processor.process(copyFrames(input, at, at + size)));
    at += size;
  }
  keep(processor.finish());
  return joinBlocks(out, input.length);
}

const tone = (frames: number, frequency: number, rate: number): Float32Array =>
  Float32Array.from({ length: frames }, (_, i) => Math.sin((2 * Math.PI * frequency * i) / rate));

describe("Fourier transform", () => {
  it.each([4, 8, 16, 32, 64, 512, 1024])(
    "TLS-1 of %i samples is the sum that defines it",
    (size) => {
      const samples = noise(size);
      const fft = createRealFft(size);
      const re = new Float64Array(fft.bins);
      const im = new Float64Array(fft.bins);
      fft.forward(samples, re, im);
      for (let bin = 0; bin < fft.bins; bin++) {
        let x = 0;
        let y = 0;
        for (let i = 0; i < size; i++) {
          const angle = (-2 * Math.PI * ((bin * i) % size)) / size;
          x += samples[i]! * Math.cos(angle);
          y += samples[i]! * Math.sin(angle);
        }
        expect(re[bin]).toBeCloseTo(x, 9);
        expect(im[bin]).toBeCloseTo(y, 9);
      }
    },
  );

  it.each([4, 8, 2048, 65536])("TLS-1 of %i samples goes back", (size) => {
    const samples = noise(size);
    const fft = createRealFft(size);
    const re = new Float64Array(fft.bins);
    const im = new Float64Array(fft.bins);
    fft.forward(samples, re, im);
    const back = new Float32Array(size);
    fft.inverse(re, im, back);
    expect(back).toEqual(samples);
  });
});

describe("Fourier transform on vectors", () => {
  it.each([32, 64, 512, 1024])("TLS-1 of %i samples is the plain one, and goes back", (size) => {
    const fft = createRealFft(size);
    const plain = { re: new Float64Array(fft.bins), im: new Float64Array(fft.bins) };
    const kernel = createFftKernel(size, 6 * size);
    const [samples, window, back] = [kernel.take(size), kernel.take(size), kernel.take(size)];
    const [re, im] = [kernel.take(fft.bins), kernel.take(fft.bins)];
    samples.set(noise(size));
    window.set(hann(size));
    const windowed = samples.map((sample, i) => sample * window[i]!);
    fft.forward(windowed, plain.re, plain.im);
    kernel.forward(samples, window, re, im);
    for (let bin = 0; bin < fft.bins; bin++) {
      expect(re[bin]).toBeCloseTo(plain.re[bin]!, 4);
      expect(im[bin]).toBeCloseTo(plain.im[bin]!, 4);
    }
    kernel.inverse(re, im, back);
    for (let i = 0; i < size; i++) expect(back[i]).toBeCloseTo(windowed[i]!, 5);
  });

  it.each([96, 160, 960])("TLS-1 of %i samples finds waves, and goes back", (size) => {
    const kernel = createFftKernel(size, 6 * size);
    const [samples, window, back] = [kernel.take(size), kernel.take(size), kernel.take(size)];
    const [re, im] = [kernel.take(size / 2 + 1), kernel.take(size / 2 + 1)];
    window.fill(2 / size);
    const waves = [3, 7, size / 2 - 5];
    const angle = (wave: number, i: number) => (2 * Math.PI * wave * i) / size + wave;
    for (const wave of waves)
      for (let i = 0; i < size; i++) samples[i] = samples[i]! + Math.cos(angle(wave, i));
    kernel.forward(samples, window, re, im);
    for (const [bin, x] of re.entries()) {
      const found = waves.includes(bin);
      expect(x).toBeCloseTo(found ? Math.cos(bin) : 0, 5);
      expect(im[bin]).toBeCloseTo(found ? Math.sin(bin) : 0, 5);
    }
    kernel.inverse(re, im, back);
    for (let i = 0; i < size; i++) expect((size / 2) * back[i]!).toBeCloseTo(samples[i]!, 4);
  });
});

describe("overlapping frames", () => {
  const input = [noise(5000, 1), noise(5000, 2)];
  const options = { channels: 2, size: 512, hop: 128, prepare: () => () => undefined };

  it("TLS-3 give back what they take, in time, whatever the blocks", () => {
    const whole = runInBlocks(createStft(options), input, [5000]);
    expect(framesOf(whole)).toBe(5000);
    for (const [channel, samples] of whole.entries())
      for (const [i, sample] of samples.entries())
        expect(Math.abs(sample - input[channel]![i]!)).toBeLessThan(1e-6);
    expect(runInBlocks(createStft(options), input, [1, 700, 3, 128])).toEqual(whole);
  });

  it.each([0, 1, 100, 512])("TLS-3 work for %i frames", (frames) => {
    const short = input.map((samples) => samples.slice(0, frames));
    expect(framesOf(runInBlocks(createStft(options), short, [64]))).toBe(frames);
  });

  it("TLS-1 take Hann's window on one side", () => {
    const stft = createStft({ ...options, channels: 1, hop: 64, window: hann(512) });
    const out = runInBlocks(stft, [input[0]!], [333]);
    for (const [i, sample] of out[0]!.entries())
      expect(Math.abs(sample - input[0]![i]!)).toBeLessThan(1e-6);
  });
});

describe("filters of second order", () => {
  /** Gain in dB at a frequency, from the impulse response. */
  const gainAt = (kind: Parameters<typeof designBiquad>[0], frequency: number, gain = 6) => {
    const samples = new Float64Array(48_000);
    samples[0] = 1;
    createFilter([designBiquad(kind, { frequency: 1000, gain }, 48_000)]).run(samples);
    let re = 0;
    let im = 0;
    for (let i = 0; i < samples.length; i++) {
      re += samples[i]! * Math.cos((2 * Math.PI * frequency * i) / 48_000);
      im += samples[i]! * Math.sin((2 * Math.PI * frequency * i) / 48_000);
    }
    return powerToDecibels(re * re + im * im);
  };

  it("TLS-1 have the gains of their kinds", () => {
    expect(gainAt("lowpass", 1000)).toBeCloseTo(-3.01, 2);
    expect(gainAt("lowpass", 10)).toBeCloseTo(0, 2);
    expect(gainAt("highpass", 1000)).toBeCloseTo(-3.01, 2);
    expect(gainAt("highpass", 20_000)).toBeCloseTo(0, 2);
    expect(gainAt("bandpass", 1000)).toBeCloseTo(0, 2);
    expect(gainAt("notch", 1000)).toBeLessThan(-80);
    expect(gainAt("allpass", 1234)).toBeCloseTo(0, 6);
    expect(gainAt("peak", 1000)).toBeCloseTo(6, 6);
    expect(gainAt("lowshelf", 10)).toBeCloseTo(6, 2);
    expect(gainAt("lowshelf", 1000)).toBeCloseTo(3, 2);
    expect(gainAt("lowshelf", 20_000)).toBeCloseTo(0, 2);
    expect(gainAt("highshelf", 10)).toBeCloseTo(0, 2);
    expect(gainAt("highshelf", 1000)).toBeCloseTo(3, 2);
    expect(gainAt("highshelf", 23_000)).toBeCloseTo(6, 2);
  });
});

describe("change of the sample rate", () => {
  it.each([
    [44_100, 48_000],
    [48_000, 44_100],
    [48_000, 16_000],
    [8000, 192_000],
    [44_100, 44_101],
    [16_000, 16_000],
  ])("TLS-1 from %i to %i Hz keeps a tone, in time", (from, to) => {
    const input = tone(from / 4, 1000, from);
    const out = runInBlocks(createResampler(from, to, 1), [input], [1000])[0]!;
    expect(out).toHaveLength(Math.ceil(((from / 4) * to) / from));
    const expected = tone(out.length, 1000, to);
    const margin = Math.ceil(to / 20);
    let error = 0;
    for (let i = margin; i < out.length - margin; i++)
      error = Math.max(error, Math.abs(out[i]! - expected[i]!));
    expect(factorToDecibels(error)).toBeLessThan(-100);
  });

  it("TLS-1 leaves 100 dB less of what the new rate cannot hold", () => {
    for (const frequency of [8000, 9000, 12_345, 20_000]) {
      const out = runInBlocks(
        createResampler(48_000, 16_000, 1),
        [tone(24_000, frequency, 48_000)],
        [999],
      )[0]!;
      const middle = out.subarray(1000, 7000);
      const level = Math.max(...middle.map(Math.abs));
      expect(factorToDecibels(level)).toBeLessThan(-100);
    }
  });

  it("TLS-3 does not depend on blocks", () => {
    const input = [noise(3000, 3), noise(3000, 4)];
    const whole = runInBlocks(createResampler(44_100, 48_000, 2), input, [3000]);
    expect(runInBlocks(createResampler(44_100, 48_000, 2), input, [1, 2, 997])).toEqual(whole);
    expect(
      framesOf(
        runInBlocks(
          createResampler(44_100, 16_000, 2),
          [[], []].map(() => new Float32Array(0)),
          [1],
        ),
      ),
    ).toBe(0);
  });
});

it("TLS-1 decibels and factors agree", () => {
  expect(decibelsToFactor(6)).toBeCloseTo(1.9953, 4);
  expect(factorToDecibels(decibelsToFactor(-12.34))).toBeCloseTo(-12.34, 12);
  expect(decibelsToFactor(-Infinity)).toBe(0);
});

it("TLS-1 the window for spectra has no side lobe above -92 dB", () => {
  const size = 4096;
  const fft = createRealFft(size);
  const samples = new Float64Array(size);
  samples.set(blackmanHarris(256));
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  fft.forward(samples, re, im);
  const main = re[0]! ** 2 + im[0]! ** 2;
  for (let bin = 5 * 16; bin < fft.bins; bin++)
    expect(powerToDecibels((re[bin]! ** 2 + im[bin]! ** 2) / main)).toBeLessThan(-91.9);
});
