import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import program from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { NetSession } from "../../../../audio/nets/net-session.ts";

/**
 * Makes an ONNX graph ready, with ONNX Runtime on the processor: for nets that take a frame at once the
 * way to the graphics card and back is longer than the work, and so is that between threads.
 */
export async function openSession(bytes: ArrayBuffer): Promise<NetSession> {
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: program };
  const session = await InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  return {
    async run(inputs) {
      const fed = Object.entries(inputs).map(
        ([name, { data, dims }]) => [name, new Tensor("float32", data, dims)] as const,
      );
      const told = Object.entries(await session.run(Object.fromEntries(fed)));
      return Object.fromEntries(
        told.map(([name, { data, dims }]) => [name, { data: data as Float32Array, dims }]),
      );
    },
    close: () => session.release(),
  };
}
