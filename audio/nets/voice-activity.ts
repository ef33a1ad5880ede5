import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import { readHalfFloats } from "./half-floats.ts";
import { BATCH, createNetMemory, type Dense, LSTM_UNITS } from "./net-memory.ts";

/** Hz. */
export const ACTIVITY_RATE = 16_000;
/** Samples per probability. */
export const ACTIVITY_STEP = 512;
/** Steps that are computed together. */
export const ACTIVITY_BATCH = BATCH;

/** Samples before a step that the network sees again, and those that it mirrors at its end. */
const CONTEXT = 64;
const FRAME = 256;
const HOP = 128;
const BINS = FRAME / 2 + 1;
/** Frames of a step. */
const FRAMES = (CONTEXT + ACTIVITY_STEP + CONTEXT - FRAME) / HOP + 1;
/** Convolutions over three frames. */
const ENCODER = [
  { inputs: BINS, outputs: 128, stride: 1 },
  { inputs: 128, outputs: 64, stride: 2 },
  { inputs: 64, outputs: 64, stride: 2 },
  { inputs: 64, outputs: LSTM_UNITS, stride: 1 },
] as const;
const TAPS = 3;
const GATES = 4 * LSTM_UNITS;

/** Estimates where there is speech. */
export interface VoiceActivity {
  /**
   * @param samples `ACTIVITY_BATCH` steps at 16 kHz, after those of the previous call
   * @returns probability of speech in each step; valid until the next call
   */
  measure(samples: Float32Array): Float32Array;
}

interface Convolution {
  readonly layer: Dense;
  readonly stride: number;
  /** Frames of a step that it takes. */
  readonly frames: number;
  readonly outputs: readonly Float32Array[];
}

/** Applies a convolution and a rectifier to the frames of all steps. */
function convolve(inputs: readonly Float32Array[], convolution: Convolution): void {
  const { layer, stride, frames, outputs } = convolution;
  const perStep = frames / stride;
  for (let first = 0; first < outputs.length; first += BATCH) {
    for (let i = 0; i < BATCH; i++) {
      const step = Math.floor((first + i) / perStep);
      const center = ((first + i) % perStep) * stride;
      const columns = layer.inputs[i]!;
      for (let tap = 0; tap < TAPS; tap++) {
        const frame = center + tap - 1;
        // Frames before and after those of the step are silent.
        const values = frame < 0 || frame >= frames ? null : inputs[step * frames + frame]!;
        for (let k = 0, at = tap; at < columns.length; k++, at += TAPS)
          columns[at] = values ? values[k]! : 0;
      }
    }
    layer.run();
    for (let i = 0; i < BATCH; i++) {
      const [from, to] = [layer.outputs[i]!, outputs[first + i]!];
      for (let k = 0; k < to.length; k++) to[k] = Math.max(0, from[k]!);
    }
  }
}

/**
 * Silero VAD 6 (Silero Team, MIT license) for 16 kHz: four convolutions over the magnitudes of each
 * step, and an LSTM over the steps.
 * @param bytes `silero.f16`, written by scripts/silero-weights.mjs
 */
export function createVoiceActivity(bytes: ArrayBuffer): VoiceActivity {
  const values = readHalfFloats(bytes);
  let at = 0;
  const take = (length: number) => values.subarray(at, (at += length));
  const memory = createNetMemory(values.length);
  const rows = (count: number, length: number) =>
    Array.from({ length: count }, () => new Float32Array(length));
  let frames = FRAMES;
  const encoder = ENCODER.map(({ inputs, outputs, stride }): Convolution => {
    const columns = TAPS * inputs;
    const weights = take(outputs * columns);
    const layer = memory.createDense({ rows: outputs, columns, weights, bias: take(outputs) });
    const taken = frames;
    frames /= stride;
    return { layer, stride, frames: taken, outputs: rows(BATCH * frames, outputs) };
  });
  const ofInput = take(GATES * LSTM_UNITS);
  const ofState = take(GATES * LSTM_UNITS);
  const lstm = memory.createLstm({
    ofInput: { rows: GATES, columns: LSTM_UNITS, weights: ofInput, bias: take(GATES) },
    ofState: { rows: GATES, columns: LSTM_UNITS, weights: ofState },
  });
  const outputWeights = take(LSTM_UNITS);
  const outputBias = take(1)[0]!;

  const fft = createFftKernel(FRAME, 4 * FRAME + 2 * BINS + 16);
  const [frame, window] = [fft.take(FRAME), fft.take(FRAME)];
  const [re, im] = [fft.take(BINS), fft.take(BINS)];
  for (let i = 0; i < FRAME; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME);
  const step = new Float32Array(CONTEXT + ACTIVITY_STEP + CONTEXT);
  const magnitudes = rows(BATCH * FRAMES, BINS);
  const found = new Float32Array(BATCH);

  const transform = (samples: Float32Array, number: number): void => {
    step.copyWithin(0, ACTIVITY_STEP, ACTIVITY_STEP + CONTEXT);
    const end = CONTEXT + ACTIVITY_STEP;
    step.set(samples.subarray(number * ACTIVITY_STEP, (number + 1) * ACTIVITY_STEP), CONTEXT);
    for (let i = 0; i < CONTEXT; i++) step[end + i] = step[end - 2 - i]!;
    for (let i = 0; i < FRAMES; i++) {
      frame.set(step.subarray(i * HOP, i * HOP + FRAME));
      fft.forward(frame, window, re, im);
      const row = magnitudes[number * FRAMES + i]!;
      for (let k = 0; k < BINS; k++) row[k] = Math.sqrt(re[k]! * re[k]! + im[k]! * im[k]!);
    }
  };
  return {
    measure(samples) {
      for (let number = 0; number < BATCH; number++) transform(samples, number);
      let inputs: readonly Float32Array[] = magnitudes;
      for (const convolution of encoder) {
        convolve(inputs, convolution);
        inputs = convolution.outputs;
      }
      for (const [i, row] of inputs.entries()) lstm.inputs[i]!.set(row);
      lstm.run();
      for (const [i, state] of lstm.outputs.entries()) {
        let sum = outputBias;
        for (let k = 0; k < LSTM_UNITS; k++) sum += outputWeights[k]! * Math.max(0, state[k]!);
        found[i] = 1 / (1 + Math.exp(-sum));
      }
      return found;
    },
  };
}
