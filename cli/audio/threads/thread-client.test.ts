import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** A thread that takes as long for a request as the request says. */
const THREAD = `
import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ ms, turn }) =>
  setTimeout(() => parentPort.postMessage({ ms, turn }), ms));
`;
const PROGRAM = `
import { createThreadClient } from ${JSON.stringify(new URL("thread-client.ts", import.meta.url).href)};
const script = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(THREAD)}`)});
const { call } = createThreadClient(script, null);
for (const ms of [0, 100]) call({ ms }).then((response) => console.log(response.ms));
`;

it("CLI-2 a command runs as long as a thread has a request of it, and ends without closing the thread", () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
    timeout: 60_000,
  });
  expect({ stdout, signal }, stderr).toEqual({ stdout: "0\n100\n", signal: null });
});
