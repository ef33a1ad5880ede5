import { createAsking } from "#audio/speech/asking.ts";

/** Asks a worker, which is started by the first question. */
export function askWorker<Question extends object, Value>(start: () => Worker) {
  let worker: Worker | null = null;
  const asking = createAsking<Question, Value>((message) => {
    if (!worker) {
      worker = start();
      worker.addEventListener("message", ({ data }) => asking.hear(data));
      worker.addEventListener("error", ({ message: said }) => {
        worker?.terminate();
        worker = null;
        asking.fail(new Error(said || "The voice could not be loaded"));
      });
    }
    worker.postMessage(message);
  });
  return {
    ask: asking.ask,
    close(): void {
      worker?.terminate();
      asking.fail(new DOMException("The voice was closed", "AbortError"));
    },
  };
}
