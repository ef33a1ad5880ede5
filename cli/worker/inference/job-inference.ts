import { Socket } from "node:net";
import { createInferenceSession } from "#audio/nets/inference/inference-session.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { JobFault } from "#core/jobs/job-faults.ts";
import type { InferenceGraph } from "#core/models/inference-graphs.ts";
import type { OpenGraph } from "../../audio/nets/open-effect-net.ts";
import { DONE, OVERFLOW, TENSOR_PIPE, readFrames, writeFrame } from "./tensor-pipe.ts";

export interface JobInference {
  readonly openGraph: OpenGraph;
  readonly close: () => void;
}

/** Opens the graphs of a job's model, which the worker runs for the process of the job. */
export function openJobInference(graphs: readonly InferenceGraph[]): JobInference {
  const pipe = new Socket({ fd: TENSOR_PIPE, readable: true, writable: true });
  const answers = readFrames(pipe);
  return {
    async openGraph(role) {
      const tag = graphs.findIndex((graph) => graph.role === role);
      return createInferenceSession(graphs[tag]!.signature, async (request) => {
        writeFrame(pipe, { tag, ...request });
        const { value: answer } = await answers.next();
        if (answer?.tag === DONE) return answer;
        const fault = answer?.tag === OVERFLOW ? "inference_overflow" : "inference_unavailable";
        throw new MediaFault(fault satisfies JobFault);
      });
    },
    close: () => pipe.destroy(),
  };
}
