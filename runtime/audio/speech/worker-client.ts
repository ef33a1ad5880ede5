import { createRpcClient } from "#core/rpc/rpc.ts";

/** Client of a worker that is started by the first call. */
export function createWorkerClient<Call extends (request: never) => Promise<object>>(
  start: () => Worker,
) {
  let worker: Worker | null = null;
  const client = createRpcClient<Call>((message) => {
    if (!worker) {
      worker = start();
      worker.addEventListener("message", ({ data }) => client.receive(data));
      worker.addEventListener("error", ({ message: reason }) => {
        worker?.terminate();
        worker = null;
        client.fail(new Error(reason || "The voice could not be loaded"));
      });
    }
    worker.postMessage(message);
  });
  return {
    call: client.call,
    close(): void {
      worker?.terminate();
      client.fail(new DOMException("The voice was closed", "AbortError"));
    },
  };
}
