import type { NetInput } from "../net-session.ts";

/** The data types of the Open Inference Protocol that this program sends and reads. */
export const DATATYPES = ["FP32", "INT64", "INT32", "BOOL", "BYTES"] as const;
export type Datatype = (typeof DATATYPES)[number];

/** Elements of a tensor, row by row. Those of BYTES are byte strings, such as a WAV file. */
export type TensorData = NetInput["data"] | readonly Uint8Array[];

/** Name, type and shape of a tensor. */
export interface TensorDescription {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly number[];
}

/** Bytes of an element; null: elements have lengths of their own. */
const ELEMENT_BYTES: Readonly<Record<Datatype, number | null>> = {
  FP32: 4,
  INT64: 8,
  INT32: 4,
  BOOL: 1,
  BYTES: null,
};

export function datatypeOf(data: TensorData): Datatype {
  if (data instanceof Float32Array) return "FP32";
  if (data instanceof BigInt64Array) return "INT64";
  if (data instanceof Int32Array) return "INT32";
  return data instanceof Uint8Array ? "BOOL" : "BYTES";
}

export const countElements = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);

/** Whether `bytes` is the size of a tensor; sizes of BYTES become known when they are decoded. */
export function isTensorSize({ datatype, shape }: TensorDescription, bytes: number): boolean {
  const element = ELEMENT_BYTES[datatype];
  return element === null || countElements(shape) * element === bytes;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * The binary form of a tensor: little-endian, row by row, without padding. Each element of BYTES
 * follows its length in four bytes.
 */
export function encodeTensor(data: TensorData): Uint8Array {
  // Typed arrays have the byte order of the machine, which is little-endian wherever Node runs.
  if (ArrayBuffer.isView(data)) return bytesOf(data);
  const encoded = new Uint8Array(data.reduce((sum, element) => sum + 4 + element.length, 0));
  const view = new DataView(encoded.buffer);
  let at = 0;
  for (const element of data) {
    view.setUint32(at, element.length, true);
    encoded.set(element, at + 4);
    at += 4 + element.length;
  }
  return encoded;
}

/** @returns null if the bytes are no tensor of this type and shape */
export function decodeTensor(bytes: Uint8Array, description: TensorDescription): TensorData | null {
  if (!isTensorSize(description, bytes.length)) return null;
  const { datatype, shape } = description;
  if (datatype === "BYTES") return decodeByteStrings(bytes, countElements(shape));
  if (datatype === "BOOL") return bytes;
  // Typed arrays need an aligned position.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const length = bytes.length / ELEMENT_BYTES[datatype]!;
  if (datatype === "FP32") return new Float32Array(buffer, byteOffset, length);
  return datatype === "INT32"
    ? new Int32Array(buffer, byteOffset, length)
    : new BigInt64Array(buffer, byteOffset, length);
}

function decodeByteStrings(bytes: Uint8Array, count: number): readonly Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const elements: Uint8Array[] = [];
  let at = 0;
  while (elements.length < count && at + 4 <= bytes.length) {
    const end = at + 4 + view.getUint32(at, true);
    if (end > bytes.length) return null;
    elements.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return elements.length === count && at === bytes.length ? elements : null;
}

/** Whether all numbers are finite. */
export function areFinite(numbers: Float32Array): boolean {
  for (let at = 0; at < numbers.length; at++) if (!Number.isFinite(numbers[at])) return false;
  return true;
}
