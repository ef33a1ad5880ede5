// Measures what hostile bodies cost the API, and how long others wait meanwhile. See README.md.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RAW_ROUTES, ROUTES } from "#server/app.ts";
import { openDb } from "#server/db/open-db.ts";
import { type HostileBody, hostileBodies } from "#server/testing/hostile-bodies.ts";
import type { JsonSchema } from "#server/http/structure.ts";
import { markdownOf } from "../page/table.ts";
import { type Caller, measure, repeat } from "./load.ts";
import { addUsers } from "./seed.ts";
import { startServerProcess } from "./start.ts";

const SIZE = 100_000;
/** Bytes that a route takes of anything but sound. */
const LARGEST = 1024 * 1024;
/** Times that a body is sent to be measured. */
const TIMES = 5;
const TOGETHER = 3;
const PARTS: Readonly<Record<string, string>> = { logstore: "events", provider: "sandbox" };

const work = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-bodies-"));
fs.mkdirSync(path.join(work, "content/tools"), { recursive: true });
const settings = { url: null, file: path.join(work, "toolkit.sqlite"), connections: 1 };
const db = await openDb(settings, (error) => process.stderr.write(`${String(error)}\n`));
const server = await startServerProcess("api", work, settings);

interface Described {
  readonly post?: {
    readonly requestBody?: { readonly content: Record<string, { readonly schema?: JsonSchema }> };
  };
}
const answer = await fetch(`http://127.0.0.1:${server.port}/audio/api/openapi.json`);
const { paths } = (await answer.json()) as { paths: Record<string, Described> };

let keys = 0;
function callerOf(at: string, type: string, { text }: HostileBody): Caller {
  const body = Buffer.from(text);
  const target = at.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARTS[name] ?? "x");
  const head = `POST ${target} HTTP/1.1\r\nHost: api.example\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`;
  return {
    next: () =>
      Buffer.concat([
        Buffer.from(`${head}Authorization: ${token}\r\nIdempotency-Key: bench-${++keys}\r\n\r\n`),
        body,
      ]),
  };
}
let token = "";
const signIn = async (): Promise<void> =>
  void ([{ token } = { token: "" }] = await addUsers(db, 1));

/** Milliseconds of the server's processor time for each of some requests. */
async function costOf(caller: Caller): Promise<number> {
  // Telling it costs something, too: a collection.
  const idle = await server.used();
  const before = await server.used();
  await repeat(server.port, [caller], TIMES);
  const { cpu } = await server.used();
  return Math.max(0, cpu - before.cpu - (before.cpu - idle.cpu)) / TIMES;
}

/** The least of three where the first was much: other programs on the machine only add to it. */
async function minimumOf(take: () => Promise<number>, much: number): Promise<number> {
  let min = await take();
  for (let n = 0; n < 2 && min > much; n++) min = Math.min(min, await take());
  return min;
}

const PROBE = Buffer.from("GET /healthz HTTP/1.1\r\nHost: api.example\r\n\r\n");
/** Duration in ms of the slowest probe request during other work. */
async function slowestProbe(meanwhile: () => Promise<unknown>): Promise<number> {
  let slowest = 0;
  let goesOn = true;
  const probing = (async () => {
    while (goesOn) {
      const began = performance.now();
      await repeat(server.port, [{ next: () => PROBE }], 1);
      slowest = Math.max(slowest, performance.now() - began);
    }
  })();
  await meanwhile();
  goesOn = false;
  await probing;
  return slowest;
}

const rows: { at: string; cpu: number; wait: number; dearest: string; longest: string }[] = [];
let count = 0;
try {
  await measure({ port: server.port, callers: [{ next: () => PROBE }], duration: 1000, warmUp: 0 });
  const idle = await slowestProbe(() => pause(2000));
  for (const { call, limit } of [...ROUTES, ...RAW_ROUTES]) {
    if (call.method !== "POST") continue;
    const at = call.path;
    process.stderr.write(`${at}\n`);
    const content = Object.entries(paths[at]?.post?.requestBody?.content ?? {});
    const [type, { schema = {} }] = content[0] ?? ["application/json", {}];
    const row = { at, cpu: 0, wait: 0, dearest: "", longest: "" };
    for (const body of hostileBodies(schema, Math.min(limit!, SIZE))) {
      await signIn();
      const caller = callerOf(at, type, body);
      if (count === 0) await repeat(server.port, [caller], 20);
      const cpu = await minimumOf(() => costOf(caller), 10);
      if (cpu > row.cpu) Object.assign(row, { cpu, dearest: body.name });
      count++;
    }
    for (const body of hostileBodies(schema, Math.min(limit!, LARGEST))) {
      await signIn();
      const callers = Array.from({ length: TOGETHER }, () => callerOf(at, type, body));
      const send = (): Promise<void> => repeat(server.port, callers, TOGETHER);
      const wait = await minimumOf(() => slowestProbe(send), 50);
      if (wait > row.wait) Object.assign(row, { wait, longest: body.name });
    }
    rows.push(row);
  }
  const table = rows
    .toSorted((a, b) => b.cpu - a.cpu)
    .map(({ at, cpu, wait, dearest, longest }) => [
      `\`${at}\``,
      cpu.toFixed(1),
      dearest,
      wait.toFixed(0),
      longest,
    ]);
  const head = ["route", "CPU ms, up to 100 kB", "body", "/healthz ms at the limit", "body"];
  process.stdout.write(`${count} bodies; /healthz by itself ${idle.toFixed(0)} ms at most\n\n`);
  process.stdout.write(`${markdownOf([head, ...table])}\n`);
} finally {
  server.stop();
  await db.close();
  fs.rmSync(work, { recursive: true, force: true });
}
process.exit();
