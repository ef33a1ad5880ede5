import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { startPreview } from "./serve.ts";
import { get, makeFolder } from "./test-site.ts";

// In a separate thread, so that folders also change during the server's calls.
const PUBLISHER = `
const { cpSync, renameSync, rmSync, symlinkSync } = require("node:fs");
const { parentPort, workerData: base } = require("node:worker_threads");
function publish(build) {
  cpSync(base + "/template", base + "/build-" + build, { recursive: true });
  symlinkSync("build-" + build, base + "/next");
  renameSync(base + "/next", base + "/dist");
  rmSync(base + "/build-" + (build - 1), { recursive: true, force: true });
}
publish(0);
parentPort.postMessage("ready");
parentPort.once("message", async () => {
  for (let build = 1; build <= 200; build++) {
    publish(build);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
});
`;

it("CLI-3 no read fails while 200 builds are swapped in and the old ones removed", async () => {
  const { root: base, remove } = makeFolder({
    "template/index.html": `<p>${"home ".repeat(500)}</p>`,
    "template/tool/index.html": "tool",
    "template/404.html": "missing",
    "template/_headers": "/*\n  X-Build: yes\n",
    "template/big.bin": new Uint8Array(2_000_000).fill(7),
  });
  const publisher = new Worker(PUBLISHER, { eval: true, workerData: base });
  await once(publisher, "message");
  const errors: unknown[] = [];
  const preview = await startPreview({
    root: join(base, "dist"),
    port: 0,
    trailingSlash: false,
    onError: (error) => errors.push(error),
  });
  let running = true;
  let reads = 0;
  const failures: string[] = [];
  const read = async (path: string, size: number): Promise<void> => {
    while (running) {
      const reply = await get(preview.port, path);
      reads++;
      const isWhole = reply.status === 200 && reply.body.length === size;
      if (!isWhole || reply.headers["x-build"] !== "yes")
        failures.push(`${path} ${reply.status} ${reply.body.length}`);
    }
  };
  const readers = [
    read("/", 2507),
    read("/", 2507),
    read("/tool", 4),
    read("/tool", 4),
    read("/big.bin", 2_000_000),
  ];
  publisher.postMessage("go");
  await once(publisher, "exit");
  running = false;
  await Promise.all(readers);
  await preview.close();
  expect(failures).toEqual([]);
  expect(errors).toEqual([]);
  expect(reads).toBeGreaterThan(50);
  expect(readdirSync(base).sort()).toEqual(["build-200", "dist", "template"]);
  remove();
}, 30_000);
