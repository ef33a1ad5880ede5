import { assembleCell, assembleLogistic } from "./gate-kernel.ts";
import {
  assembleInput,
  assembleProduct,
  COLUMNS,
  type MatrixBlock,
  type MatrixProduct,
  MOST_WEIGHTS,
  ONE,
  COLUMN_PAIR,
  SEVERAL,
} from "./matrix-kernel.ts";
import { createVectorMemory } from "../wasm/vector-memory.ts";
import {
  assembleModule,
  instantiateWithMemory,
  assembleFusedIfSupported,
} from "../wasm/assembler.ts";

/** Inputs that a layer takes at once: its weights, which are more than a cache holds, are read once. */
export const BATCH = 4 * SEVERAL.inputs;

/** out = bias + matrix · input, for `BATCH` inputs. */
export interface Dense {
  readonly inputs: readonly Float32Array[];
  readonly outputs: readonly Float32Array[];
  /** All outputs from all inputs. */
  run(): void;
  /** Puts 1 / (1 + exp(-x)) in place of all outputs. */
  squash(): void;
}

/** An LSTM of `LSTM_UNITS`, which keeps its state. */
export interface Lstm {
  readonly inputs: readonly Float32Array[];
  /** One for each input, in their order. */
  readonly outputs: readonly Float32Array[];
  run(): void;
  /** Forgets its state. */
  reset(): void;
}

export interface DenseShape {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

export interface LstmShape {
  /** Of the gates for input, forget, cell and output, behind each other. */
  readonly ofInput: DenseShape;
  readonly ofState: Omit<DenseShape, "bias">;
}

export const LSTM_UNITS = 128;

const fill = (count: number, step: number) => Math.ceil(count / step) * step;

const LARGEST = 32_767;
/** Numbers of a vector. */
const LANES = 4;

/**
 * The matrix as the kernel reads it: whole numbers, as large as 16 bits and sums of 32 bits let
 * them be.
 * @param scale gets what a step of each row is worth
 */
function packMatrix(
  { rows, columns, weights }: Omit<DenseShape, "bias">,
  { vectors }: MatrixBlock,
  { words, scale }: { readonly words: Int16Array; readonly scale: Float32Array },
): void {
  const width = fill(columns, COLUMNS);
  const group = LANES * vectors;
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    let most = 0;
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const size = Math.abs(weights[first + column]!);
      most = Math.max(most, size);
      sum += size;
    }
    // What is rounded may add a half for each column.
    const step = Math.max(most / LARGEST, sum / (MOST_WEIGHTS - columns)) || 1;
    scale[row] = step;
    const at = (row - (row % group)) * width + COLUMN_PAIR * (row % group);
    for (let column = 0; column < columns; column++) {
      const place = at + (column >> 1) * COLUMN_PAIR * group + (column & 1);
      words[place] = Math.floor(weights[first + column]! / step + 0.5);
    }
  }
}

/** Kernels over a memory. */
function createKernels(memory: WebAssembly.Memory) {
  const assemble = (fused: boolean) =>
    assembleModule([
      { name: "one", parameters: 10, body: assembleProduct(ONE) },
      { name: "several", parameters: 10, body: assembleProduct(SEVERAL) },
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
 * Layers whose numbers lie in one WebAssembly memory.
 * @param weights numbers of the memory that weights take: half of a float each
 */
export function createNetMemory(weights: number) {
  // Some more for what pads matrices, and for inputs and outputs.
  const { memory, take } = createVectorMemory(1.05 * weights + 8192 * BATCH);
  const kernels = createKernels(memory);
  const frames = Array.from({ length: BATCH }, (_, i) => i);
  const rowsOf = (all: Float32Array, width: number, length: number) =>
    frames.map((frame) => all.subarray(frame * width, frame * width + length));

  const createMatrix = (shape: Omit<DenseShape, "bias">, block: MatrixBlock) => {
    const rows = fill(shape.rows, LANES * block.vectors);
    const width = fill(shape.columns, COLUMNS);
    const matrix = take((rows * width) / 2);
    const scale = take(rows);
    const words = new Int16Array(memory.buffer, matrix.byteOffset, rows * width);
    packMatrix(shape, block, { words, scale });
    return { rows, width, matrix: matrix.byteOffset, scale: scale.byteOffset };
  };
  /** Rows of whole numbers that go into a product, with their factors. */
  const createWords = (count: number, width: number) => {
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
      /** Row number `row` from floats at a place. */
      put: (row: number, place: number) =>
        kernels.input(place, words + 2 * row * width, factors + 16 * row, width / LANES),
    };
  };

  const createDense = (shape: DenseShape): Dense => {
    const { rows, width, matrix, scale } = createMatrix(shape, SEVERAL);
    const input = take(BATCH * width);
    const words = createWords(BATCH, width);
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
          rows / (LANES * SEVERAL.vectors),
          width / COLUMNS,
          4 * rows,
          BATCH / SEVERAL.inputs,
        );
      },
      squash: () => kernels.logistic(output.byteOffset, output.length / LANES),
    };
  };

  const createLstm = ({ ofInput, ofState }: LstmShape): Lstm => {
    const projection = createDense(ofInput);
    const { rows, width, matrix, scale } = createMatrix(ofState, ONE);
    const sums = take(rows).byteOffset;
    const cell = take(LSTM_UNITS);
    const state = createWords(1, width);
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
            width / COLUMNS,
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
