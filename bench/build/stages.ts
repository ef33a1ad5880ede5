// Where the CPU time of a cold build goes, by stage. See README.md beside this file.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Frame, IDLE, stageOf } from "./stage-rules.ts";
import { processTree } from "./measure.ts";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const [root = ".", rounds = "3"] = process.argv.slice(2);
const toolkit = path.join(import.meta.dirname, "../../bin/toolkit.mjs");
const TICK_MS = 10;

/** CPU time by thread, as `<process> <thread>`, and the name of each thread. */
type Threads = Map<string, { readonly name: string; readonly ms: number }>;

function sampleThreads(top: number, threads: Threads): void {
  for (const pid of processTree(top))
    try {
      for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
        const stat = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
        const end = stat.lastIndexOf(")");
        const [user, system] = stat
          .slice(end + 2)
          .split(" ")
          .slice(11, 13);
        const ms = (Number(user) + Number(system)) * TICK_MS;
        threads.set(`${pid} ${thread}`, { name: stat.slice(stat.indexOf("(") + 1, end), ms });
      }
    } catch {
      // The process or the thread has ended meanwhile.
    }
}

/** Share of each stage in the time that a thread was not idle. */
function stagesOf(profile: Profile): Map<string, number> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes)
    for (const child of children) parents.set(child, id);
  const stackOf = (id: number): Frame[] => {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      stack.push(nodes.get(at)!.callFrame);
    return stack;
  };
  const stages = new Map(profile.nodes.map(({ id }) => [id, stageOf(stackOf(id))]));
  const times = new Map<string, number>();
  profile.samples.forEach((id, at) => {
    const stage = stages.get(id)!;
    if (stage !== IDLE) times.set(stage, (times.get(stage) ?? 0) + profile.timeDeltas[at]!);
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return new Map([...times].map(([stage, time]) => [stage, time / total]));
}

/** Names of native threads, and what they do. */
const NATIVE: readonly [RegExp, string][] = [
  [/^V8Worker/, "compiler and collector threads"],
  [/rolldown|tokio|oxc/, "bundler's own threads"],
  [/^libuv/, "file threads"],
];

async function build(): Promise<Map<string, number>> {
  for (const name of ["dist", ".toolkit"])
    fs.rmSync(path.join(root, name), { recursive: true, force: true });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-stages-"));
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=8", toolkit, "build", "--no-sync", "--root", root],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    },
  );
  const threads: Threads = new Map();
  const timer = setInterval(() => sampleThreads(child.pid!, threads), 20);
  const code = await new Promise<number | null>((done) => void child.on("close", done));
  clearInterval(timer);
  if (code !== 0) throw new Error(`the build ended with ${code}`);
  const found = new Map<string, number>();
  const profiled = new Set<string>();
  const add = (stage: string, ms: number): void =>
    void found.set(stage, (found.get(stage) ?? 0) + ms);
  for (const file of fs.readdirSync(folder)) {
    const [, , , pid, number] = file.split(".");
    const own = [...threads].filter(([id]) => id.startsWith(`${pid} `));
    // Threads of JavaScript are numbered in the order in which they start.
    const scripts = own.filter(
      ([id, { name }]) => id === `${pid} ${pid}` || name === "WorkerThread",
    );
    const [id, thread] = scripts[Number(number)] ?? [];
    if (id === undefined) continue;
    profiled.add(id);
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const isBundler = pid !== String(child.pid);
    for (const [stage, share] of stagesOf(JSON.parse(text) as Profile))
      add(isBundler ? `bundling: ${stage}` : stage, share * thread!.ms);
  }
  for (const [id, { name, ms }] of threads)
    // Besides the first thread of a process, threads of these names belong to the profiler.
    if (!profiled.has(id) && !/^(MainThread|v8:Prof)/.test(name))
      add(NATIVE.find(([pattern]) => pattern.test(name))?.[1] ?? "other threads", ms);
  fs.rmSync(folder, { recursive: true, force: true });
  return found;
}

const builds: Map<string, number>[] = [];
for (let round = 0; round < Number(rounds); round++) builds.push(await build());
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const rows = [...new Set(builds.flatMap((each) => [...each.keys()]))]
  .map((stage) => [stage, median(builds.map((each) => each.get(stage) ?? 0))] as const)
  .sort(([, a], [, b]) => b - a);
const total = rows.reduce((sum, [, ms]) => sum + ms, 0);
console.log(`| stage | CPU ms | share |\n|---|---|---|`);
for (const [stage, ms] of rows)
  if (ms / total >= 0.002)
    console.log(`| ${stage} | ${ms.toFixed(0)} | ${((100 * ms) / total).toFixed(1)} % |`);
console.log(`| all | ${total.toFixed(0)} | |`);
