// Thread in which a network runs. It cannot receive messages during a run, which takes seconds, so
// callers cancel by terminating it.
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { NetInput, NetTensor } from "#audio/nets/net-session.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import { openNodeSession } from "./node-session.ts";

export interface NetThreadData {
  /** Path of the graph. */
  readonly file: string;
  readonly threads: number;
}

export interface NetRequest {
  readonly inputs: Readonly<Record<string, NetInput>>;
  readonly outputNames?: readonly string[] | undefined;
}

const { file, threads } = workerData as NetThreadData;
const opened = readFile(file).then((bytes) => openNodeSession(bytes, threads));
// A request reports the failure.
opened.catch(() => {});

const serve = createRpcServer(
  async ({ inputs, outputNames }: NetRequest) => ({
    outputs: await (await opened).run(inputs, outputNames),
  }),
  {
    post: (message, transfer: ArrayBuffer[]) => parentPort!.postMessage(message, transfer),
    transferOf: ({ outputs }: { readonly outputs: Readonly<Record<string, NetTensor>> }) =>
      Object.values(outputs).map(({ data }) => data.buffer as ArrayBuffer),
    toMessage: (error) => String((error as Error).message ?? error),
  },
);
parentPort!.on("message", serve);
