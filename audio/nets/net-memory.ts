import { assembleCell, assembleLogistic } from "./gate-kernel.ts";
import { assembleProduct, BATCH, COLUMNS, type MatrixProduct, ROW_GROUP } from "./matrix-kernel.ts";
import { type Code, flatten, I32, leb, section, text } from "./wasm-code.ts";

const PAGE_BYTES = 65_536;

/** out = bias + matrix · input, for up to `BATCH` inputs. */
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
  const type = (parameters: number): Code => [0x60, parameters, Array(parameters).fill(I32), 0];
  const names = ["one", "all", "cell", "logistic"];
  const assemble = (fused: boolean) => {
    const bodies = [
      assembleProduct(1, fused),
      assembleProduct(BATCH, fused),
      assembleCell(LSTM_UNITS),
      assembleLogistic(),
    ];
    return Uint8Array.from(
      flatten([
        [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        section(1, [3, type(8), type(4), type(2)]),
        section(2, [1, text("env"), text("memory"), 2, 0, 1]),
        section(3, [4, 0, 0, 1, 2]),
        section(7, [4, names.map((name, i) => [text(name), 0, i])]),
        section(10, [leb(bodies.length), bodies]),
      ]),
    );
  };
  const fused = assemble(true);
  const module = new WebAssembly.Module(WebAssembly.validate(fused) ? fused : assemble(false));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as {
    readonly one: MatrixProduct;
    readonly all: MatrixProduct;
    cell(gates: number, cell: number, hidden: number, vectors: number): void;
    logistic(values: number, vectors: number): void;
  };
}

/**
 * Layers whose numbers lie in one WebAssembly memory.
 * @param weights how many numbers all layers are made of
 */
export function createNetMemory(weights: number) {
  // Some more for what pads matrices, and for inputs and outputs.
  const floats = 1.05 * weights + 65_536;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const kernels = createKernels(memory);
  let next = 0;
  // Each on a boundary of 16 bytes.
  const take = (length: number) => {
    const view = new Float32Array(memory.buffer, next, length);
    next += 4 * fill(length, 4);
    return view;
  };
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
          4 * columns,
          4 * rows,
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
            0,
          );
          kernels.cell(sums.byteOffset, cell.byteOffset, output.byteOffset, LSTM_UNITS / 4);
          before = output;
        }
      },
    };
  };
  return { createDense, createLstm };
}
