// Measures the API beside the least that a server in Node does. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDb } from "#server/db/open-db.ts";
import { findPrograms, startPostgres } from "#server/db/test-postgres.ts";
import { markdownOf, medianOf } from "../page/table.ts";
import { type Caller, type Measured, measure, repeat } from "./load.ts";
import { balance, hello, history, spend } from "./scenarios.ts";
import { type BenchUser, addHistory, addUsers } from "./seed.ts";
import { type Measurable, startServerProcess } from "./start.ts";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const connections = option("connections", 16);
const duration = option("seconds", 3) * 1000;
const rounds = option("rounds", 3);
const rows = option("rows", 100_000);
const deepRows = option("deep", 1_000_000);
const memoryRequests = option("memory", 100_000);
const only = process.argv.find((argument) => argument.startsWith("--engine="))?.slice(9);

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-api-"));
const running: { stop: () => void }[] = [];
const stopAll = (): void => {
  for (const { stop } of running.splice(0)) stop();
  fs.rmSync(work, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });

interface Sample extends Measured {
  /** Microseconds of the server's processor time for a request. */
  readonly cpu: number;
}
async function sample(server: Measurable, callers: readonly Caller[], time = duration) {
  const before = await server.used();
  const measured = await measure({ port: server.port, callers, duration: time, warmUp: 0 });
  const { cpu } = await server.used();
  return { ...measured, cpu: ((cpu - before.cpu) * 1000) / Math.max(1, measured.requests) };
}
const many = (make: (n: number) => Caller, count = connections): Caller[] =>
  Array.from({ length: count }, (_, n) => make(n));
const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value < 10 ? 2 : 1);

async function start(...what: Parameters<typeof startServerProcess>): Promise<Measurable> {
  const server = await startServerProcess(...what);
  running.push(server);
  return server;
}

/** Takes turns, and compares each with the first one of its round. */
async function compare(
  contestants: readonly (readonly [name: string, server: Measurable, callers: Caller[]])[],
): Promise<string[][]> {
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round <= rounds; round++)
    for (const [name, server, callers] of contestants) {
      // The first round is there to warm up.
      const taken = await sample(server, callers, round === 0 ? 1500 : duration);
      if (taken.refused > 0) throw new Error(`${name}: ${taken.refused} requests were refused`);
      if (round > 0) samples.set(name, [...(samples.get(name) ?? []), taken]);
    }
  const [floor] = [...samples.values()];
  return [...samples].map(([name, all]) => {
    const of = (read: (one: Sample) => number): string => number(medianOf(all.map(read)));
    const ratio = (read: (one: Sample) => number): string =>
      medianOf(all.map((one, at) => read(one) / read(floor![at]!))).toFixed(2);
    return [
      name,
      of(({ rate }) => rate),
      ratio(({ rate }) => rate),
      of(({ p50 }) => p50),
      ratio(({ p50 }) => p50),
      of(({ p99 }) => p99),
      ratio(({ p99 }) => p99),
      of(({ cpu }) => cpu),
      ratio(({ cpu }) => cpu),
    ];
  });
}

/** Memory after each tenth of many requests. @returns bytes a request, by least squares of the second half */
async function slopes(server: Measurable, callers: Caller[]): Promise<string[]> {
  const points: { at: number; heap: number; rss: number }[] = [];
  const part = memoryRequests / 10;
  for (let n = 1; n <= 10; n++) {
    await repeat(server.port, callers, part);
    await pause(100);
    const { heap, rss } = await server.used();
    points.push({ at: n * part, heap, rss });
  }
  const half = points.slice(5);
  const slope = (read: (point: (typeof points)[number]) => number): string => {
    const x = half.reduce((sum, { at }) => sum + at, 0) / half.length;
    const y = half.reduce((sum, point) => sum + read(point), 0) / half.length;
    const over = half.reduce((sum, point) => sum + (point.at - x) * (read(point) - y), 0);
    return number(over / half.reduce((sum, { at }) => sum + (at - x) ** 2, 0));
  };
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const last = points.at(-1)!;
  return [
    `${mb(points[0]!.heap)} → ${mb(points[4]!.heap)} → ${mb(last.heap)}`,
    slope(({ heap }) => heap),
    `${mb(points[0]!.rss)} → ${mb(points[4]!.rss)} → ${mb(last.rss)}`,
    slope(({ rss }) => rss),
  ];
}

