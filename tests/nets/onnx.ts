/**
 * Writes ONNX graphs (onnx.proto3 of the ONNX project, IR version 8, operators of version 13): what nets
 * are made of, without what they have learned.
 */

/** A field of a protocol buffer: a number, or bytes with their length. */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);

const TYPES = { float32: 1, uint8: 2, int8: 3, int64: 7, bool: 9 } as const;
type TensorType = keyof typeof TYPES;

/** Numbers of a message that is written. */
export type Part = Buffer;

/** A tensor's name, type and shape, of an input or an output. A name stands for a size that is free. */
export function createNode(
  name: string,
  dims: readonly (number | string)[],
  type: TensorType = "float32",
): Part {
  const shape = message(
    ...dims.map((size) => field(1, typeof size === "number" ? field(1, size) : field(2, size))),
  );
  const tensor = message(field(1, TYPES[type]), field(2, shape));
  return message(field(1, name), field(2, field(1, tensor)));
}

const ARRAYS = {
  float32: (values: ArrayLike<number>) => Float32Array.from(values),
  int64: (values: ArrayLike<number>) => BigInt64Array.from(Array.from(values), BigInt),
  uint8: (values: ArrayLike<number>) => Uint8Array.from(values),
  int8: (values: ArrayLike<number>) => Int8Array.from(values),
} as const;

/** A tensor of fixed numbers. @param dims missing: a list */
export function constant(
  name: string,
  values: ArrayLike<number>,
  {
    type = "float32",
    dims = [values.length],
  }: { type?: keyof typeof ARRAYS; dims?: readonly number[] } = {},
): Part {
  return message(
    ...dims.map((size) => field(1, size)),
    field(2, TYPES[type]),
    field(8, name),
    field(9, new Uint8Array(ARRAYS[type](values).buffer)),
  );
}

/** Whole numbers, a word, or a graph of its own, which sees the names around it. */
export type Attribute = number | readonly number[] | string | Part;

function attribute(name: string, value: Attribute): Buffer {
  if (typeof value === "number") return message(field(1, name), field(3, value), field(20, 2));
  if (typeof value === "string") return message(field(1, name), field(4, value), field(20, 3));
  if (Buffer.isBuffer(value)) return message(field(1, name), field(6, value), field(20, 5));
  const numbers = value as readonly number[];
  return message(field(1, name), ...numbers.map((one) => field(8, one)), field(20, 7));
}

/** @param output its name, or those of several */
export const node = (
  operator: string,
  inputs: readonly string[],
  output: string | readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
): Part =>
  message(
    ...inputs.map((name) => field(1, name)),
    ...[output].flat().map((name) => field(2, name)),
    field(4, operator),
    ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
  );

export interface Graph {
  readonly nodes: readonly Part[];
  readonly constants?: readonly Part[];
  readonly inputs?: readonly Part[];
  readonly outputs: readonly Part[];
}

/** A graph inside of another one. */
export const subgraph = ({ nodes, constants = [], inputs = [], outputs }: Graph): Part =>
  message(
    ...nodes.map((one) => field(1, one)),
    field(2, "graph"),
    ...constants.map((one) => field(5, one)),
    ...inputs.map((one) => field(11, one)),
    ...outputs.map((one) => field(12, one)),
  );

/** A file of ONNX. @param padding bytes that it is made larger by */
export function onnxFile(graph: Graph, padding = 0): Buffer {
  const operators = message(field(1, ""), field(2, 13));
  const about = "x".repeat(padding);
  return message(field(1, 8), field(6, about), field(7, subgraph(graph)), field(8, operators));
}
