import type { Format } from "../effect.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { hann } from "../signal/windows.ts";
import { createEnvelope } from "./envelope.ts";
import { createPhaseVocoder } from "./phase-vocoder.ts";

export type Excitation = "voice" | "whisper" | "robot";

export interface Shift {
  /** Factor of the pitch, 0.25 to 4 */
  readonly pitch: number;
  /** Factor of the formants, 0.5 to 2 */
  readonly formant: number;
  /** `whisper`: noise in place of the voice. `robot`: a buzz of one pitch. */
  readonly excitation: Excitation;
}

const FRAME_SECONDS = 0.0427;
const OVERLAP = 4;
const ROBOT_HERTZ = 110;

/** The same voice, longer by the pitch's factor, frame by frame. Nothing is allocated after it was made. */
export interface FrameShift {
  /** Samples of a frame. */
  readonly size: number;
  /** Samples that each frame gives. */
  readonly hop: number;
  /** Middle of frame `n` in the input. */
  readonly middleOf: (n: number) => number;
  /**
   * Works on the next frame. What it gives lies half a frame before the frame's middle, in the
   * longer voice.
   * @param from place of the frame in `input`
   * @param at place in `out` for `hop` samples
   */
  step(
    input: readonly Float32Array[],
    from: number,
    out: readonly Float32Array[],
    at: number,
  ): void;
}

/**
 * Stretches time by the pitch's factor with a phase vocoder whose peaks hold the phases around them
 * (Laroche and Dolson 1999), and puts the envelope where the formants shall be once a change of the
 * rate takes the stretching back. Channels share phases' advance, which keeps the stereo image.
 */
export function createFrameShift(shift: Shift, { sampleRate, channels }: Format): FrameShift {
  const { pitch, formant, excitation } = shift;
  const size = 2 ** Math.round(Math.log2(FRAME_SECONDS * sampleRate));
  const robotHop = Math.round((sampleRate * pitch) / ROBOT_HERTZ);
  const hop = excitation === "robot" ? Math.min(size / 2, robotHop) : size / OVERLAP;
  const fft = createRealFft(size);
  const { bins } = fft;
  const window = hann(size);
  const frame = new Float64Array(size);
  const make = () => Array.from({ length: channels }, () => new Float64Array(bins));
  const [re, im, sizes, turned] = [make(), make(), make(), make()];
  const spectra = re.map((_, c) => ({
    re: re[c]!,
    im: im[c]!,
    sizes: sizes[c]!,
    turned: turned[c]!,
  }));
  const envelope = createEnvelope(bins, sampleRate);
  const gains = new Float64Array(bins);
  const sums = Array.from({ length: channels }, () => new Float64Array(size));
  const weights = new Float64Array(size);
  const random = createPhases();
  const vocoder = createPhaseVocoder({ size, hop, bins, channels });
  let index = 0;
  let last = 0;
  const middleOf = (n: number) => Math.round((n * hop) / pitch);

  const levelOut = () => {
    let power = 1e-18;
    let after = 1e-18;
    for (let k = 0; k < bins; k++) {
      for (let c = 0; c < channels; c++) power += sizes[c]![k]! ** 2;
      after += channels * envelope.at(k) ** 2;
    }
    const factor = Math.sqrt(power / after);
    for (let c = 0; c < channels; c++)
      for (let k = 0; k < bins; k++) sizes[c]![k] = factor * envelope.at(k);
  };

  const transform = (c: number) => {
    const x = re[c]!;
    const y = im[c]!;
    const m = sizes[c]!;
    const phase = turned[c]!;
    for (let k = 0; k < bins; k++) {
      const angle = excitation === "whisper" ? random() : excitation === "robot" ? 0 : phase[k]!;
      const level = m[k]! * gains[k]!;
      // The middle of the frame is where a buzz has its pulse.
      const sign = excitation === "robot" && k % 2 === 1 ? -1 : 1;
      x[k] = sign * level * Math.cos(angle);
      y[k] = excitation === "robot" ? 0 : level * Math.sin(angle);
    }
    y[0] = 0;
    y[bins - 1] = 0;
  };

  return {
    size,
    hop,
    middleOf,
    step(input, from, out, at) {
      const middle = middleOf(index);
      // From the middle of the last frame to that of this one.
      const step = middle - last;
      for (let c = 0; c < channels; c++) {
        const samples = input[c]!;
        for (let i = 0; i < size; i++) frame[i] = samples[from + i]! * window[i]!;
        fft.forward(frame, re[c]!, im[c]!);
        vocoder.advance(c, spectra[c]!, step);
      }
      // Whisper and robot want the envelope alone, the voice its change.
      envelope.measure(sizes);
      for (let k = 0; k < bins; k++) {
        const wanted = envelope.at((k * pitch) / formant);
        gains[k] = Math.min(100, Math.max(0.01, wanted / (envelope.at(k) + 1e-12)));
      }
      // Noise and buzz have no partials: they sound along the envelope, as loud as the voice.
      if (excitation !== "voice") levelOut();
      for (let c = 0; c < channels; c++) {
        transform(c);
        fft.inverse(re[c]!, im[c]!, frame);
        const sum = sums[c]!;
        for (let i = 0; i < size; i++) sum[i] = sum[i]! + frame[i]! * window[i]!;
      }
      for (let i = 0; i < size; i++) weights[i] = weights[i]! + window[i]! * window[i]!;
      for (let c = 0; c < channels; c++) {
        const sum = sums[c]!;
        const target = out[c]!;
        for (let i = 0; i < hop; i++) target[at + i] = sum[i]! / Math.max(0.05, weights[i]!);
        sum.copyWithin(0, hop).fill(0, size - hop);
      }
      weights.copyWithin(0, hop).fill(0, size - hop);
      last = middle;
      index++;
    },
  };
}

/** The same row of phases each time. */
function createPhases(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 * Math.PI;
  };
}
