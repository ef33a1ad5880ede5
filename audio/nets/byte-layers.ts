import {
  assembleByteProduct,
  assembleSteps,
  type ByteBlock,
  blocksOf,
  type ByteForm,
  type ByteProduct,
  bytesOfInput,
  orderTiles,
  TILE_ROWS,
} from "./byte-kernel.ts";
import { assembleGru, assembleTangent } from "./gate-kernel.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { BATCH } from "./net-memory.ts";
import {
  assembleModule,
  instantiateWithMemory,
  assembleFusedIfSupported,
} from "../wasm/assembler.ts";

/** Numbers that go into each layer of bytes, and come out of a GRU. */
export const BYTE_UNITS = 384;

/** Weights of 8 bits in tiles, and what makes sums of a row from their whole numbers. */
export interface ByteShape {
  readonly weights: Int8Array;
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

export interface GruShape {
  /** Of the gates for update, reset and new state, behind each other. */
  readonly ofInput: ByteShape;
  readonly ofState: ByteShape;
  /** Weights of each unit's own state, which are not among those of 8 bits. */
  readonly diagonal: Float32Array;
}

/** Where rows lie that go into a layer, in bytes. */
export interface StepPlace {
  readonly place: number;
  /** From row to row; rows may overlap. */
  readonly stride: number;
}

/** Rows of numbers from -1 to 1 as the layers take them. */
export interface StepRows {
  /** From row number `row` on. */
  at(row: number): StepPlace;
  /** Puts numbers, which lie in the layers' memory, into rows from `row` on. */
  put(row: number, numbers: Float32Array): void;
  /** Copies `count` rows from `row` on to the beginning. */
  keep(row: number, count: number): void;
  /** Zeros in all rows. */
  clear(): void;
}

interface ByteKernels {
  readonly one: ByteProduct;
  readonly several: ByteProduct;
  steps(from: number, to: number, vectors: number): void;
  tangent(values: number, vectors: number): void;
  gru(...places: readonly number[]): void;
}

/** The loops of all layers over a memory. */
function openKernels(memory: WebAssembly.Memory, form: ByteForm): ByteKernels {
  const { one, several } = blocksOf(form);
  return instantiateWithMemory<ByteKernels>(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([
        { name: "one", parameters: 10, body: assembleByteProduct(form, BYTE_UNITS, one) },
        { name: "several", parameters: 10, body: assembleByteProduct(form, BYTE_UNITS, several) },
        { name: "steps", parameters: 3, body: assembleSteps(form) },
        { name: "tangent", parameters: 2, body: assembleTangent(fused) },
        { name: "gru", parameters: 6, body: assembleGru(BYTE_UNITS, fused) },
      ]),
    ),
  );
}

/** Layers of bytes in a memory that has room for them. They take `BATCH` inputs at once, or fewer. */
export function createByteLayers({ memory, take }: VectorMemory, form: ByteForm) {
  const { one, several } = blocksOf(form);
  const kernels = openKernels(memory, form);
  const createRows = (rows: number, width: number): StepRows => {
    const stride = width * bytesOfInput(form);
    const { byteOffset } = take(Math.ceil((rows * stride) / 4));
    const bytes = new Uint8Array(memory.buffer, byteOffset, rows * stride);
    const places = Array.from({ length: rows }, (_, row) => ({
      place: byteOffset + row * stride,
      stride,
    }));
    const at = (row: number) => places[row]!;
    const put = (row: number, numbers: Float32Array) =>
      kernels.steps(numbers.byteOffset, at(row).place, numbers.length / 4);
    const zeros = take(rows * width);
    // Zeros are no zeros in each form.
    const clear = () => put(0, zeros);
    clear();
    return {
      at,
      put,
      keep: (row, count) => void bytes.copyWithin(0, row * stride, (row + count) * stride),
      clear,
    };
  };

  const zeros = createRows(1, BYTE_UNITS);

  /** @param out place of its outputs */
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
    const run = ({ place, stride }: StepPlace, inputs: number) =>
      (block === one ? kernels.one : kernels.several)(
        matrix.byteOffset,
        place,
        start.byteOffset,
        scales.byteOffset,
        biases.byteOffset,
        out.byteOffset,
        rows / TILE_ROWS / block.tiles,
        Math.ceil(inputs / block.inputs),
        stride,
        4 * rows,
      );
    // A row of zeros gives what sums have to begin with, so that it comes to nothing.
    scales.fill(-1);
    run({ place: zeros.at(0).place, stride: 0 }, 1);
    new Int32Array(memory.buffer, start.byteOffset, rows).set(out.subarray(0, rows));
    scales.set(scale);
    biases.set(bias);
    return run;
  };

  const createDense = (shape: ByteShape) => {
    /** All outputs, behind each other. */
    const output = take(BATCH * shape.bias.length);
    return { output, run: createProduct(shape, several, output) };
  };

  const createGru = ({ ofInput, ofState, diagonal }: GruShape) => {
    const projection = createDense(ofInput);
    const sums = take(ofState.bias.length);
    const recur = createProduct(ofState, one, sums);
    const factors = take(diagonal.length);
    factors.set(diagonal);
    // The first is the one before.
    const states = take((BATCH + 1) * BYTE_UNITS);
    const rows = createRows(BATCH + 1, BYTE_UNITS);
    return createGruLayer({ projection, sums, recur, factors, states, rows, kernels });
  };
  const squash = (values: Float32Array) => kernels.tangent(values.byteOffset, values.length / 4);
  return { createRows, createDense, createGru, squash };
}

/** Goes through inputs one by one, each with the state that the one before has left. */
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
    readonly run: (input: StepPlace, count: number) => void;
  };
  /** Of the state, from `recur`. */
  readonly sums: Float32Array;
  readonly recur: (input: StepPlace, count: number) => void;
  readonly factors: Float32Array;
  /** The state before, and after each input. */
  readonly states: Float32Array;
  /** The same as the layers take them. */
  readonly rows: StepRows;
  readonly kernels: Pick<ByteKernels, "gru">;
}) {
  const all = Array.from({ length: BATCH + 1 }, (_, i) =>
    states.subarray(i * BYTE_UNITS, (i + 1) * BYTE_UNITS),
  );
  return {
    /** The state before, and after each input. */
    states: all,
    rows,
    run(input: StepPlace, count: number): void {
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
        rows.put(i + 1, all[i + 1]!);
      }
    },
    /** Goes on from the state after `count` inputs. */
    keep(count: number): void {
      rows.keep(count, 1);
      all[0]!.set(all[count]!);
    },
    reset(): void {
      rows.clear();
      all[0]!.fill(0);
    },
  };
}
