import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import loader from "onnxruntime-web/ort-wasm-simd-threaded.mjs?url";
import program from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createNetSession } from "#audio/nets/studio/onnx-session.ts";

/**
 * Opens an ONNX graph with ONNX Runtime on the CPU.
 * @param threads number of threads, set by the first session of a worker; more than one requires a
 *   cross-origin isolated document
 */
export async function openSession(
  bytes: ArrayBuffer | Uint8Array,
  threads: number,
): Promise<NetSession> {
  env.wasm.numThreads = threads;
  // With threads, the loader is a separate file, because each thread loads it and should load
  // nothing else of this site.
  env.wasm.wasmPaths = threads > 1 ? { mjs: loader, wasm: program } : { wasm: program };
  const session = await InferenceSession.create(new Uint8Array(bytes), {
    executionProviders: ["wasm"],
  });
  return createNetSession(
    session,
    (type, data, dims) => new Tensor(type as "float32", data as Float32Array, dims),
  );
}
