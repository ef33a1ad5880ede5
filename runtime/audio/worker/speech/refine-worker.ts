import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import type { RefineRequest } from "./refine-call.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

const serve = createRpcServer(
  ({ samples, sampleRate, refining }: RefineRequest) => ({
    samples: refineSpeech(samples, sampleRate, refining),
  }),
  {
    post: (message, transfer: ArrayBuffer[]) => scope.postMessage(message, transfer),
    transferOf: ({ samples }) => [samples.buffer],
  },
);
scope.addEventListener("message", ({ data }) => serve(data));
