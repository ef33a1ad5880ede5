import { Worker } from "node:worker_threads";
import { createAsking } from "#audio/speech/asking.ts";

/**
 * Asks a thread, which keeps the process only while it works.
 * @param workerData what it is started with
 */
export function askThread<Question extends object, Value>(script: URL, workerData: unknown) {
  const thread = new Worker(script, { workerData });
  thread.unref();
  const asking = createAsking<Question, Value>((message) => {
    thread.ref();
    thread.postMessage(message);
  });
  thread.on("message", (message) => {
    asking.hear(message);
    if (asking.isIdle()) thread.unref();
  });
  thread.on("error", (error) => asking.fail(error));
  return {
    ask: asking.ask,
    close: (): void => {
      asking.fail(new Error("The voice was closed"));
      void thread.terminate();
    },
  };
}
