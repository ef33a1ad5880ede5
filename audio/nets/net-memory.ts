import { assembleCell, assembleLogistic } from "./gate-kernel.ts";
import {
  assembleInput,
  assembleProduct,
  COLUMNS_PER_ITERATION,
  type MatrixBlock,
  type MatrixProduct,
  MAX_WEIGHT_SUM,
  ONE,
  COLUMN_PAIR,
  BATCHED,
} from "./matrix-kernel.ts";
import { createVectorMemory } from "../wasm/vector-memory.ts";
import {
  assembleModule,
  instantiateWithMemory,
  assembleFusedIfSupported,
} from "../wasm/assembler.ts";

/** Inputs per run: the weights of a layer do not fit in the cache and should be read once. */
export const BATCH = 4 * BATCHED.inputs;

/** out = bias + matrix · input, for `BATCH` inputs. */
export interface Dense {
  readonly inputs: readonly Float32Array[];
  readonly outputs: readonly Float32Array[];
  /** Computes all outputs. */
  run(): void;
  /** Applies 1 / (1 + exp(−x)) to all outputs in place. */
  applyLogistic(): void;
}

/** A stateful LSTM of `LSTM_UNITS`. */
export interface Lstm {
  readonly inputs: readonly Float32Array[];
  /** One per input, in order. */
  readonly outputs: readonly Float32Array[];
  run(): void;
  /** Resets the state. */
  reset(): void;
}

export interface DenseShape {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

export interface LstmShape {
  /** Gates for input, forget, cell and output, concatenated. */
  readonly ofInput: DenseShape;
  readonly ofState: Omit<DenseShape, "bias">;
}

export const LSTM_UNITS = 128;

const fill = (count: number, step: number) => Math.ceil(count / step) * step;

const LARGEST = 32_767;
/** Floats per vector. */
const LANES = 4;

/**
 * Quantizes the matrix for the kernel, with the largest integers that 16-bit weights and 32-bit
 * sums allow.
 * @param scale receives the value of a quantization step of each row
 */
function packMatrix(
  { rows, columns, weights }: Omit<DenseShape, "bias">,
  { vectors }: MatrixBlock,
  { words, scale }: { readonly words: Int16Array; readonly scale: Float32Array },
): void {
  const width = fill(columns, COLUMNS_PER_ITERATION);
  const group = LANES * vectors;
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    let maximum = 0;
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const size = Math.abs(weights[first + column]!);
      maximum = Math.max(maximum, size);
      sum += size;
    }
    // Rounding may add one half per column.
    const step = Math.max(maximum / LARGEST, sum / (MAX_WEIGHT_SUM - columns)) || 1;
    scale[row] = step;
    const at = (row - (row % group)) * width + COLUMN_PAIR * (row % group);
    for (let column = 0; column < columns; column++) {
      const index = at + (column >> 1) * COLUMN_PAIR * group + (column & 1);
      words[index] = Math.floor(weights[first + column]! / step + 0.5);
    }
  }
}

/** Instantiates the kernels with a memory. */
function createKernels(memory: WebAssembly.Memory) {
  const assemble = (fused: boolean) =>
    assembleModule([
      { name: "one", parameters: 10, body: assembleProduct(ONE) },
      { name: "several", parameters: 10, body: assembleProduct(BATCHED) },
      { name: "input", parameters: 4, body: assembleInput() },
      { name: "cell", parameters: 4, body: assembleCell(LSTM_UNITS, fused) },
      { name: "logistic", parameters: 2, body: assembleLogistic(fused) },
    ]);
  return instantiateWithMemory<{
    readonly one: MatrixProduct;
    readonly several: MatrixProduct;
    input(from: number, to: number, factor: number, vectors: number): void;
    cell(gates: number, cell: number, hidden: number, vectors: number): void;
    logistic(values: number, vectors: number): void;
  }>(memory, assembleFusedIfSupported(assemble));
}

/**
 * Layers in one WebAssembly memory.
 * @param weights number of weights; each takes half of a float
 */
export function createNetMemory(weights: number) {
  // Some more for the padding of matrices, and for inputs and outputs.
  const { memory, take } = createVectorMemory(1.05 * weights + 8192 * BATCH);
  const kernels = createKernels(memory);
  const frames = Array.from({ length: BATCH }, (_, i) => i);
  const rowsOf = (all: Float32Array, width: number, length: number) =>
    frames.map((frame) => all.subarray(frame * width, frame * width + length));

  const createMatrix = (shape: Omit<DenseShape, "bias">, block: MatrixBlock) => {
    const rows = fill(shape.rows, LANES * block.vectors);
    const width = fill(shape.columns, COLUMNS_PER_ITERATION);
    const matrix = take((rows * width) / 2);
    const scale = take(rows);
    const words = new Int16Array(memory.buffer, matrix.byteOffset, rows * width);
    packMatrix(shape, block, { words, scale });
    return { rows, width, matrix: matrix.byteOffset, scale: scale.byteOffset };
  };
  /** Quantized input rows of a product, with their factors. */
  const createQuantizedRows = (count: number, width: number) => {
    const numbers = take((count * width) / 2);
    const steps = take(LANES * count);
    const words = numbers.byteOffset;
    const factors = steps.byteOffset;
    return {
      words,
      factors,
      clear: () => {
        numbers.fill(0);
        steps.fill(0);
      },
      /** Quantizes the floats at an address into row `row`. */
      put: (row: number, address: number) =>
        kernels.input(address, words + 2 * row * width, factors + 16 * row, width / LANES),
    };
  };

  const createDense = (shape: DenseShape): Dense => {
    const { rows, width, matrix, scale } = createMatrix(shape, BATCHED);
    const input = take(BATCH * width);
    const words = createQuantizedRows(BATCH, width);
    const bias = take(rows);
    const output = take(BATCH * rows);
    bias.set(shape.bias);
    return {
      inputs: rowsOf(input, width, shape.columns),
      outputs: rowsOf(output, rows, shape.rows),
      run() {
        for (const frame of frames) words.put(frame, input.byteOffset + 4 * frame * width);
        kernels.several(
          matrix,
          words.words,
          words.factors,
          scale,
          bias.byteOffset,
          output.byteOffset,
          rows / (LANES * BATCHED.vectors),
          width / COLUMNS_PER_ITERATION,
          4 * rows,
          BATCH / BATCHED.inputs,
        );
      },
      applyLogistic: () => kernels.logistic(output.byteOffset, output.length / LANES),
    };
  };

  const createLstm = ({ ofInput, ofState }: LstmShape): Lstm => {
    const projection = createDense(ofInput);
    const { rows, width, matrix, scale } = createMatrix(ofState, ONE);
    const sums = take(rows).byteOffset;
    const cell = take(LSTM_UNITS);
    const state = createQuantizedRows(1, width);
    const outputs = rowsOf(take(BATCH * LSTM_UNITS), LSTM_UNITS, LSTM_UNITS);
    return {
      inputs: projection.inputs,
      outputs,
      run() {
        projection.run();
        for (const [frame, { byteOffset: output }] of outputs.entries()) {
          kernels.one(
            matrix,
            state.words,
            state.factors,
            scale,
            projection.outputs[frame]!.byteOffset,
            sums,
            rows / (LANES * ONE.vectors),
            width / COLUMNS_PER_ITERATION,
            0,
            1,
          );
          kernels.cell(sums, cell.byteOffset, output, LSTM_UNITS / LANES);
          state.put(0, output);
        }
      },
      reset() {
        cell.fill(0);
        state.clear();
      },
    };
  };
  return { memory, take, createDense, createLstm };
}
