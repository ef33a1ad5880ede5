import * as z from "zod/mini";
import { decodeUtf8, encodeUtf8 } from "../../encoding/utf8.ts";
import { InferenceError } from "./inference-error.ts";
import {
  type Datatype,
  type TensorData,
  type TensorDescription,
  DATATYPES,
  datatypeOf,
  encodeTensor,
  isTensorSize,
} from "./tensor-data.ts";

/*
 * Requests and answers of `POST /v2/models/<name>/infer` in the binary form of the Open Inference
 * Protocol: a JSON object, and after it the bytes of its tensors in the order of the object. The
 * header `Inference-Header-Content-Length` has the length of the JSON object.
 */

/** A body with the length of its JSON object. */
export interface InferMessage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headerBytes: number;
}

/** Maximum bytes of a JSON object. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_TENSORS = 256;

export interface EncodedTensor extends TensorDescription {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const size = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const tensor = z.object({
  name: z.string().check(z.maxLength(200)),
  shape: z.array(size).check(z.maxLength(16)),
  datatype: z.enum(DATATYPES),
  parameters: z.object({ binary_data_size: size }),
});
const tensors = z.array(tensor).check(z.minLength(1), z.maxLength(MAX_TENSORS));
const output = z.object({ name: z.string().check(z.maxLength(200)) });

const requestHeader = z.object({
  inputs: tensors,
  outputs: z.array(output).check(z.minLength(1), z.maxLength(MAX_TENSORS)),
});
const responseHeader = z.object({ outputs: tensors });

interface GivenTensor {
  readonly data: TensorData;
  readonly dims: readonly number[];
}

/** @param outputs names of the tensors to answer */
export function writeInferRequest(
  inputs: Readonly<Record<string, GivenTensor>>,
  outputs: readonly string[],
): InferMessage {
  const encoded = Object.entries(inputs).map(([name, { data, dims }]) => ({
    name,
    shape: dims,
    datatype: datatypeOf(data),
    bytes: encodeTensor(data),
  }));
  return joinInferRequest(encoded, outputs);
}

/** Writes a request of tensors whose bytes are there already. @param outputs as of `writeInferRequest` */
export function joinInferRequest(
  encoded: readonly (TensorDescription & { readonly bytes: Uint8Array })[],
  outputs: readonly string[],
): InferMessage {
  const header = encodeUtf8(
    JSON.stringify({
      inputs: encoded.map(({ name, shape, datatype, bytes }) => ({
        name,
        shape,
        datatype,
        parameters: { binary_data_size: bytes.length },
      })),
      outputs: outputs.map((name) => ({ name, parameters: { binary_data: true } })),
    }),
  );
  const length = encoded.reduce((sum, { bytes }) => sum + bytes.length, header.length);
  const body = new Uint8Array(length);
  body.set(header);
  let at = header.length;
  for (const { bytes } of encoded) {
    body.set(bytes, at);
    at += bytes.length;
  }
  return { body, headerBytes: header.length };
}

/** Reads an answer; its tensors are views of `body`. @throws {InferenceError} wrong */
export function readInferResponse(
  body: Uint8Array<ArrayBuffer>,
  headerBytes: number,
): readonly EncodedTensor[] {
  const { outputs } = readHeader(body, headerBytes, responseHeader);
  return cutTensors(body, headerBytes, outputs);
}

/** Reads a request; its tensors are views of `body`. @throws {InferenceError} wrong */
export function readInferRequest(
  body: Uint8Array<ArrayBuffer>,
  headerBytes: number,
): { readonly inputs: readonly EncodedTensor[]; readonly outputs: readonly string[] } {
  const { inputs, outputs } = readHeader(body, headerBytes, requestHeader);
  return {
    inputs: cutTensors(body, headerBytes, inputs),
    outputs: outputs.map(({ name }) => name),
  };
}

function readHeader<T extends z.ZodMiniType>(
  body: Uint8Array,
  headerBytes: number,
  schema: T,
): z.output<T> {
  const isPossible = Number.isInteger(headerBytes) && headerBytes > 0;
  if (!isPossible || headerBytes > Math.min(MAX_HEADER_BYTES, body.length))
    throw new InferenceError("wrong", "The length of its JSON object is wrong");
  try {
    return schema.parse(JSON.parse(decodeUtf8(body.subarray(0, headerBytes))));
  } catch (cause) {
    throw new InferenceError(
      "wrong",
      "Its JSON object names no tensors in binary form. The server needs the binary tensor data extension",
      { cause },
    );
  }
}

function cutTensors(
  body: Uint8Array<ArrayBuffer>,
  headerBytes: number,
  described: readonly z.output<typeof tensor>[],
): readonly EncodedTensor[] {
  let at = headerBytes;
  const cut = described.map(({ name, shape, datatype, parameters }) => {
    const bytes = body.subarray(at, at + parameters.binary_data_size);
    at += parameters.binary_data_size;
    const description = { name, shape, datatype: datatype satisfies Datatype };
    if (bytes.length !== parameters.binary_data_size || !isTensorSize(description, bytes.length))
      throw new InferenceError(
        "wrong",
        `${name} has ${bytes.length} bytes, which is not ${datatype} [${shape.join()}]`,
      );
    return { ...description, bytes };
  });
  if (at !== body.length)
    throw new InferenceError("wrong", `${body.length - at} bytes belong to no tensor`);
  return cut;
}