async function benchEngine(engine: "sqlite" | "postgres", floors: readonly Measurable[]) {
  const programs = findPrograms();
  if (engine === "postgres" && !programs) return say("PostgreSQL: none on this machine");
  const postgres = engine === "postgres" ? startPostgres(programs!, true) : null;
  if (postgres) running.push(postgres);
  const file = path.join(work, engine, "toolkit.sqlite");
  const settings = { url: postgres?.url ?? null, file, connections: 10 };
  const root = path.join(work, engine);
  fs.mkdirSync(path.join(root, "content/tools"), { recursive: true });
  fs.writeFileSync(
    path.join(root, "content/tools/cleaner.md"),
    "---\nslug: cleaner\ncost: 1\n---\n",
  );
  const db = await openDb(settings, (error) => say(String(error)));
  say(`${engine}: filling the database`);
  const users = await addUsers(db, 200);
  const [short, deep] = (await addUsers(db, 2)) as [BenchUser, BenchUser];
  await addHistory(db, short.userId, rows);
  await addHistory(db, deep.userId, deepRows);
  const server = await start("api", root, settings);
  const userOf = (n: number): BenchUser => users[n % users.length]!;
  // The first reading of a long history notes its blocks.
  await repeat(server.port, [history(short, 1), history(deep, 1)], 4);
  say(`${engine}: load`);
  const [node, hono] = floors as [Measurable, Measurable];
  const table = await compare([
    ["bare node:http", node, many(hello)],
    ["bare Hono route", hono, many(hello)],
    ["balance, signed in", server, many((n) => balance(userOf(n)))],
    ["reserve, then settle", server, many((n) => spend(userOf(n)))],
    [`first page of ${rows.toLocaleString("en")} jobs`, server, many(() => history(short, 1))],
  ]);
  say(`${engine}: pages`);
  const middle = Math.round(deepRows / 40);
  const pages = await compare(
    [1, middle, deepRows / 20].map((page) => [
      `row ${((page - 1) * 20 + 1).toLocaleString("en")} of ${deepRows.toLocaleString("en")}`,
      server,
      [history(deep, page)],
    ]),
  );
  say(`${engine}: memory`);
  const mixed = many((n) => (n % 2 ? balance(userOf(n)) : spend(userOf(n))));
  const memory = await slopes(server, mixed);
  await db.close();
  server.stop();
  const head = ["requests/s", "×", "p50 ms", "×", "p99 ms", "×", "CPU µs/request", "×"];
  process.stdout.write(`\n### ${engine === "sqlite" ? "SQLite" : "PostgreSQL"}\n\n`);
  process.stdout.write(`${markdownOf([[`${connections} connections`, ...head], ...table])}\n\n`);
  process.stdout.write(`${markdownOf([["one connection, 20 rows", ...head], ...pages])}\n\n`);
  const titles = ["heap MB", "heap bytes/request", "RSS MB", "RSS bytes/request"];
  const row = [`after 10, 50, 100 % of ${memoryRequests.toLocaleString("en")} requests`, ...memory];
  process.stdout.write(`${markdownOf([["memory", ...titles], row])}\n`);
}

try {
  const floors = [await start("node", work), await start("hono", work)];
  for (const engine of ["sqlite", "postgres"] as const)
    if (only === undefined || only === engine) await benchEngine(engine, floors);
} finally {
  stopAll();
}
process.exit();
