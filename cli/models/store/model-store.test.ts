import { fork } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LockedModel } from "#core/models/lock.ts";
import { createFakeHub, type FakeHub, sha256Of } from "#tests/fake-hub/fake-hub.ts";
import { createFakeNpm, type FakeNpm } from "#tests/fake-hub/fake-npm.ts";
import { tgzOf } from "#tests/fake-hub/tgz.ts";
import { limitRate } from "./limit-rate.ts";
import { createModelStore, type ModelStoreOptions } from "./model-store.ts";
import { createStoreHandler } from "./store-handler.ts";

/** How long a process or a download may take to begin, in ms. */
const SOON = { interval: 5, timeout: 30_000 };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const NET = Buffer.from(Uint8Array.from({ length: 400_000 }, (_, at) => (at * at) % 251));
const TOKENS = Buffer.from('{"a":1}');
const PACKED = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => (at * at) % 241));
const SECOND = Buffer.from(Uint8Array.from({ length: 30_000 }, (_, at) => (at * 7) % 253));

let root = "";
let hub: FakeHub;
let npm: FakeNpm;
let server: Server | undefined;
let controller: AbortController;

const locked = (name: string, from: string, bytes: Buffer) => ({
  role: name,
  path: name,
  from,
  bytes: bytes.length,
  sha256: sha256Of(bytes),
});
const models = (): LockedModel[] => [
  {
    source: { kind: "hub", repo: "owner/net", revision: "main", commit: COMMIT },
    files: [
      locked("net/a.onnx", "onnx/a.onnx", NET),
      locked("net/tokens.json", "tokens.json", TOKENS),
    ],
  },
  {
    source: {
      kind: "npm",
      package: "@o/packed",
      version: "1.2.3",
      integrity: npm.integrity["@o/packed@1.2.3"]!,
    },
    files: [locked("packed/a.onnx", "a.onnx", PACKED), locked("packed/b.onnx", "b.onnx", SECOND)],
  },
];
const stored = (): string[] =>
  existsSync(path.join(root, "store"))
    ? readdirSync(path.join(root, "store"), { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(path.join(root, "store", name)).isFile())
        .toSorted()
    : [];
/** Requests to the sources for the bytes of a file. */
const fetched = (): number => hub.requests.filter(({ server: at }) => at === "storage").length;

let clock = 0;
const failures: unknown[] = [];
async function serve(change: Partial<ModelStoreOptions> = {}): Promise<string> {
  await stop();
  const store = createModelStore({
    models: models(),
    hub: hub.url,
    folder: path.join(root, "store"),
    limit: 1e9,
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      npm_config_registry: npm.url,
      npm_config_cache: path.join(root, ".npm"),
      npm_config_fetch_retries: "0",
    },
    fetch: (url, init) => fetch(url, init),
    wait: async () => {},
    signal: controller.signal,
    now: () => clock,
    onFailure: (error) => void failures.push(error),
    ...change,
  });
  const handler = createStoreHandler({ store, baseUrl: "/models", isPublished: () => false });
  server = createServer((request, response) => {
    void handler(request, response).then((isDone) => {
      if (!isDone) response.writeHead(404).end("not of the store");
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/models`;
}
async function stop(): Promise<void> {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
}
const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "model-store-"));
  hub = await createFakeHub({
    "owner/net": {
      commit: COMMIT,
      files: {
        "onnx/a.onnx": { bytes: NET, large: true },
        "tokens.json": { bytes: TOKENS, large: false },
      },
    },
  });
  npm = await createFakeNpm({
    "@o/packed@1.2.3": tgzOf({ "package/a.onnx": PACKED, "package/b.onnx": SECOND }),
  });
  controller = new AbortController();
  clock = 0;
  failures.length = 0;
});
afterEach(async () => {
  controller.abort(new Error("the test has ended"));
  await stop();
  await Promise.all([hub.close(), npm.close()]);
  rmSync(root, { recursive: true, force: true });
});

it("TLS-9 50 visitors at once have the file by one fetch, and later ones from disk", async () => {
  const url = await serve();
  const all = await Promise.all(
    Array.from({ length: 50 }, () => fetch(`${url}/net/a.onnx`).then(bytesOf)),
  );
  expect(all.every((bytes) => bytes.equals(NET))).toBe(true);
  expect(fetched()).toBe(1);
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
  expect(fetched()).toBe(1);
  await expect.poll(stored, SOON).toEqual(["net/a.onnx"]);
});

it("TLS-9 files of a package come by one download of it", async () => {
  const url = await serve();
  const [first, second] = await Promise.all(
    ["a.onnx", "b.onnx"].map((name) => fetch(`${url}/packed/${name}`).then(bytesOf)),
  );
  expect([first!.equals(PACKED), second!.equals(SECOND)]).toEqual([true, true]);
  expect(npm.requests.filter((name) => name.startsWith("/tarballs/")).length).toBe(1);
  await expect.poll(stored, SOON).toEqual(["packed/a.onnx", "packed/b.onnx"]);
});

it("TLS-9 a line that is cut at every twentieth of the file is taken up where it was", async () => {
  const url = await serve();
  const part = path.join(root, "store", `net/a.onnx.${process.pid}.part`);
  for (let at = 1; at < 20; at++) {
    const size = (NET.length / 20) * at;
    hub.cuts.push({
      after: NET.length / 20,
      // What was sent has to arrive first.
      when: () =>
        expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size, SOON).toBe(size),
    });
  }
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
  const ranges = hub.requests
    .filter(({ server: at }) => at === "storage")
    .map(({ range }) => range);
  expect(ranges).toEqual([
    undefined,
    ...Array.from({ length: 19 }, (_, at) => `bytes=${(NET.length / 20) * (at + 1)}-`),
  ]);
});

it("TLS-9 bytes arrive while the file is fetched, and the last one when its checksum was right", async () => {
  const url = await serve();
  const gate = Promise.withResolvers<void>();
  hub.cuts.push({ after: 100_000, when: () => gate.promise });
  const response = await fetch(`${url}/net/a.onnx`);
  expect(response.headers.get("content-length")).toBe(String(NET.length));
  const reader = response.body!.getReader();
  let size = 0;
  while (size < 100_000) size += (await reader.read()).value!.length;
  expect(size).toBe(100_000);
  gate.resolve();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
  }
  expect(size).toBe(NET.length);
});

it("TLS-9 changed bytes reach nobody whole, are not stored, and are not asked for again at once", async () => {
  const url = await serve();
  for (const at of [0, NET.length / 2, NET.length - 1]) {
    hub.altered = Buffer.from(NET);
    hub.altered[at]! ^= 1;
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${url}/net/a.onnx`)
          .then(bytesOf)
          .catch(() => null),
      ),
    );
    expect(all).toEqual([null, null, null, null, null]);
    await expect.poll(stored, SOON).toEqual([]);
    const refused = await fetch(`${url}/net/a.onnx`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([502, "3600"]);
    clock += 3_600_000;
  }
  expect(fetched()).toBe(3);
  hub.altered = null;
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
});

