import { readHalfFloats } from "./half-floats.ts";
import { createLayers, type Dense } from "./net-memory.ts";

/** Samples of 16 kHz that go in and come out at once. */
export const DTLN_HOP = 128;
/** Samples of a frame. What comes out is `DTLN_FRAME - DTLN_HOP` samples late. */
export const DTLN_FRAME = 512;

const BINS = DTLN_FRAME / 2 + 1;
const UNITS = 128;
const GATES = 4 * UNITS;
const FEATURES = 256;
const NORM_EPSILON = 1e-7;

/** Cuts weights off a row of numbers. */
export interface DtlnWeights {
  readonly values: Float32Array;
}

/** @param bytes `dtln.f16`, as scripts/dtln-weights.mjs writes it */
export const readDtlnWeights = (bytes: ArrayBuffer): DtlnWeights => ({
  values: readHalfFloats(bytes),
});

/** A forward and an inverse Fourier transform of `DTLN_FRAME` real samples. */
export interface FrameTransform {
  forward(samples: Float32Array, re: Float32Array, im: Float32Array): void;
  inverse(re: Float32Array, im: Float32Array, samples: Float32Array): void;
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** One step of an LSTM whose gates are input, forget, cell, output; input and state lie in one row. */
function createLstm(gates: Dense, inputs: number) {
  const cell = new Float32Array(UNITS);
  const hidden = gates.input.subarray(inputs);
  const { output } = gates;
  return {
    input: gates.input.subarray(0, inputs),
    hidden,
    run() {
      gates.run();
      for (let i = 0; i < UNITS; i++) {
        const kept = sigmoid(output[UNITS + i]!) * cell[i]!;
        const added = sigmoid(output[i]!) * Math.tanh(output[2 * UNITS + i]!);
        cell[i] = kept + added;
        hidden[i] = sigmoid(output[3 * UNITS + i]!) * Math.tanh(kept + added);
      }
    },
  };
}

function cutWeights({ values }: DtlnWeights) {
  let at = 0;
  const take = (length: number) => values.subarray(at, (at += length));
  const lstm = (inputs: number) => {
    const ofInput = take(GATES * inputs);
    const ofState = take(GATES * UNITS);
    const parts = [
      { columns: inputs, weights: ofInput },
      { columns: UNITS, weights: ofState },
    ];
    return { rows: GATES, parts, bias: take(GATES) };
  };
  const dense = (rows: number, columns: number) => ({
    rows,
    parts: [{ columns, weights: take(rows * columns) }],
    bias: take(rows),
  });
  const spectral = [lstm(BINS), lstm(UNITS), dense(BINS, UNITS)];
  const encoder = dense(FEATURES, DTLN_FRAME);
  const scale = take(FEATURES);
  const shift = take(FEATURES);
  const learned = [
    lstm(FEATURES),
    lstm(UNITS),
    dense(FEATURES, UNITS),
    dense(DTLN_FRAME, FEATURES),
  ];
  return { layers: [...spectral, encoder, ...learned], scale, shift };
}

/**
 * DTLN (Westhausen and Meyer, Interspeech 2020): two stages of LSTMs, the first masks the spectrum of
 * a frame, the second a learned representation of it.
 *
 * Gives a function that takes the next `DTLN_HOP` samples of 16 kHz and writes as many, late by
 * `DTLN_FRAME - DTLN_HOP`.
 */
export function createDtln(weights: DtlnWeights, transform: FrameTransform) {
  const { layers, scale, shift } = cutWeights(weights);
  const [gates1, gates2, mask1, encoder, gates3, gates4, mask2, decoder] = createLayers(
    layers,
  ) as readonly Dense[] as [Dense, Dense, Dense, Dense, Dense, Dense, Dense, Dense];
  const first = createLstm(gates1, BINS);
  const second = createLstm(gates2, UNITS);
  const third = createLstm(gates3, FEATURES);
  const fourth = createLstm(gates4, UNITS);
  const frame = new Float32Array(DTLN_FRAME);
  const sum = new Float32Array(DTLN_FRAME);
  const re = new Float32Array(BINS);
  const im = new Float32Array(BINS);

  const maskSpectrum = () => {
    transform.forward(frame, re, im);
    for (let i = 0; i < BINS; i++) first.input[i] = Math.hypot(re[i]!, im[i]!);
    first.run();
    second.input.set(first.hidden);
    second.run();
    mask1.input.set(second.hidden);
    mask1.run();
    for (let i = 0; i < BINS; i++) {
      const gain = sigmoid(mask1.output[i]!);
      re[i] = re[i]! * gain;
      im[i] = im[i]! * gain;
    }
    transform.inverse(re, im, encoder.input);
  };

  const normalise = (features: Float32Array, target: Float32Array) => {
    let mean = 0;
    for (let i = 0; i < FEATURES; i++) mean += features[i]!;
    mean /= FEATURES;
    let variance = 0;
    for (let i = 0; i < FEATURES; i++) variance += (features[i]! - mean) ** 2;
    const factor = 1 / Math.sqrt(variance / FEATURES + NORM_EPSILON);
    for (let i = 0; i < FEATURES; i++)
      target[i] = (features[i]! - mean) * factor * scale[i]! + shift[i]!;
  };

  const maskFeatures = () => {
    encoder.run();
    normalise(encoder.output, third.input);
    third.run();
    fourth.input.set(third.hidden);
    fourth.run();
    mask2.input.set(fourth.hidden);
    mask2.run();
    for (let i = 0; i < FEATURES; i++)
      decoder.input[i] = encoder.output[i]! * sigmoid(mask2.output[i]!);
    decoder.run();
  };

  return (input: Float32Array, output: Float32Array): void => {
    frame.copyWithin(0, DTLN_HOP);
    frame.set(input, DTLN_FRAME - DTLN_HOP);
    maskSpectrum();
    maskFeatures();
    sum.copyWithin(0, DTLN_HOP);
    sum.fill(0, DTLN_FRAME - DTLN_HOP);
    for (let i = 0; i < DTLN_FRAME; i++) sum[i] = sum[i]! + decoder.output[i]!;
    output.set(sum.subarray(0, DTLN_HOP));
  };
}
