import { readChinese } from "#audio/speech/chinese-readings.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const serve = createRpcServer(
  async ({ text }: { readonly text: string }) => ({ readings: readChinese(text) }),
  { post: (message) => scope.postMessage(message) },
);
scope.addEventListener("message", ({ data }) => serve(data));
