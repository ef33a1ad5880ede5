import { BYTE_UNITS, type ByteShape, type GruShape } from "./byte-layers.ts";
import type { DenseShape } from "./net-memory.ts";
import { BANDS } from "./rnnoise-bands.ts";

/** Features of a frame: levels of bands, correlations of bands, and the period. */
export const FEATURES = 2 * BANDS + 1;
/** Frames in the window of each convolution. */
export const CONVOLVED = 3;
export const CONVOLVED_UNITS = BYTE_UNITS / CONVOLVED;
/** Inputs of the last layer: outputs of the convolution and of each GRU. */
const LAST_INPUTS = 4 * BYTE_UNITS;
const GATES = 3 * BYTE_UNITS;

/** Weights of RNNoise's layers. */
export interface RnnoiseWeights {
  readonly first: DenseShape;
  readonly second: ByteShape;
  readonly grus: readonly GruShape[];
  readonly gains: DenseShape;
}

/** @param bytes `rnnoise.q8`, written by scripts/rnnoise-weights.mjs */
export function readRnnoiseWeights(bytes: ArrayBuffer): RnnoiseWeights {
  let at = 0;
  const takeFloats = (length: number) => {
    const floats = new Float32Array(bytes, at, length);
    at += 4 * length;
    return floats;
  };
  const takeBytes = (length: number) => new Int8Array(bytes, (at += length) - length, length);
  const dense = (rows: number, columns: number): DenseShape => {
    const bias = takeFloats(rows);
    const across = takeFloats(rows * columns);
    // Column-major order.
    const weights = new Float32Array(across.length);
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < rows; row++)
        weights[row * columns + column] = across[column * rows + row]!;
    return { rows, columns, weights, bias };
  };
  const factors = (rows: number) => ({ bias: takeFloats(rows), scale: takeFloats(rows) });

  const first = dense(CONVOLVED_UNITS, CONVOLVED * FEATURES);
  const second = factors(BYTE_UNITS);
  const grus = [0, 1, 2].map(() => ({
    ofInput: factors(GATES),
    ofState: factors(GATES),
    diagonal: takeFloats(GATES),
  }));
  const gains = dense(BANDS, LAST_INPUTS);
  const withBytes = (shape: Omit<ByteShape, "weights">): ByteShape => ({
    ...shape,
    weights: takeBytes(shape.bias.length * BYTE_UNITS),
  });
  return {
    first,
    second: withBytes(second),
    grus: grus.map(({ ofInput, ofState, diagonal }) => ({
      ofInput: withBytes(ofInput),
      ofState: withBytes(ofState),
      diagonal,
    })),
    gains,
  };
}