it("TLS-9 ranges, conditions and HEAD, before the file is whole and after", async () => {
  const url = await serve();
  const range = (value: string, headers = {}) =>
    fetch(`${url}/net/a.onnx`, { headers: { range: value, ...headers } });
  const head = await fetch(`${url}/net/a.onnx`, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(NET.length));
  expect(hub.requests).toEqual([]);
  const etag = head.headers.get("etag")!;
  for (let turn = 0; turn < 2; turn++) {
    const middle = await range("bytes=200000-299999");
    expect([middle.status, middle.headers.get("content-range")]).toEqual([
      206,
      `bytes 200000-299999/${NET.length}`,
    ]);
    expect((await bytesOf(middle)).equals(NET.subarray(200_000, 300_000))).toBe(true);
    expect((await bytesOf(await range("bytes=-1"))).equals(NET.subarray(-1))).toBe(true);
    expect((await bytesOf(await range("bytes=10-", { "if-range": '"other"' }))).equals(NET)).toBe(
      true,
    );
    expect(
      (await bytesOf(await range("bytes=10-", { "if-range": etag }))).equals(NET.subarray(10)),
    ).toBe(true);
    expect((await range(`bytes=${NET.length}-`)).status).toBe(416);
    expect((await fetch(`${url}/net/a.onnx`, { headers: { "if-none-match": etag } })).status).toBe(
      304,
    );
  }
  expect(fetched()).toBe(1);
});

