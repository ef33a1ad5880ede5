import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

/** `request_input` of the published schema; `binary_data_size` stands for `data`. */
const input = z.strictObject({
  name: z.string(),
  shape: z.array(z.int().min(0)),
  datatype: z.enum(["FP32", "INT64", "INT32", "BOOL", "BYTES"]),
  parameters: z.strictObject({ binary_data_size: z.int().min(0) }),
});
/** `inference_request` of the published schema. */
const inferenceRequest = z.strictObject({
  id: z.string().optional(),
  parameters: z.strictObject({ binary_data_output: z.boolean() }).optional(),
  inputs: z.array(input),
  outputs: z
    .array(
      z.strictObject({
        name: z.string(),
        parameters: z.strictObject({ binary_data: z.literal(true) }),
      }),
    )
    .optional(),
});

export interface InferRequest {
  readonly inputs: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly datatype: string;
    readonly data: Float32Array | BigInt64Array | Int32Array | Uint8Array;
  }[];
  readonly outputs: readonly string[] | null;
}

const ARRAYS = {
  FP32: Float32Array,
  INT64: BigInt64Array,
  INT32: Int32Array,
  BOOL: Uint8Array,
  BYTES: Uint8Array,
} as const;
const BYTES = { FP32: 4, INT64: 8, INT32: 4, BOOL: 1 } as const;

/** @returns a text: what the published description does not allow */
export function readRequest(body: Buffer, headers: IncomingHttpHeaders): InferRequest | string {
  const length = Number(headers["inference-header-content-length"]);
  if (!(length > 0 && length <= body.length)) return "Inference-Header-Content-Length is wrong";
  if (Number(headers["content-length"]) !== body.length) return "Content-Length is wrong";
  if (headers["content-type"] !== "application/octet-stream") return "Content-Type is wrong";
  const parsed = inferenceRequest.safeParse(JSON.parse(body.subarray(0, length).toString()));
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { inputs, outputs } = parsed.data;
  let at = length;
  const read: InferRequest["inputs"][number][] = [];
  for (const { name, shape, datatype, parameters } of inputs) {
    const bytes = Uint8Array.from(body.subarray(at, (at += parameters.binary_data_size)));
    const count = shape.reduce((product, size) => product * size, 1);
    if (datatype !== "BYTES" && bytes.length !== count * BYTES[datatype])
      return `${name} has ${bytes.length} bytes`;
    read.push({ name, shape, datatype, data: new ARRAYS[datatype](bytes.buffer) });
  }
  if (at !== body.length) return "The body is longer than its tensors";
  return { inputs: read, outputs: outputs?.map(({ name }) => name) ?? null };
}
