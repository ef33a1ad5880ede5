// SPDX-License-Identifier: GPL-3.0-or-later
// eSpeak NG in a worker of a browser. What it loads lies beside it.
import { createAnswers } from "./speak.js";

const fetched = async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};
let ranges = null;
const answer = createAnswers({
  load: async (name) => new Uint8Array(await (await fetched(`${name}.data`)).arrayBuffer()),
  createModule: async () => (await import("./espeak-ng.js")).default,
  ranges: async () => (ranges ??= await (await fetched("ranges.json")).json()),
});

addEventListener("message", async ({ data }) => {
  const said = await answer(data);
  postMessage(said, said.samples ? [said.samples.buffer] : []);
});
