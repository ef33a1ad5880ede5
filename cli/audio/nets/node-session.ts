import { env, InferenceSession, Tensor } from "onnxruntime-web";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createNetSession } from "#audio/nets/studio/onnx-session.ts";

/**
 * Creates a session of an ONNX graph in Node, with the same WebAssembly build of ONNX Runtime as
 * browsers.
 * @param threads number of threads, set by the first session of a process
 */
export async function openNodeSession(bytes: Uint8Array, threads: number): Promise<NetSession> {
  env.wasm.numThreads = threads;
  const session = await withoutGlobalWorker(() =>
    InferenceSession.create(bytes, { executionProviders: ["wasm"] }),
  );
  return createNetSession(
    session,
    (type, data, dims) => new Tensor(type as "float32", data as Float32Array, dims),
  );
}

/** `Worker` of Node's global scope before the runtime is loaded; Node has none of its own. */
const ownWorker = Object.getOwnPropertyDescriptor(globalThis, "Worker");

/**
 * When loaded, the runtime leaves a `Worker` in Node's global scope, which it needs only to start
 * its threads. Encoders that find it take Node for a browser and fail, so it is removed. Loads may
 * overlap: what one of them has left there is not taken for what was there before.
 */
export async function withoutGlobalWorker<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } finally {
    if (ownWorker) Object.defineProperty(globalThis, "Worker", ownWorker);
    else Reflect.deleteProperty(globalThis, "Worker");
  }
}