it("TLS-9 a source that is down is a 502 with when to try again, asked rarely, and used when it is up", async () => {
  let isUp = false;
  let calls = 0;
  const url = await serve({
    fetch: (address, init) => {
      calls++;
      return isUp ? fetch(address, init) : Promise.reject(new Error("getaddrinfo ENOTFOUND"));
    },
  });
  const delays: string[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const [first, second] = [await fetch(`${url}/net/a.onnx`), await fetch(`${url}/net/a.onnx`)];
    expect([first.status, second.status]).toEqual([502, 502]);
    delays.push(second.headers.get("retry-after")!);
    expect(calls).toBe(turn + 1);
    clock += Number(second.headers.get("retry-after")) * 1000;
  }
  expect(delays).toEqual(["15", "30", "60", "120", "240", "480", "900", "900"]);
  expect(failures.length).toBe(8);
  isUp = true;
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
});

it("TLS-9 what was requested least recently makes room; a file that cannot fit is a 507", async () => {
  mkdirSync(path.join(root, "store/old"), { recursive: true });
  for (const [name, age] of [
    ["first", 3000],
    ["second", 2000],
    ["third", 1000],
  ] as const) {
    const file = path.join(root, "store/old", name);
    writeFileSync(file, new Uint8Array(100_000));
    utimesSync(file, Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  const url = await serve({ limit: 620_000 });
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
  await expect.poll(stored, SOON).toEqual(["net/a.onnx", "old/second", "old/third"]);
  const small = await serve({ limit: NET.length - 1 });
  rmSync(path.join(root, "store"), { recursive: true });
  const refused = await fetch(`${small}/net/a.onnx`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "15"]);
  expect(fetched()).toBe(1);
});

it("TLS-9 a process that is killed leaves a part that the next one continues", async () => {
  const gate = Promise.withResolvers<void>();
  hub.cuts.push({ after: 250_000, when: () => gate.promise });
  const child = fork(path.join(import.meta.dirname, "store-child.ts"), [
    JSON.stringify({
      models: models().slice(0, 1),
      hub: hub.url,
      folder: path.join(root, "store"),
    }),
  ]);
  const part = path.join(root, "store", `net/a.onnx.${child.pid}.part`);
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size, SOON).toBe(250_000);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  gate.resolve();
  const url = await serve();
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
  expect(hub.requests.at(-1)!.range).toBe("bytes=250000-");
  await expect.poll(stored, SOON).toEqual(["net/a.onnx"]);
});

