import { Worker } from "node:worker_threads";
import { createRpcClient } from "#core/rpc/rpc.ts";

/**
 * Client of a thread that keeps the process alive only while a call is pending.
 * @param workerData initial data of the thread
 */
export function createThreadClient<Call extends (request: never) => Promise<object>>(
  script: URL,
  workerData: unknown,
) {
  const thread = new Worker(script, { workerData });
  thread.unref();
  const client = createRpcClient<Call>((message) => {
    thread.ref();
    thread.postMessage(message);
  });
  thread.on("message", (message) => {
    client.receive(message);
    if (client.isIdle()) thread.unref();
  });
  thread.on("error", (error) => client.fail(error));
  return {
    call: client.call,
    close: (): void => {
      client.fail(new Error("The thread was closed"));
      void thread.terminate();
    },
  };
}
