import type { Format } from "../effect.ts";
import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import { hann } from "../signal/windows.ts";
import { createEnvelope } from "./envelope.ts";
import { createPhaseVocoder } from "./phase-vocoder.ts";

export type Excitation = "voice" | "whisper" | "robot";

export interface Shift {
  /** Factor of the pitch, 0.25 to 4 */
  readonly pitch: number;
  /** Factor of the formants, 0.5 to 2 */
  readonly formant: number;
  /** `whisper`: noise replaces the voice. `robot`: a buzz of constant pitch. */
  readonly excitation: Excitation;
}

const FRAME_SECONDS = 0.0427;
const OVERLAP = 4;
const ROBOT_HERTZ = 110;
/** Maximum change of a bin in nepers: 40 dB. */
const MAX_CHANGE = Math.log(100);

/** Stretches a voice by the pitch factor, frame by frame. Allocates nothing after its creation. */
export interface FrameShift {
  /** Samples of a frame. */
  readonly size: number;
  /** Output samples per frame. */
  readonly hop: number;
  /** Center of frame `n` in the input. */
  readonly middleOf: (n: number) => number;
  /**
   * Processes the next frame. Its output starts half a frame before the frame's center in the
   * stretched voice.
   * @param from position of the frame in `input`
   * @param at position in `out` for `hop` samples
   */
  step(
    input: readonly Float32Array[],
    from: number,
    out: readonly Float32Array[],
    at: number,
  ): void;
}

/**
 * Time stretching by the pitch factor with a phase-locked vocoder (Laroche and Dolson 1999);
 * formants are moved so that they are correct after resampling reverts the stretching. Channels
 * share the phase advance, which preserves the stereo image.
 */
export function createFrameShift(shift: Shift, { sampleRate, channels }: Format): FrameShift {
  const { pitch, formant, excitation } = shift;
  const size = 2 ** Math.round(Math.log2(FRAME_SECONDS * sampleRate));
  const robotHop = Math.round((sampleRate * pitch) / ROBOT_HERTZ);
  const hop = excitation === "robot" ? Math.min(size / 2, robotHop) : size / OVERLAP;
  const bins = size / 2 + 1;
  const fft = createFftKernel(size, 4 * size + channels * (3 * size + hop) + 2 * hop + 64);
  const take = (length: number) => Array.from({ length: channels }, () => fft.take(length));
  const window = fft.take(size);
  window.set(hann(size));
  const frame = fft.take(size);
  const [re, im, sums] = [take(bins), take(bins), take(size + hop)];
  const weights = fft.take(size + hop);
  const powers = Array.from({ length: channels }, () => new Float32Array(bins));
  const spectra = re.map((_, c) => ({ re: re[c]!, im: im[c]!, powers: powers[c]! }));
  const envelope = createEnvelope(bins, sampleRate);
  const gains = new Float32Array(bins);
  const random = createPhases();
  const vocoder = createPhaseVocoder({ size, hop, bins, channels });
  let index = 0;
  let last = 0;
  /** Center of the frame whose envelope the gains are based on. */
  let measured = -Infinity;
  const middleOf = (n: number) => Math.round((n * hop) / pitch);

  const measure = () => {
    envelope.measure(powers);
    for (let k = 0; k < bins; k++) {
      const change = envelope.at((k * pitch) / formant) - envelope.at(k);
      gains[k] = Math.exp(Math.min(MAX_CHANGE, Math.max(-MAX_CHANGE, change)));
    }
  };

  /** Excites the envelope with noise or a buzz at the level of the voice. */
  const excite = () => {
    let power = 1e-18;
    let after = 1e-18;
    for (let k = 0; k < bins; k++) {
      for (let c = 0; c < channels; c++) power += powers[c]![k]!;
      after += channels * Math.exp(2 * envelope.at(k));
    }
    const factor = Math.sqrt(power / after);
    for (let c = 0; c < channels; c++) {
      for (let k = 0; k < bins; k++) {
        const level = factor * Math.exp(envelope.at(k));
        // The buzz has its pulse at the center of the frame.
        const angle = excitation === "whisper" ? random() : k % 2 === 1 ? Math.PI : 0;
        re[c]![k] = level * Math.cos(angle);
        im[c]![k] = excitation === "whisper" ? level * Math.sin(angle) : 0;
      }
    }
  };

  const analyze = (c: number, step: number) => {
    const [x, y, power] = [re[c]!, im[c]!, powers[c]!];
    fft.forward(frame, window, x, y);
    for (let k = 0; k < bins; k++) power[k] = x[k]! * x[k]! + y[k]! * y[k]!;
    if (excitation === "voice") vocoder.advance(c, spectra[c]!, step);
  };

  const synthesize = (c: number) => {
    const [x, y] = [re[c]!, im[c]!];
    for (let k = 0; k < bins; k++) {
      x[k] = x[k]! * gains[k]!;
      y[k] = y[k]! * gains[k]!;
    }
    y[0] = 0;
    y[bins - 1] = 0;
    fft.inverse(x, y, frame);
    fft.overlap(frame, window, sums[c]!, hop);
  };

  return {
    size,
    hop,
    middleOf,
    step(input, from, out, at) {
      const middle = middleOf(index);
      for (let c = 0; c < channels; c++) {
        const samples = input[c]!;
        for (let i = 0; i < size; i++) frame[i] = samples[from + i]!;
        // From the center of the last frame to that of this one.
        analyze(c, middle - last);
      }
      // Closer frames share an envelope.
      if (middle - measured >= size / OVERLAP) {
        measure();
        measured = middle;
      }
      if (excitation !== "voice") excite();
      fft.overlap(window, window, weights, hop);
      for (let c = 0; c < channels; c++) {
        synthesize(c);
        const sum = sums[c]!;
        const target = out[c]!;
        for (let i = 0; i < hop; i++) target[at + i] = sum[i]! / Math.max(0.05, weights[i]!);
      }
      last = middle;
      index++;
    },
  };
}

/** A deterministic sequence of phases. */
function createPhases(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 * Math.PI;
  };
}
