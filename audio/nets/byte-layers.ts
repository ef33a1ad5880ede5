import {
  assembleByteProduct,
  assembleQuantizer,
  type ByteBlock,
  blocksOf,
  type ByteFormat,
  type ByteProduct,
  bytesOfInput,
  orderTiles,
  TILE_ROWS,
} from "./byte-kernel.ts";
import { assembleGru, assembleHyperbolicTangent } from "./gate-kernel.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { BATCH } from "./net-memory.ts";
import {
  assembleModule,
  instantiateWithMemory,
  assembleFusedIfSupported,
} from "../wasm/assembler.ts";

/** Inputs of each 8-bit layer and outputs of a GRU. */
export const BYTE_UNITS = 384;

/** Tiled 8-bit weights, and the factors that convert integer sums of a row to floats. */
export interface ByteShape {
  readonly weights: Int8Array;
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

export interface GruShape {
  /** Gates for update, reset and new state, concatenated. */
  readonly ofInput: ByteShape;
  readonly ofState: ByteShape;
  /** Float weights of each unit's own state, which are not among the 8-bit weights. */
  readonly diagonal: Float32Array;
}

/** Byte address of the input rows of a layer. */
export interface RowAddress {
  readonly address: number;
  /** Bytes between rows; rows may overlap. */
  readonly stride: number;
}

/** Rows of numbers from −1 to 1, quantized for the layers. */
export interface QuantizedRows {
  /** Address from row `row` on. */
  at(row: number): RowAddress;
  /** Quantizes numbers in the layers' memory into rows from `row` on. */
  write(row: number, numbers: Float32Array): void;
  /** Copies `count` rows from `row` on to the beginning. */
  moveToStart(row: number, count: number): void;
  /** Sets all rows to zero. */
  clear(): void;
}

interface ByteKernels {
  readonly one: ByteProduct;
  readonly several: ByteProduct;
  steps(from: number, to: number, vectors: number): void;
  tangent(values: number, vectors: number): void;
  gru(...addresses: readonly number[]): void;
}

/** Instantiates the loops of all layers with a memory. */
function openKernels(memory: WebAssembly.Memory, form: ByteFormat): ByteKernels {
  const { one, several } = blocksOf(form);
  return instantiateWithMemory<ByteKernels>(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([
        { name: "one", parameters: 10, body: assembleByteProduct(form, BYTE_UNITS, one) },
        { name: "several", parameters: 10, body: assembleByteProduct(form, BYTE_UNITS, several) },
        { name: "steps", parameters: 3, body: assembleQuantizer(form) },
        { name: "tangent", parameters: 2, body: assembleHyperbolicTangent(fused) },
        { name: "gru", parameters: 6, body: assembleGru(BYTE_UNITS, fused) },
      ]),
    ),
  );
}

