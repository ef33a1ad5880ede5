// Tells what a model takes whose weights cannot be had here, by graphs of its full size with other weights:
//
//     node tests/nets/measure-full-size.ts uvr-mdx-vocals 2
//     node tests/nets/measure-full-size.ts kokoro 1 --bytes
//
// Its second piece of work, with so many threads; with `--bytes` Kokoro's net in 8 bits. Other weights
// take as long.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { NetSession } from "#audio/nets/net-session.ts";
import { openNodeSession } from "#cli/audio/nets/node-session.ts";
import { loadRegistry } from "#cli/models/registry.ts";
import { workOf } from "./full-size/work.ts";

const given = process.argv.slice(2).filter((word) => word !== "--bytes");
const [id = "", threads = "1", folder] = given;
const home = path.resolve(import.meta.dirname, "../..");
const model = loadRegistry(home, home).find((one) => one.id === id);
const work = model?.form && workOf(model.form, process.argv.includes("--bytes"));
if (!work) throw new TypeError(`There is no graph of the size of ${id}`);
if (folder === undefined) {
  // What builds the graphs holds them several times: another process measures.
  const built = mkdtempSync(path.join(tmpdir(), "full-size-"));
  try {
    for (const [role, graph] of Object.entries(work.graphs()))
      writeFileSync(path.join(built, role), graph);
    const line = [import.meta.filename, id, threads, built];
    process.exitCode = spawnSync(process.execPath, line, { stdio: "inherit" }).status ?? 1;
  } finally {
    rmSync(built, { recursive: true });
  }
} else {
  const sessions: Record<string, NetSession> = {};
  let bytes = 0;
  for (const role of readdirSync(folder)) {
    const graph = readFileSync(path.join(folder, role));
    bytes += graph.length;
    sessions[role] = await openNodeSession(graph, Number(threads));
  }
  await work.run(sessions);
  const [start, used] = [performance.now(), process.cpuUsage()];
  const seconds = await work.run(sessions);
  const { user, system } = process.cpuUsage(used);
  const facts = {
    id,
    threads: Number(threads),
    megabytes: Math.round(bytes / 1e6),
    seconds,
    wallSeconds: (performance.now() - start) / 1000,
    processorSeconds: (user + system) / 1e6,
    memoryMegabytes: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
  };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  // Its threads would keep the process.
  await setTimeout(100);
  process.exit(0);
}
