import type { GraphSignature } from "#core/models/models.ts";
import type { NetSession, NetTensor } from "../net-session.ts";
import { type DynamicSizes, findTensorProblem, signedTensors } from "./check-tensors.ts";
import { type InferMessage, readInferResponse, writeInferRequest } from "./infer-message.ts";
import { InferenceError } from "./inference-error.ts";
import { areFinite, datatypeOf, decodeTensor } from "./tensor-data.ts";

/** Sends a request for a graph, and returns the answer. @throws {InferenceError} */
export type SendInfer = (request: InferMessage) => Promise<InferMessage>;

/**
 * A network on a server that speaks the Open Inference Protocol.
 * @param signature of the graph, with which requests and answers are compared
 */
export const createInferenceSession = (signature: GraphSignature, send: SendInfer): NetSession => ({
  async run(inputs, outputNames = [...signedTensors(signature.outputs).keys()]) {
    const given = Object.entries(inputs).map(([name, { data, dims }]) => ({
      name,
      datatype: datatypeOf(data),
      shape: dims,
    }));
    const sizes: DynamicSizes = new Map();
    const problem = findTensorProblem(given, signature.inputs, { sizes });
    if (problem !== null) throw new TypeError(`The input ${problem}`);
    const { body, headerBytes } = await send(writeInferRequest(inputs, outputNames));
    return readOutputs({ body, headerBytes }, signature, { requested: outputNames, sizes });
  },
  close: async () => {},
});

/**
 * Reads an answer of the tensors `requested`, which have to be floats.
 * @param sizes of the dynamic dimensions of the request
 * @throws {InferenceError} wrong: other tensors or other shapes; overflow
 */
export function readOutputs(
  { body, headerBytes }: InferMessage,
  signature: GraphSignature,
  { requested, sizes }: { readonly requested: readonly string[]; readonly sizes: DynamicSizes },
): Readonly<Record<string, NetTensor>> {
  const tensors = readInferResponse(body, headerBytes);
  const problem = findTensorProblem(tensors, signature.outputs, {
    requested,
    // Servers are asked in turn: what one answers does not bind the next one.
    sizes: new Map(sizes),
  });
  if (problem !== null) throw new InferenceError("wrong", `The output ${problem}`);
  const outputs: Record<string, NetTensor> = {};
  for (const { bytes, ...description } of tensors) {
    const data = decodeTensor(bytes, description);
    const { name, shape } = description;
    if (!(data instanceof Float32Array))
      throw new InferenceError("wrong", `The output ${name} has no floats`);
    if (!areFinite(data))
      throw new InferenceError("overflow", `The output ${name} has numbers that are not finite`);
    outputs[name] = { data, dims: shape };
  }
  return outputs;
}
