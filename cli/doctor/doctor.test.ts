import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { CONFIG, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { createMemoryStore } from "#server/objects/memory-store.ts";
import { examineQueue, examineStore } from "./examine-jobs.ts";
import type { GraphSignature } from "#core/models/models.ts";
import { examineInference } from "./examine-inference.ts";
import type { ContentsTotal } from "#server/usage/count-hosted-contents.ts";
import { examineHosted } from "./examine-hosted.ts";
import { examineHostedContents } from "./examine-hosted-contents.ts";
import { type Machine, examineFolders, examineMachine, examinePorts } from "./examine.ts";

afterAll(removeSites);

const GB = 1024 ** 3;
const machine = (over: Partial<Machine> = {}): Machine => ({
  node: "v24.21.0",
  freeMemory: 8 * GB,
  cores: 2,
  freeDisk: () => 50 * GB,
  program: (name) => `/bin/${name}`,
  isFree: () => Promise.resolve(true),
  mayWrite: () => true,
  ...over,
});
const states = async (over: Partial<Machine>): Promise<Record<string, string>> => {
  const it = machine(over);
  const found = [
    ...examineMachine(it),
    ...examineFolders(it, "/site"),
    ...(await examinePorts(it)),
  ];
  for (const { state, fix } of found) expect(fix === undefined).toBe(state === "ok");
  return Object.fromEntries(found.map(({ name, state }) => [name, state]));
};

it("CLI-10 doctor says of each thing whether it suffices, and what to do where it does not", async () => {
  expect(new Set(Object.values(await states({})))).toEqual(new Set(["ok"]));
  const poor = await states({
    node: "v20.20.0",
    freeMemory: GB / 8,
    freeDisk: () => GB / 2,
    program: () => null,
    isFree: (port) => Promise.resolve(port !== 4173),
    mayWrite: () => false,
  });
  expect(poor).toEqual({
    node: "bad",
    memory: "bad",
    disk: "warn",
    folder: "bad",
    browser: "warn",
    ffmpeg: "warn",
    "port 4173": "warn",
    "port 8787": "ok",
  });
});

it("CLI-10 TLS-8 doctor reports whether hosted models have an endpoint, and the one that visitors see", () => {
  const none = { host: null, transcription: null, chat: null, speech: null };
  const models = { ...none, host: "a.example", chat: { model: "gpt", languages: [] } };
  const url = { HOSTED_URL: "https://a.example/v1" };
  expect(examineHosted(none, {})).toEqual([]);
  expect(examineHosted(models, url)).toEqual([
    { name: "hosted", state: "ok", found: "chat: gpt at a.example" },
  ]);
  const state = (...args: Parameters<typeof examineHosted>) => examineHosted(...args)[0]!.state;
  expect(state(none, url)).toBe("warn");
  expect(state(models, {})).toBe("bad");
  expect(state(models, { HOSTED_URL: "https://b.example/v1" })).toBe("bad");
});

it("CLI-10 TLS-8 doctor reports how much of hosted calls is stored, and what is not erased or is large", () => {
  const now = 100 * 3_600_000;
  const totals = (count: number, bytes: number, hours: number): ContentsTotal[] => [
    { role: "input", count: 0, bytes: 0, since: null },
    { role: "result", count, bytes, since: count === 0 ? null : now - hours * 3_600_000 },
  ];
  expect(examineHostedContents(totals(1, 2_400_000, 2), now)).toEqual({
    name: "hosted calls",
    state: "ok",
    found: "0 inputs, 1 result, 3 MB, the oldest from 2 h ago",
  });
  expect(examineHostedContents(totals(0, 0, 0), now)).toMatchObject({
    state: "ok",
    found: "0 inputs, 0 results, 0 MB",
  });
  expect(examineHostedContents(totals(1, 1, 7), now)).toMatchObject({
    state: "warn",
    fix: expect.stringContaining("sweep_failed"),
  });
  expect(examineHostedContents(totals(9, 11e9, 1), now)).toMatchObject({
    state: "warn",
    fix: expect.stringContaining("the room"),
  });
});

it("CLI-10 JOB-7 doctor reports inference servers that do not run their models", async () => {
  const signature: GraphSignature = {
    inputs: [{ name: "mix", type: "float32", shape: [1, 4] }],
    outputs: [{ name: "stems", type: "float32", shape: [1, 4] }],
  };
  const models = [{ id: "net", graphs: [{ role: "graph", name: "net", signature }] }];
  const { signal } = new AbortController();
  const served = (shape: number[], isReady = true) => ({
    url: "https://gpu.example",
    isReady: async () => isReady,
    readMetadata: async (name: string) => ({
      name,
      inputs: [{ name: "mix", datatype: "FP32", shape }],
      outputs: [{ name: "stems", datatype: "FP32", shape }],
    }),
  });
  expect(await examineInference(served([-1, 4]), models, signal)).toEqual({
    name: "inference",
    state: "ok",
    found: "net at https://gpu.example",
  });
  const bad = { state: "bad", fix: expect.stringContaining("toolkit models check net") };
  expect(await examineInference(served([1, 4], false), models, signal)).toMatchObject(bad);
  expect(await examineInference(served([1, 5]), models, signal)).toMatchObject({
    ...bad,
    found: expect.stringContaining("net: Its input mix is [1,5] instead of [1,4]"),
  });
});

it("CLI-10 doctor ends with 0 for a sound site and with 1 for a broken one; --json is one object", async () => {
  const sound = await run(makeSite(siteFiles()), ["doctor", "--json"]);
  expect(sound.code).toBe(0);
  const { findings } = JSON.parse(sound.out) as { findings: { name: string; found: string }[] };
  expect(findings.find(({ name }) => name === "config")?.found).toBe("2 locales");
  expect(findings.find(({ name }) => name === "database")?.found).toMatch(/^SQLite 3\./);
  expect(findings.find(({ name }) => name === "models")).toMatchObject({
    state: "ok",
    // Those that browsers may read at their sources, with a license for every use.
    found: expect.stringMatching(/^[1-9]\d* of \d+ studio models offered$/),
  });
  const files = { ...siteFiles(), "toolkit.config.ts": CONFIG.replace("https://site.test", "x") };
  const broken = await run(makeSite(files), ["doctor"]);
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/bad\tconfig\tsite\.origin: .*Each field is documented/);
});

