// SPDX-License-Identifier: GPL-3.0-or-later
// eSpeak NG in a thread of Node, over the package as it is installed.
import { parentPort, workerData } from "node:worker_threads";
import { createAnswers } from "./speak.js";

const { module, ranges, groups } = workerData;
const answer = createAnswers({
  load: async (name) => groups[name],
  createModule: async () => (await import(module)).default,
  ranges: async () => ranges,
});

parentPort.on("message", async (request) => {
  const said = await answer(request);
  parentPort.postMessage(said, said.samples ? [said.samples.buffer] : []);
});
