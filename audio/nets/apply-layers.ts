import type { DenseLayer } from "./dense-kernel.ts";

/** Output of a layer. Few inputs a second need no kernel. */
export const applyLayer = (
  { weights, biases, columns }: DenseLayer,
  input: Float32Array,
): Float32Array =>
  biases.map((bias, row) => {
    let sum = bias;
    for (let i = 0; i < columns; i++) sum += weights[row * columns + i]! * input[i]!;
    return sum;
  });

export const rectify = (values: Float32Array): Float32Array =>
  values.map((value) => Math.max(0, value));

/** Output of two layers with rectifiers between them. */
export const applyLayers = (
  [hidden, output]: readonly DenseLayer[],
  input: Float32Array,
): Float32Array => applyLayer(output!, rectify(applyLayer(hidden!, input)));
