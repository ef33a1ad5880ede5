import type { SpleeterForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { createRealFft } from "../../signal/fft/fft.ts";
import { hann } from "../../signal/windows.ts";
import { type NetSession, pickTensor } from "../net-session.ts";
import type { SeparateOptions } from "./separate-options.ts";

const CHANNELS = 2;
/** Samples of a frame, and of a hop. */
const SIZE = 4096;
const HOP = 1024;
const ALL_BINS = SIZE / 2 + 1;
/** Samples by which a sample's last frame begins before it at most. */
const LATENCY = SIZE - HOP;
/** Four frames overlap at each sample; their squared windows sum to 1.5. */
const OVERLAP = 1.5;
/** Keeps masks finite in silence, where all stems get the same share. */
const EPSILON = 1e-10;

/** Frames of a segment; segments do not overlap. */
export const spleeterStride = ({ columns }: SpleeterForm): number => HOP * columns;

/**
 * Memory in bytes in addition to the network, independent of the length: the spectrum of a segment,
 * input and outputs of a run, and the sums of overlapping frames.
 */
export function spleeterBytes(form: SpleeterForm): number {
  const stems = form.stems.length;
  const spectrum = 2 * ALL_BINS * form.columns;
  const magnitudes = form.bins * form.columns;
  const segment = spleeterStride(form) + LATENCY;
  return 4 * CHANNELS * (spectrum + (1 + 2 * stems) * magnitudes + (2 + 2 * stems) * segment);
}

/** The Fourier transform of a channel, frame by frame. */
function createTransform() {
  const fft = createRealFft(SIZE);
  const window = Float32Array.from(hann(SIZE));
  const frame = new Float32Array(SIZE);
  return {
    forward(samples: Float32Array, at: number, re: Float32Array, im: Float32Array): void {
      for (let i = 0; i < SIZE; i++) frame[i] = samples[at + i]! * window[i]!;
      fft.forward(frame, re, im);
    },
    /** Adds a frame to the sums from `at` on. */
    addInverse(re: Float32Array, im: Float32Array, sums: Float32Array, at: number): void {
      fft.inverse(re, im, frame);
      for (let i = 0; i < SIZE; i++)
        sums[at + i] = sums[at + i]! + (frame[i]! * window[i]!) / OVERLAP;
    },
  };
}

/** The spectrum of a segment, and masks for it. */
function createMasking({ bins, columns, stems }: SpleeterForm) {
  const transform = createTransform();
  const spectra = Array.from({ length: CHANNELS }, () => ({
    re: new Float32Array(ALL_BINS * columns),
    im: new Float32Array(ALL_BINS * columns),
  }));
  const magnitudes = new Float32Array(CHANNELS * bins * columns);

  function analyze(mix: Block): void {
    for (const [channel, samples] of mix.entries()) {
      const { re, im } = spectra[channel]!;
      for (let column = 0; column < columns; column++) {
        const [from, to] = [column * ALL_BINS, (column + 1) * ALL_BINS];
        transform.forward(samples, column * HOP, re.subarray(from, to), im.subarray(from, to));
        const at = (channel * columns + column) * bins;
        for (let bin = 0; bin < bins; bin++)
          magnitudes[at + bin] = Math.hypot(re[from + bin]!, im[from + bin]!);
      }
    }
  }

  /**
   * Adds all stems but the last one to their sums.
   * @param estimates magnitudes of the stems
   */
  function synthesize(estimates: readonly Float32Array[], sums: readonly Block[]): void {
    const [re, im] = [new Float32Array(ALL_BINS), new Float32Array(ALL_BINS)];
    const mask = new Float32Array(ALL_BINS);
    const powers = new Float32Array(magnitudes.length).fill(EPSILON);
    for (const estimate of estimates)
      for (let at = 0; at < powers.length; at++) powers[at] = powers[at]! + estimate[at]! ** 2;
    for (const [stem, sum] of sums.entries())
      for (const [channel, spectrum] of spectra.entries())
        for (let column = 0; column < columns; column++) {
          const at = (channel * columns + column) * bins;
          let total = 0;
          for (let bin = 0; bin < bins; bin++) {
            const own = estimates[stem]![at + bin]! ** 2;
            mask[bin] = (own + EPSILON / stems.length) / powers[at + bin]!;
            total += mask[bin]!;
          }
          mask.fill(total / bins, bins);
          for (let bin = 0; bin < ALL_BINS; bin++) {
            re[bin] = mask[bin]! * spectrum.re[column * ALL_BINS + bin]!;
            im[bin] = mask[bin]! * spectrum.im[column * ALL_BINS + bin]!;
          }
          transform.addInverse(re, im, sum[channel]!, column * HOP);
        }
  }

  return { magnitudes, analyze, synthesize };
}

/**
 * Separates a sound with the networks of Spleeter, segment by segment: each network estimates the
 * magnitudes of a stem, and the shares of their squares are the masks of the mix. Above the highest
 * bin of the networks, a frame has the mean of its mask. The last stem is the rest of the mix, so
 * that the stems sum to the sound. Constant memory (`spleeterBytes`).
 * @param session gives the magnitudes of all stems, by their names
 * @param blocks stereo, at the rate of the form, of any length
 * @yields the stems in the order of the form, two channels each; owned by the caller
 */
export async function* separateSpleeter(
  session: NetSession,
  form: SpleeterForm,
  blocks: AsyncIterable<Block>,
  { onProgress, signal }: Omit<SeparateOptions, "consistent">,
): AsyncGenerator<readonly Block[], void, undefined> {
  const { bins, columns, stems } = form;
  const stride = spleeterStride(form);
  const { magnitudes, analyze, synthesize } = createMasking(form);
  const inputs = {
    [form.input]: { data: magnitudes, dims: [CHANNELS, 1, columns, bins] },
  };
  /** The sound from `LATENCY` frames before the segment on; zeros precede its start. */
  const mix = createBlock(CHANNELS, LATENCY + stride);
  const sums = stems.slice(0, -1).map(() => createBlock(CHANNELS, LATENCY + stride));
  let filled = LATENCY;
  let received = 0;
  let written = 0;
  /** Frames of the next output that precede the sound. */
  let skipped = LATENCY;

  async function next(): Promise<readonly Block[]> {
    signal?.throwIfAborted();
    analyze(mix);
    const outputs = await session.run(inputs, stems);
    signal?.throwIfAborted();
    synthesize(
      stems.map((stem) => pickTensor(outputs, stem, magnitudes.length).data),
      sums,
    );
    const from = Math.min(skipped, stride);
    const to = Math.min(stride, from + received - written);
    const found = sums.map((sum) => sum.map((samples) => samples.slice(from, to)));
    const rest = mix.map((samples, channel) => {
      const own = samples.slice(from, to);
      for (const stem of found)
        for (let at = 0; at < own.length; at++) own[at] = own[at]! - stem[channel]![at]!;
      return own;
    });
    for (const samples of [mix, ...sums].flat()) {
      samples.copyWithin(0, stride);
      samples.fill(0, LATENCY);
    }
    filled = LATENCY;
    skipped -= from;
    written += to - from;
    onProgress?.(written);
    return [...found, rest];
  }

  for await (const block of blocks)
    for (let at = 0; at < framesOf(block);) {
      const count = Math.min(framesOf(block) - at, LATENCY + stride - filled);
      for (const [channel, samples] of block.entries())
        mix[channel]!.set(samples.subarray(at, at + count), filled);
      filled += count;
      received += count;
      at += count;
      if (filled === LATENCY + stride) {
        const out = await next();
        if (framesOf(out[0]!) > 0) yield out;
      }
    }
  while (written < received) {
    const out = await next();
    if (framesOf(out[0]!) > 0) yield out;
  }
}