it("TLS-9 nothing but files of the lock is fetched or read: 1,000 hostile paths", async () => {
  writeFileSync(path.join(root, "secret"), "secret");
  const url = await serve();
  const { port } = new URL(url);
  const parts = [
    "..",
    ".",
    "%2e%2e",
    "..%2f",
    "net",
    "a.onnx",
    "secret",
    "//",
    "\\",
    "%5c",
    "%00",
    "@evil.example",
    "https:",
    "%",
    "net/a.onnx/",
    "NET",
    "?",
    "#",
    "~",
    "%252e",
  ];
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const { request } = await import("node:http");
  const paths = Array.from({ length: 1000 }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => parts[Math.floor(random() * parts.length)],
    ).join("/"),
  ).filter((name) => !/^net\/a\.onnx(?:[?#]|\/[?#]|$)/.test(name));
  const statusOf = (target: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path: target, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.on("error", reject);
      sent.end();
    });
  expect(paths.length).toBeGreaterThan(950);
  const statuses = new Set<number>();
  for (const name of paths) statuses.add(await statusOf(`/models/${name}`));
  for (const target of [
    "/models",
    "/models/",
    "/net/a.onnx",
    "/modelsnet/a.onnx",
    "/models/net%2ftokens.json%00",
  ])
    statuses.add(await statusOf(target));
  expect([...statuses]).toEqual([404]);
  expect([hub.requests, npm.requests, stored()]).toEqual([[], [], []]);
  const post = await fetch(`${url}/net/a.onnx`, { method: "POST" });
  expect([post.status, hub.requests]).toEqual([404, []]);
});

it("TLS-9 all downloads together keep to the limit of bandwidth", async () => {
  const limited = limitRate(async () => new Response(new Uint8Array(40_000)), 400_000);
  const started = performance.now();
  await Promise.all(
    [1, 2, 3].map(async () => (await limited("https://e.example/", {})).arrayBuffer()),
  );
  // 120 kB at 400 kB/s; never sooner.
  expect(performance.now() - started).toBeGreaterThan(290);
});

it("TLS-9 a visitor who leaves does not end the download of the others", async () => {
  const url = await serve();
  const gate = Promise.withResolvers<void>();
  hub.cuts.push({ after: 50_000, when: () => gate.promise });
  const leaving = new AbortController();
  const first = fetch(`${url}/net/a.onnx`, { signal: leaving.signal })
    .then(bytesOf)
    .catch(() => null);
  const second = fetch(`${url}/net/a.onnx`).then(bytesOf);
  const part = path.join(root, "store", `net/a.onnx.${process.pid}.part`);
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size, SOON).toBe(50_000);
  leaving.abort();
  expect(await first).toBe(null);
  gate.resolve();
  expect(await second).toEqual(NET);
  expect(readFileSync(path.join(root, "store/net/a.onnx")).equals(NET)).toBe(true);
});

it("TLS-9 a stored file that lost bytes is fetched again, and one of a package without the others", async () => {
  const url = await serve();
  for (const name of ["net/a.onnx", "packed/a.onnx"]) await fetch(`${url}/${name}`).then(bytesOf);
  for (const name of ["net/a.onnx", "packed/b.onnx"]) {
    const file = path.join(root, "store", name);
    writeFileSync(file, readFileSync(file).subarray(1));
  }
  const all = await Promise.all(
    ["net/a.onnx", "packed/a.onnx", "packed/b.onnx"].map((name) =>
      fetch(`${url}/${name}`).then(bytesOf),
    ),
  );
  expect(all.map((bytes, at) => bytes.equals([NET, PACKED, SECOND][at]!))).toEqual([
    true,
    true,
    true,
  ]);
  expect(fetched()).toBe(2);
});

it("TLS-9 parts of processes that have ended make room, those of running ones stay", async () => {
  const part = (pid: number): string => `other/c.onnx.${pid}.part`;
  const ended = fork(path.join(import.meta.dirname, "store-child.ts"), ["{}"], { stdio: "ignore" });
  await new Promise((resolve) => ended.once("exit", resolve));
  for (const name of [part(ended.pid!), part(process.pid)]) {
    const file = path.join(root, "store", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, new Uint8Array(50_000));
  }
  const url = await serve({ limit: NET.length + 50_000 });
  expect(await fetch(`${url}/net/a.onnx`).then(bytesOf)).toEqual(NET);
  await expect.poll(stored, SOON).toEqual(["net/a.onnx", part(process.pid)]);
});
