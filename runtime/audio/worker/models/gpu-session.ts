import { env, InferenceSession, Tensor } from "onnxruntime-web/webgpu";
import program from "onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?packed";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createNetSession } from "#audio/nets/studio/onnx-session.ts";
import { fetchUnpacked } from "./unpack-file.ts";

/** Opens an ONNX graph with ONNX Runtime on the GPU. */
export async function openGpuSession(bytes: ArrayBuffer): Promise<NetSession> {
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary ??= await fetchUnpacked(program);
  const session = await InferenceSession.create(bytes, { executionProviders: ["webgpu"] });
  return createNetSession(
    session,
    (type, data, dims) => new Tensor(type as "float32", data as Float32Array, dims),
  );
}
