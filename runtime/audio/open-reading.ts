import { errorOf } from "./worker-error.ts";
import type { ReadTask, ToWorker } from "./worker/protocol.ts";
import type { Reading, WorkerLike } from "./engine-types.ts";

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Lets a worker hold files open until the reading is closed. */
export function openReading(worker: WorkerLike, task: ReadTask): Promise<Reading> {
  const waiting = new Map<number, (value: never) => void>();
  const failing = new Map<number, (error: Error) => void>();
  let last = 0;
  const ask = <T>(question: DistributiveOmit<Extract<ToWorker, { turn: number }>, "turn">) =>
    new Promise<T>((answer, fail) => {
      const turn = ++last;
      waiting.set(turn, answer);
      failing.set(turn, fail);
      worker.postMessage({ ...question, turn });
    });
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      worker.terminate();
      reject(error);
      for (const fail of failing.values()) fail(error);
      failing.clear();
      waiting.clear();
    };
    worker.onerror = ({ message }) => end(new Error(message ?? "The audio worker failed"));
    worker.onmessage = ({ data }) => {
      if (data.kind === "answer") {
        waiting.get(data.turn)?.(data.value as never);
        waiting.delete(data.turn);
        failing.delete(data.turn);
        return;
      }
      if (data.kind === "opened")
        return resolve({
          files: data.files,
          read: (request) => ask({ call: "samples", ...request }),
          stems: (request) => ask({ call: "stems", ...request }),
          spectra: (request) => ask({ call: "spectra", ...request }),
          change: (file, mix) => worker.postMessage({ call: "change", file, mix }),
          close: () => end(new DOMException("The reading was closed", "AbortError")),
        });
      const error = errorOf(data);
      if (error) end(error);
    };
    worker.postMessage(task);
  });
}
