import { signedTensors } from "#audio/nets/inference/check-tensors.ts";
import type { GraphSignature } from "#core/models/models.ts";
import type { GraphTensor, ServedModel } from "./fake-inference.ts";

const DATATYPE = { float32: "FP32", float16: "FP16", int64: "INT64", int32: "INT32", bool: "BOOL" };

const describe = (tensors: GraphSignature["inputs"]): GraphTensor[] =>
  [...signedTensors(tensors)].map(([name, { type, shape }]) => ({
    name,
    datatype: DATATYPE[type],
    shape: shape.map((size) => (typeof size === "string" ? -1 : size)),
  }));

/** A model whose metadata is the signature of a graph. */
export const servedModel = (
  graph: Uint8Array,
  { inputs, outputs }: GraphSignature,
): ServedModel => ({ graph, inputs: describe(inputs), outputs: describe(outputs) });
