import { createMatrixProduct, ROW_GROUP } from "./matrix-kernel.ts";

const PAGE_BYTES = 65_536;

/** out = bias + matrix · input */
export interface Dense {
  readonly input: Float32Array;
  readonly output: Float32Array;
  run(): void;
}

export interface DenseShape {
  readonly rows: number;
  /** Matrices side by side, each by rows: one product takes their inputs one after the other. */
  readonly parts: readonly { readonly columns: number; readonly weights: Float32Array }[];
  readonly bias: Float32Array;
}

const pad = (rows: number) => Math.ceil(rows / ROW_GROUP) * ROW_GROUP;
const columnsOf = ({ parts }: DenseShape) => parts.reduce((sum, { columns }) => sum + columns, 0);

/** The matrix as the kernel reads it. */
function packMatrix(target: Float32Array, shape: DenseShape): void {
  const columns = columnsOf(shape);
  let first = 0;
  for (const part of shape.parts) {
    for (let row = 0; row < shape.rows; row++) {
      const lane = row % ROW_GROUP;
      const group = (row - lane) * columns;
      for (let column = 0; column < part.columns; column++)
        target[group + (first + column) * ROW_GROUP + lane] =
          part.weights[row * part.columns + column]!;
    }
    first += part.columns;
  }
}

/** Layers whose numbers lie in one WebAssembly memory. */
export function createLayers(shapes: readonly DenseShape[]): readonly Dense[] {
  // Matrix, input, bias and output of each layer, each on a boundary of 16 bytes.
  const sizes = shapes.map((shape) => {
    const rows = pad(shape.rows);
    const columns = columnsOf(shape);
    return [rows * columns, Math.ceil(columns / 4) * 4, rows, rows] as const;
  });
  const floats = sizes.flat().reduce((sum, size) => sum + size, 0);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((floats * 4) / PAGE_BYTES) });
  const product = createMatrixProduct(memory);
  let next = 0;
  return shapes.map((shape, i) => {
    const [matrix, input, bias, output] = sizes[i]!.map((length) => {
      const view = new Float32Array(memory.buffer, next * 4, length);
      next += length;
      return view;
    }) as [Float32Array, Float32Array, Float32Array, Float32Array];
    packMatrix(matrix, shape);
    bias.set(shape.bias);
    const groups = pad(shape.rows) / ROW_GROUP;
    const columns = columnsOf(shape);
    const places = [matrix, input, bias, output].map((view) => view.byteOffset);
    const [a, b, c, d] = places as [number, number, number, number];
    return {
      input: input.subarray(0, columns),
      output: output.subarray(0, shape.rows),
      run: () => product(a, b, c, d, groups, columns),
    };
  });
}
