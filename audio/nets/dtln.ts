import { readHalfFloats } from "./half-floats.ts";
import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import {
  BATCH,
  createNetMemory,
  type DenseShape,
  LSTM_UNITS,
  type LstmShape,
} from "./net-memory.ts";
import type { StreamingNet } from "./streaming-net.ts";

/** Samples at 16 kHz between frames. */
const HOP = 128;
/** Samples per step. */
export const DTLN_STEP = BATCH * HOP;
/** Samples of a frame. */
const FRAME = 512;
/** Latency in samples. */
export const DTLN_DELAY = FRAME - HOP;

const BINS = FRAME / 2 + 1;
const GATES = 4 * LSTM_UNITS;
const FEATURES = 256;
const NORM_EPSILON = 1e-7;

/**
 * Weights as stored in the file: unpacked, which is needed only to create a network, they take
 * twice the memory.
 */
export interface DtlnWeights {
  readonly halves: ArrayBuffer;
}

/** @param bytes `dtln.f16`, written by scripts/dtln-weights.mjs */
export const readDtlnWeights = (bytes: ArrayBuffer): DtlnWeights => ({ halves: bytes });

/** Reads consecutive weights. */
function cutWeights({ halves }: DtlnWeights) {
  const values = readHalfFloats(halves);
  let at = 0;
  const take = (length: number) => values.subarray(at, (at += length));
  const lstm = (inputs: number): LstmShape => {
    const ofInput = take(GATES * inputs);
    const ofState = take(GATES * LSTM_UNITS);
    return {
      ofInput: { rows: GATES, columns: inputs, weights: ofInput, bias: take(GATES) },
      ofState: { rows: GATES, columns: LSTM_UNITS, weights: ofState },
    };
  };
  const dense = (rows: number, columns: number): DenseShape => ({
    rows,
    columns,
    weights: take(rows * columns),
    bias: take(rows),
  });
  return {
    first: lstm(BINS),
    second: lstm(LSTM_UNITS),
    spectralMask: dense(BINS, LSTM_UNITS),
    encoder: dense(FEATURES, FRAME),
    scale: take(FEATURES).slice(),
    shift: take(FEATURES).slice(),
    third: lstm(FEATURES),
    fourth: lstm(LSTM_UNITS),
    learnedMask: dense(FEATURES, LSTM_UNITS),
    decoder: dense(FRAME, FEATURES),
    /** Frees the unpacked weights at once instead of waiting for garbage collection. */
    release: () => void values.buffer.transfer?.(0),
  };
}

const copyRows = (from: readonly Float32Array[], to: readonly Float32Array[]) =>
  from.forEach((row, i) => to[i]!.set(row));

/**
 * DTLN (Westhausen and Meyer, Interspeech 2020): two LSTM stages; the first masks the spectrum of a
 * frame, the second a learned representation of it. Several frames are processed layer by layer, so
 * that most weights are read once for all of them.
 *
 * Takes and writes `DTLN_STEP` samples at 16 kHz per call, with a latency of `DTLN_DELAY`.
 */
export function createDtln(weights: DtlnWeights): StreamingNet {
  const cut = cutWeights(weights);
  const { scale, shift } = cut;
  const memory = createNetMemory(weights.halves.byteLength / 4);
  const first = memory.createLstm(cut.first);
  const second = memory.createLstm(cut.second);
  const spectralMask = memory.createDense(cut.spectralMask);
  const encoder = memory.createDense(cut.encoder);
  const third = memory.createLstm(cut.third);
  const fourth = memory.createLstm(cut.fourth);
  const learnedMask = memory.createDense(cut.learnedMask);
  const decoder = memory.createDense(cut.decoder);
  cut.release();
  const fft = createFftKernel(FRAME, 3 * FRAME + BATCH * (2 * BINS + 8));
  const [frame, window, cleaned] = [fft.take(FRAME), fft.take(FRAME).fill(1), fft.take(FRAME)];
  const sum = new Float32Array(FRAME);
  const spectra = Array.from({ length: BATCH }, () => ({
    re: fft.take(BINS),
    im: fft.take(BINS),
  }));

  const maskSpectra = (samples: Float32Array) => {
    for (let i = 0; i < BATCH; i++) {
      const { re, im } = spectra[i]!;
      frame.copyWithin(0, HOP);
      frame.set(samples.subarray(i * HOP, (i + 1) * HOP), FRAME - HOP);
      fft.forward(frame, window, re, im);
      const sizes = first.inputs[i]!;
      for (let k = 0; k < BINS; k++) sizes[k] = Math.sqrt(re[k]! * re[k]! + im[k]! * im[k]!);
    }
    first.run();
    copyRows(first.outputs, second.inputs);
    second.run();
    copyRows(second.outputs, spectralMask.inputs);
    spectralMask.run();
    spectralMask.applyLogistic();
    for (let i = 0; i < BATCH; i++) {
      const { re, im } = spectra[i]!;
      const gains = spectralMask.outputs[i]!;
      for (let k = 0; k < BINS; k++) {
        re[k] = re[k]! * gains[k]!;
        im[k] = im[k]! * gains[k]!;
      }
      fft.inverse(re, im, cleaned);
      encoder.inputs[i]!.set(cleaned);
    }
  };

  const normalize = (features: Float32Array, target: Float32Array) => {
    let mean = 0;
    for (let i = 0; i < FEATURES; i++) mean += features[i]!;
    mean /= FEATURES;
    let variance = 0;
    for (let i = 0; i < FEATURES; i++) variance += (features[i]! - mean) * (features[i]! - mean);
    const factor = 1 / Math.sqrt(variance / FEATURES + NORM_EPSILON);
    for (let i = 0; i < FEATURES; i++)
      target[i] = (features[i]! - mean) * factor * scale[i]! + shift[i]!;
  };

  const maskFeatures = () => {
    encoder.run();
    encoder.outputs.forEach((features, i) => normalize(features, third.inputs[i]!));
    third.run();
    copyRows(third.outputs, fourth.inputs);
    fourth.run();
    copyRows(fourth.outputs, learnedMask.inputs);
    learnedMask.run();
    learnedMask.applyLogistic();
    for (let i = 0; i < BATCH; i++) {
      const gains = learnedMask.outputs[i]!;
      const features = encoder.outputs[i]!;
      const masked = decoder.inputs[i]!;
      for (let k = 0; k < FEATURES; k++) masked[k] = features[k]! * gains[k]!;
    }
    decoder.run();
  };

  return {
    run(input, output) {
      maskSpectra(input);
      maskFeatures();
      for (let i = 0; i < BATCH; i++) {
        const samples = decoder.outputs[i]!;
        for (let k = 0; k < HOP; k++) output[i * HOP + k] = sum[k]! + samples[k]!;
        // Zeros follow the sums.
        for (let k = HOP; k < FRAME; k++) sum[k - HOP] = sum[k]! + samples[k]!;
      }
    },
    reset() {
      for (const layer of [first, second, third, fourth]) layer.reset();
      frame.fill(0);
      sum.fill(0);
    },
  };
}
