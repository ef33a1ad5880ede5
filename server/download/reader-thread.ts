// Runs parsers of untrusted text sequentially until the thread is terminated.
import { parentPort } from "node:worker_threads";
import { ApiFailure } from "../http/api-failure.ts";
import { FOREIGN_READERS } from "./foreign-readers.ts";
import type { ReaderRequest, ReaderResponse } from "./pool/reader-pool.ts";

/** CPU time of the thread in milliseconds; 0 if Node cannot measure it. */
function cpuTime(): number {
  const { user, system } = (
    process.threadCpuUsage as typeof process.threadCpuUsage | undefined
  )?.() ?? {
    user: 0,
    system: 0,
  };
  return (user + system) / 1000;
}

function handleRequest({ name, bytes, args }: ReaderRequest): ReaderResponse {
  const read = (FOREIGN_READERS as Record<string, (bytes: Uint8Array, args: unknown) => unknown>)[
    name
  ]!;
  try {
    return { kind: "value", value: read(bytes, args), cpu: cpuTime() };
  } catch (error) {
    if (error instanceof ApiFailure) return { kind: "failure", key: error.key, cpu: cpuTime() };
    // The recursion is too deep, or a string is too long.
    if (error instanceof RangeError) return { kind: "limit", cpu: cpuTime() };
    throw error;
  }
}

parentPort!.on("message", (request: ReaderRequest) =>
  parentPort!.postMessage(handleRequest(request)),
);
parentPort!.postMessage({ kind: "ready", cpu: cpuTime() } satisfies ReaderResponse);
