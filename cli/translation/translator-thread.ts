// A thread in which the program translates. It is made for a worker of a browser, and finds here what it
// needs of one.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { parentPort, workerData } from "node:worker_threads";

const { folder } = workerData as { readonly folder: string };
const run = (name: string): void => {
  const file = path.join(folder, name);
  vm.runInThisContext(fs.readFileSync(file, "utf8"), { filename: file });
};

Object.assign(globalThis, {
  self: globalThis,
  location: new URL(`file://${folder}/translator-worker.js`),
  addEventListener: (_: string, listener: (event: { readonly data: unknown }) => void) =>
    parentPort!.on("message", (data) => listener({ data })),
  postMessage: (message: unknown) => parentPort!.postMessage(message),
  importScripts: (...names: readonly string[]) => names.forEach(run),
  fetch: async (url: URL) =>
    new Response(fs.readFileSync(path.join(folder, path.basename(url.pathname))), {
      headers: { "Content-Type": "application/wasm" },
    }),
});
run("translator-worker.js");