/** 8-bit layers in a memory that has room for them. They process up to `BATCH` inputs at once. */
export function createByteLayers({ memory, take }: VectorMemory, form: ByteFormat) {
  const { one, several } = blocksOf(form);
  const kernels = openKernels(memory, form);
  const createRows = (rows: number, width: number): QuantizedRows => {
    const stride = width * bytesOfInput(form);
    const { byteOffset } = take(Math.ceil((rows * stride) / 4));
    const bytes = new Uint8Array(memory.buffer, byteOffset, rows * stride);
    const addresses = Array.from({ length: rows }, (_, row) => ({
      address: byteOffset + row * stride,
      stride,
    }));
    const at = (row: number) => addresses[row]!;
    const write = (row: number, numbers: Float32Array) =>
      kernels.steps(numbers.byteOffset, at(row).address, numbers.length / 4);
    const zeros = take(rows * width);
    // Zero is not the byte 0 in every format.
    const clear = () => write(0, zeros);
    clear();
    return {
      at,
      write,
      moveToStart: (row, count) => void bytes.copyWithin(0, row * stride, (row + count) * stride),
      clear,
    };
  };

  const zeros = createRows(1, BYTE_UNITS);

  /** @param out receives the outputs */
  const createProduct = (
    { weights, scale, bias }: ByteShape,
    block: ByteBlock,
    out: Float32Array,
  ) => {
    const rows = bias.length;
    const matrix = take(weights.length / 4);
    new Int8Array(memory.buffer, matrix.byteOffset, weights.length).set(
      orderTiles(weights, BYTE_UNITS, block.tiles),
    );
    const [start, scales, biases] = [take(rows), take(rows), take(rows)];
    const run = ({ address, stride }: RowAddress, inputs: number) =>
      (block === one ? kernels.one : kernels.several)(
        matrix.byteOffset,
        address,
        start.byteOffset,
        scales.byteOffset,
        biases.byteOffset,
        out.byteOffset,
        rows / TILE_ROWS / block.tiles,
        Math.ceil(inputs / block.inputs),
        stride,
        4 * rows,
      );
    // With zeros as input, determines the start values that cancel the offset of the format.
    scales.fill(-1);
    run({ address: zeros.at(0).address, stride: 0 }, 1);
    new Int32Array(memory.buffer, start.byteOffset, rows).set(out.subarray(0, rows));
    scales.set(scale);
    biases.set(bias);
    return run;
  };

  const createDense = (shape: ByteShape) => {
    /** All outputs, concatenated. */
    const output = take(BATCH * shape.bias.length);
    return { output, run: createProduct(shape, several, output) };
  };

  const createGru = ({ ofInput, ofState, diagonal }: GruShape) => {
    const projection = createDense(ofInput);
    const sums = take(ofState.bias.length);
    const recur = createProduct(ofState, one, sums);
    const factors = take(diagonal.length);
    factors.set(diagonal);
    // The first state is the previous one.
    const states = take((BATCH + 1) * BYTE_UNITS);
    const rows = createRows(BATCH + 1, BYTE_UNITS);
    return createGruLayer({ projection, sums, recur, factors, states, rows, kernels });
  };
  const squash = (values: Float32Array) => kernels.tangent(values.byteOffset, values.length / 4);
  return { createRows, createDense, createGru, squash };
}

/** Processes inputs in order, each with the state after the one before. */
function createGruLayer({
  projection,
  sums,
  recur,
  factors,
  states,
  rows,
  kernels,
}: {
  readonly projection: {
    readonly output: Float32Array;
    readonly run: (input: RowAddress, count: number) => void;
  };
  /** Sums of the recurrent product. */
  readonly sums: Float32Array;
  readonly recur: (input: RowAddress, count: number) => void;
  readonly factors: Float32Array;
  /** The previous state, then the state after each input. */
  readonly states: Float32Array;
  /** The states, quantized for the layers. */
  readonly rows: QuantizedRows;
  readonly kernels: Pick<ByteKernels, "gru">;
}) {
  const all = Array.from({ length: BATCH + 1 }, (_, i) =>
    states.subarray(i * BYTE_UNITS, (i + 1) * BYTE_UNITS),
  );
  return {
    /** The previous state, then the state after each input. */
    states: all,
    rows,
    run(input: RowAddress, count: number): void {
      projection.run(input, count);
      for (let i = 0; i < count; i++) {
        recur(rows.at(i), 1);
        kernels.gru(
          projection.output.byteOffset + 4 * i * sums.length,
          sums.byteOffset,
          factors.byteOffset,
          all[i]!.byteOffset,
          all[i + 1]!.byteOffset,
          BYTE_UNITS / 4,
        );
        rows.write(i + 1, all[i + 1]!);
      }
    },
    /** Makes the state after `count` inputs the previous state. */
    carryState(count: number): void {
      rows.moveToStart(count, 1);
      all[0]!.set(all[count]!);
    },
    reset(): void {
      rows.clear();
      all[0]!.fill(0);
    },
  };
}
