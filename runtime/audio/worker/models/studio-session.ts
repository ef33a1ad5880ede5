import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import loader from "onnxruntime-web/ort-wasm-simd-threaded.mjs?url";
import program from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createNetSession } from "#audio/nets/studio/onnx-session.ts";

/**
 * Makes an ONNX graph ready, with ONNX Runtime on the processor.
 * @param threads that it works with, those of the first session of a worker; more than one needs an
 *   isolated document
 */
export async function openSession(
  bytes: ArrayBuffer | Uint8Array,
  threads: number,
): Promise<NetSession> {
  env.wasm.numThreads = threads;
  // Its own file, where threads are started: they load it again, and nothing of this site's with it.
  env.wasm.wasmPaths = threads > 1 ? { mjs: loader, wasm: program } : { wasm: program };
  const session = await InferenceSession.create(new Uint8Array(bytes), {
    executionProviders: ["wasm"],
  });
  return createNetSession(
    session,
    (type, data, dims) => new Tensor(type as "float32", data as Float32Array, dims),
  );
}
