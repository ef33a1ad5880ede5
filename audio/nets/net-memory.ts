import { assembleCell, assembleLogistic } from "./gate-kernel.ts";
import {
  assembleProduct,
  COLUMNS,
  type MatrixProduct,
  ROW_GROUP,
  TOGETHER,
} from "./matrix-kernel.ts";
import { createVectorMemory } from "../signal/vector-memory.ts";
import { assembleModule, instantiateOver, withFused } from "./wasm-code.ts";

/** Inputs that a layer takes at once: its weights, which are more than a cache holds, are read once. */
export const BATCH = 4 * TOGETHER;

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

/** The matrix as the kernel reads it. */
function packMatrix(target: Float32Array, { rows, columns, weights }: Omit<DenseShape, "bias">) {
  const width = fill(columns, COLUMNS);
  for (let row = 0; row < rows; row++) {
    const lane = row % ROW_GROUP;
    const group = (row - lane) * width;
    for (let column = 0; column < columns; column++)
      target[group + column * ROW_GROUP + lane] = weights[row * columns + column]!;
  }
}

/** Kernels over a memory. */
function createKernels(memory: WebAssembly.Memory) {
  const assemble = (fused: boolean) =>
    assembleModule([
      { name: "one", parameters: 8, body: assembleProduct(1, fused) },
      { name: "all", parameters: 8, body: assembleProduct(TOGETHER, fused) },
      { name: "cell", parameters: 4, body: assembleCell(LSTM_UNITS, fused) },
      { name: "logistic", parameters: 2, body: assembleLogistic(fused) },
    ]);
  return instantiateOver<{
    readonly one: MatrixProduct;
    readonly all: MatrixProduct;
    cell(gates: number, cell: number, hidden: number, vectors: number): void;
    logistic(values: number, vectors: number): void;
  }>(memory, withFused(assemble));
}

/**
 * Layers whose numbers lie in one WebAssembly memory.
 * @param weights how many numbers all layers are made of
 */
export function createNetMemory(weights: number) {
  // Some more for what pads matrices, and for inputs and outputs.
  const floats = 1.05 * weights + 8192 * BATCH;
  const { memory, take } = createVectorMemory(floats);
  const kernels = createKernels(memory);
  const frames = Array.from({ length: BATCH }, (_, i) => i);
  const rowsOf = (all: Float32Array, width: number, length: number) =>
    frames.map((frame) => all.subarray(frame * width, frame * width + length));

  const createDense = (shape: DenseShape): Dense => {
    const rows = fill(shape.rows, ROW_GROUP);
    const columns = fill(shape.columns, COLUMNS);
    const matrix = take(rows * columns);
    const input = take(BATCH * columns);
    const bias = take(rows);
    const output = take(BATCH * rows);
    packMatrix(matrix, shape);
    bias.set(shape.bias);
    return {
      inputs: rowsOf(input, columns, shape.columns),
      outputs: rowsOf(output, rows, shape.rows),
      run: () =>
        kernels.all(
          matrix.byteOffset,
          input.byteOffset,
          bias.byteOffset,
          output.byteOffset,
          rows / ROW_GROUP,
          columns / COLUMNS,
          4 * rows,
          BATCH / TOGETHER,
        ),
      squash: () => kernels.logistic(output.byteOffset, output.length / 4),
    };
  };

  const createLstm = ({ ofInput, ofState }: LstmShape): Lstm => {
    const projection = createDense(ofInput);
    const matrix = take(4 * LSTM_UNITS * LSTM_UNITS);
    const sums = take(4 * LSTM_UNITS);
    const cell = take(LSTM_UNITS);
    const hidden = take(BATCH * LSTM_UNITS);
    const outputs = rowsOf(hidden, LSTM_UNITS, LSTM_UNITS);
    packMatrix(matrix, ofState);
    return {
      inputs: projection.inputs,
      outputs,
      run() {
        projection.run();
        let before = outputs.at(-1)!;
        for (const [frame, output] of outputs.entries()) {
          kernels.one(
            matrix.byteOffset,
            before.byteOffset,
            projection.outputs[frame]!.byteOffset,
            sums.byteOffset,
            (4 * LSTM_UNITS) / ROW_GROUP,
            LSTM_UNITS / COLUMNS,
            0,
            1,
          );
          kernels.cell(sums.byteOffset, cell.byteOffset, output.byteOffset, LSTM_UNITS / 4);
          before = output;
        }
      },
    };
  };
  return { memory, take, createDense, createLstm };
}
