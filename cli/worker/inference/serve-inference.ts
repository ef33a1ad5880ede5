import { once } from "node:events";
import type { Duplex } from "node:stream";
import {
  type DynamicSizes,
  findTensorProblem,
  signedTensors,
} from "#audio/nets/inference/check-tensors.ts";
import {
  type EncodedTensor,
  type InferMessage,
  joinInferRequest,
  readInferRequest,
} from "#audio/nets/inference/infer-message.ts";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { readOutputs } from "#audio/nets/inference/inference-session.ts";
import { areFinite, decodeTensor } from "#audio/nets/inference/tensor-data.ts";
import type { InferenceGraph } from "#core/models/inference-graphs.ts";
import { type Log, describeError } from "#server/deps/log.ts";
import type { EndpointPool } from "../../inference/endpoint-pool.ts";
import {
  type TensorFrame,
  DONE,
  OVERFLOW,
  UNAVAILABLE,
  readFrames,
  writeFrame,
} from "./tensor-pipe.ts";

export interface Serving {
  /** Id of the job's model. */
  readonly id: string;
  readonly graphs: readonly InferenceGraph[];
  readonly pool: EndpointPool;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Runs graphs for the process of a job until its pipe ends, one request after the other. The process
 * has read a file of a stranger, so only tensors of its own model's signature leave this machine.
 */
export async function serveInference(
  pipe: Duplex,
  { id, graphs, pool, signal, log }: Serving,
): Promise<void> {
  // The process of the job may end at any time.
  pipe.on("error", () => {});
  const run = async ({ tag: index, ...message }: TensorFrame): Promise<TensorFrame> => {
    const graph = graphs[index];
    if (!graph) throw new InferenceError("wrong", `The request of a job: no graph ${index}`);
    const { name, signature } = graph;
    const { inputs, requested, sizes } = checkRequest(message, signature);
    try {
      requireFinite(inputs);
      const check = (answer: InferMessage): void =>
        void readOutputs(answer, signature, { requested, sizes });
      // Written again, so that nothing is sent that was not read.
      const checked = joinInferRequest(inputs, requested);
      const answer = await pool.infer({ id, graph: name, message: checked, signal, check });
      return { tag: DONE, ...answer };
    } catch (error) {
      if (!(error instanceof InferenceError)) throw error;
      log("warn", "job_inference_failed", { model: id, graph: name, ...describeError(error) });
      const tag = error.fault === "overflow" ? OVERFLOW : UNAVAILABLE;
      return { tag, headerBytes: 0, body: new Uint8Array(0) };
    }
  };
  try {
    for await (const frame of readFrames(pipe))
      // A process that reads no answers gets no further ones.
      if (!writeFrame(pipe, await run(frame))) await once(pipe, "drain", { signal });
  } catch (error) {
    if (!signal.aborted)
      log("error", "job_inference_failed", { model: id, ...describeError(error) });
    pipe.destroy();
  }
}

/** @throws {InferenceError} wrong: it is no request of the graph, which only a hostile process sends */
function checkRequest(
  { body, headerBytes }: InferMessage,
  { inputs: signedInputs, outputs: signedOutputs }: InferenceGraph["signature"],
): {
  readonly inputs: readonly EncodedTensor[];
  readonly requested: readonly string[];
  readonly sizes: DynamicSizes;
} {
  const { inputs, outputs } = readInferRequest(body, headerBytes);
  const signed = signedTensors(signedOutputs);
  const sizes: DynamicSizes = new Map();
  const unknown = outputs.find((name, at) => !signed.has(name) || outputs.indexOf(name) !== at);
  const problem = findTensorProblem(inputs, signedInputs, { sizes }) ?? unknown;
  if (problem !== undefined) throw new InferenceError("wrong", `The request of a job: ${problem}`);
  return { inputs, requested: outputs, sizes };
}

/** @throws {InferenceError} overflow */
function requireFinite(inputs: readonly EncodedTensor[]): void {
  for (const { bytes, ...description } of inputs) {
    const data = decodeTensor(bytes, description);
    if (data instanceof Float32Array && !areFinite(data))
      throw new InferenceError(
        "overflow",
        `The input ${description.name} has numbers that are not finite`,
      );
  }
}
