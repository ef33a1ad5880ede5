import { createRpcClient } from "#core/rpc/rpc.ts";
import { errorOf } from "./worker-error.ts";
import type { ReadingCall } from "./worker/reading.ts";
import type { AudioTasks, WorkerOutput } from "./worker/tasks/audio-tasks.ts";
import type { Reading, WorkerLike } from "./engine-types.ts";

/** Makes a worker hold files open until the reading is closed. */
export function openReading(
  worker: WorkerLike,
  request: AudioTasks["read"]["request"],
): Promise<Reading> {
  const { call, receive, fail } = createRpcClient<ReadingCall>((message) =>
    worker.postMessage(message),
  );
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      worker.terminate();
      reject(error);
      fail(error);
    };
    worker.onerror = ({ message }) => end(new Error(message ?? "The audio worker failed"));
    worker.onmessage = ({
      data,
    }: {
      readonly data: WorkerOutput<"read"> | { readonly turn: number };
    }) => {
      if ("turn" in data) return receive(data);
      if (data.kind === "fault" || data.kind === "broken" || data.kind === "undecodable")
        return end(errorOf(data));
      if (data.kind !== "done") return;
      resolve({
        files: data.value,
        read: async (samples) => (await call({ call: "samples", ...samples })).value,
        stems: async (stems) => (await call({ call: "stems", ...stems })).value,
        spectra: async (spectra) => (await call({ call: "spectra", ...spectra })).value,
        change: (file, mix) => void call({ call: "change", file, mix }).catch(() => {}),
        close: () => end(new DOMException("The reading was closed", "AbortError")),
      });
    };
    worker.postMessage({ call: "read", ...request });
  });
}