it("CLI-10 API-17 doctor reports the version of an enabled yt-dlp, and if it does not run", async () => {
  const root = makeSite(siteFiles());
  const program = path.join(root, "own-yt-dlp");
  fs.writeFileSync(program, '#!/bin/sh\n[ "$1" = --version ] && echo 2026.10.14\n', {
    mode: 0o755,
  });
  const findingOf = async (env: Readonly<Record<string, string>>) => {
    const { code, out } = await run(root, ["doctor", "--json"], env);
    const { findings } = JSON.parse(out) as { findings: { name: string }[] };
    return [code, findings.find(({ name }) => name === "yt-dlp")];
  };
  const PATH = process.env["PATH"] ?? "";
  expect(await findingOf({ PATH, YT_DLP: program })).toEqual([
    0,
    { name: "yt-dlp", state: "ok", found: "2026.10.14" },
  ]);
  expect(await findingOf({ PATH })).toEqual([0, undefined]);
  expect(await findingOf({ PATH, YT_DLP: path.join(root, "none") })).toEqual([
    1,
    expect.objectContaining({ state: "bad", fix: expect.stringContaining("Install yt-dlp") }),
  ]);
});

it("CLI-16 doctor reports what waits, whether workers run, and what to do where they do not", () => {
  const worker = { id: "1", pool: "cpu", slots: 4, running: 1, started_at: 0, seen_at: 0 };
  const working = { ...worker, state: "working" } as const;
  const silent = { ...worker, state: "silent" } as const;
  const queued = { pool: "cpu", state: "queued", count: 3, oldest: 20 } as const;
  const statesOf = (...state: Parameters<typeof examineQueue>) =>
    examineQueue(...state).map((each) => `${each.name} ${each.state}`);
  const found = examineQueue({ counts: [queued], workers: [working, working] }, false);
  expect(found).toEqual([
    { name: "queue", state: "ok", found: "3 wait, 0 run, the oldest waits for 20 s" },
    { name: "workers", state: "ok", found: "2 at work, with 8 slots" },
  ]);
  const late = { counts: [{ ...queued, oldest: 900 }], workers: [working, silent] };
  expect(statesOf(late, false)).toEqual(["queue warn", "workers warn"]);
  expect(statesOf({ counts: [queued], workers: [] }, false)).toEqual(["queue ok", "workers bad"]);
  expect(statesOf({ counts: [], workers: [] }, false)).toEqual(["queue ok", "workers warn"]);
  expect(statesOf({ counts: [queued], workers: [] }, true)).toEqual(["queue ok"]);
});

it("CLI-16 doctor writes, reads and removes an object of the store", async () => {
  const objects = new Map<string, Uint8Array>();
  const store = createMemoryStore(objects);
  expect(await examineStore(store)).toMatchObject({ state: "ok" });
  expect(objects.size).toBe(0);
  const get = async () => new Blob(["other"]).stream();
  expect(await examineStore({ ...store, get })).toMatchObject({ state: "bad" });
  const put = () => Promise.reject(new Error("403 from the store"));
  const refused = await examineStore({ ...store, put });
  expect(refused.found).toContain("403 from the store");
  expect(refused.fix).toContain("OBJECT_STORE");
});
