import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { OfferedFile, OfferedModel } from "#core/models/offered.ts";
import { createModelCache } from "./model-cache.ts";
import { createSha256 } from "./create-sha256.ts";
import { createModelStore } from "../worker/models/model-store.ts";

const MB = 1024 * 1024;
const BYTES = Uint8Array.from({ length: 2.5 * MB }, (_, at) => (at * at) % 251);
const sha256 = createHash("sha256").update(BYTES).digest("hex");
const model = {
  id: "tiny",
  files: [
    { role: "graph", url: "https://nets.example/tiny.onnx", sha256, bytes: BYTES.length },
  ] as readonly OfferedFile[],
  bytes: BYTES.length,
} as OfferedModel;

/** What is used of the browser's cache. */
function createCaches() {
  const stored = new Map<string, Uint8Array>();
  const cache = {
    match: async (key: string) => stored.has(key) && new Response(stored.get(key)!.slice()),
    put: async (key: string, answer: Response) =>
      stored.set(key, new Uint8Array(await answer.arrayBuffer())),
    delete: async (key: string) => stored.delete(key),
  };
  return { kept: stored, caches: { open: async () => cache } as unknown as CacheStorage };
}

let device: ReturnType<typeof createCaches>;
let requests: (string | null)[];
let waited: number[];
let clock: number;
let answer: (from: number) => Response;
const whole = (from: number): Response =>
  new Response(BYTES.slice(from), {
    status: from > 0 ? 206 : 200,
    headers:
      from > 0 ? { "content-range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` } : {},
  });
/** Sends some bytes, and then nothing any more. */
const broken = (count: number): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(BYTES.slice(0, count)),
      pull: (controller) => controller.error(new TypeError("network error")),
    }),
  );

/** As much of the rest as that; then the line is cut. */
const cutAt = (from: number, count: number): Response => {
  const rest = whole(from);
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(BYTES.slice(from, from + count)),
      pull: (controller) =>
        from + count >= BYTES.length
          ? controller.close()
          : controller.error(new TypeError("network error")),
    }),
    { status: rest.status, headers: rest.headers },
  );
};
/** The rest, from a server that tells its length alone. */
const hidden = (from: number): Response =>
  new Response(BYTES.slice(from), {
    status: 206,
    headers: { "content-length": String(BYTES.length - from) },
  });

const createEntries = (offered = model) =>
  createModelCache({
    models: [offered],
    store: createModelStore(device.caches),
    createHash: createSha256,
    now: () => (clock += 1000),
    wait: async (milliseconds) => void waited.push(milliseconds),
    fetch: async (_, { headers }) => {
      const range = new Headers(headers).get("range");
      requests.push(range);
      return answer(Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0));
    },
    report: (error) => {
      throw error;
    },
  });
const entryOf = (models: ReturnType<typeof createEntries>) => models.getState().entries["tiny"];

beforeEach(() => {
  device = createCaches();
  requests = [];
  waited = [];
  clock = 0;
  answer = whole;
});

describe("nets on the device", () => {
  it("TLS-5 nothing is fetched before the visitor requests it; then all of it is stored", async () => {
    const models = createEntries();
    await expect.poll(() => entryOf(models)?.state).toBe("absent");
    expect(requests).toEqual([]);
    const seen: number[] = [];
    models.subscribe(() => seen.push(entryOf(models)!.bytes));
    await models.load("tiny");
    const expected = { state: "kept", bytes: BYTES.length, secondsLeft: null, fault: null };
    expect(entryOf(models)).toEqual(expected);
    expect(seen).toContain(MB);
    expect(device.kept.size).toBe(3);
    // Another visit finds it.
    const next = createEntries();
    await expect.poll(() => entryOf(next)?.state).toBe("kept");
    await next.load("tiny");
    expect(requests.length).toBe(1);
    await next.remove("tiny");
    expect([device.kept.size, entryOf(next)!.state]).toEqual([0, "absent"]);
  });

  it("TLS-9 concurrent requests share a download", async () => {
    const models = createEntries();
    const states: (string | undefined)[] = [];
    await Promise.all(
      [1, 2, 3].map(() => models.load("tiny").then(() => states.push(entryOf(models)?.state))),
    );
    expect(states).toEqual(["kept", "kept", "kept"]);
    expect(requests.length).toBe(1);
  });

  it("TLS-5 an interrupted download resumes where it ended", async () => {
    const answers = [() => broken(1.25 * MB), () => Response.error(), whole];
    answer = (from) => answers.shift()!(from);
    const models = createEntries();
    // Taken up again by itself, and then not any more: nothing has come.
    await models.load("tiny");
    expect(entryOf(models)).toEqual({
      state: "part",
      bytes: 1.25 * MB,
      secondsLeft: null,
      fault: { code: "model.unreachable", params: {} },
    });
    await models.load("tiny");
    expect(requests).toEqual([null, `bytes=${1.25 * MB}-`, `bytes=${1.25 * MB}-`]);
    expect(waited).toEqual([500]);
    expect(entryOf(models)).toMatchObject({ state: "kept", fault: null });
    const stored = await (await createModelStore(device.caches).read(sha256)).bytes();
    expect(Buffer.compare(stored, BYTES)).toBe(0);
  });

  it("TLS-5 a pause keeps what has come, and is no error", async () => {
    const models = createEntries();
    models.subscribe(() => {
      if (entryOf(models)!.bytes === MB) models.pause("tiny");
    });
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ state: "part", fault: null });
    expect(entryOf(models)!.bytes).toBe(MB);
  });

  it("TLS-5 a server that knows no parts sends it from the beginning", async () => {
    const answers = [() => broken(MB), () => Response.error()];
    answer = () => (answers.shift() ?? (() => whole(0)))();
    const models = createEntries();
    await models.load("tiny");
    await models.load("tiny");
    expect(requests).toEqual([null, `bytes=${MB}-`, `bytes=${MB}-`, null]);
    expect(entryOf(models)!.state).toBe("kept");
  });

  it.each([
    ["other bytes", () => new Response(BYTES.map((byte) => byte ^ 1))],
    ["more than was agreed to", () => new Response(new Blob([BYTES, BYTES]))],
  ])("TLS-5 %s are thrown away, and not used", async (_, wrong) => {
    answer = wrong;
    const models = createEntries();
    await models.load("tiny");
    expect(entryOf(models)).toEqual({
      state: "absent",
      bytes: 0,
      secondsLeft: null,
      fault: { code: "model.damaged", params: {} },
    });
    expect(device.kept.size).toBe(0);
  });

  it("TLS-5 a line that is cut again and again is taken up until all has come", async () => {
    answer = (from) => cutAt(from, 0.75 * MB);
    const models = createEntries();
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ state: "kept", fault: null });
    expect(requests).toEqual([0, 0.75, 1.5, 2.25].map((mb) => (mb ? `bytes=${mb * MB}-` : null)));
    expect(waited).toEqual([500, 1000, 2000]);
  });

  it("TLS-5 shows the remaining time of a download once its speed is known", async () => {
    const chunkCount = 20;
    const large = new Uint8Array(chunkCount * MB);
    answer = () => new Response(large);
    const file = {
      ...model.files[0]!,
      sha256: createHash("sha256").update(large).digest("hex"),
      bytes: large.length,
    };
    const models = createEntries({ ...model, files: [file], bytes: large.length });
    const guesses: (number | null)[] = [];
    models.subscribe(() => guesses.push(entryOf(models)!.secondsLeft));
    await models.load("tiny");
    const estimates = guesses.filter((seconds) => seconds !== null);
    expect(guesses.slice(0, 4).every((seconds) => seconds === null)).toBe(true);
    // A second for each piece.
    expect(estimates.length).toBeGreaterThan(chunkCount / 2);
    expect(estimates).toEqual(estimates.toSorted((a, b) => b - a));
  });

  it("TLS-5 a connection that fails before any byte is retried, but not forever", async () => {
    const counts = [0, 0.75 * MB, 0, BYTES.length];
    answer = (from) => cutAt(from, counts.shift() ?? 0);
    const models = createEntries();
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ state: "kept", fault: null });
    const rest = `bytes=${0.75 * MB}-`;
    expect(requests).toEqual([null, null, rest, rest]);
    await models.remove("tiny");
    requests.length = waited.length = 0;
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ fault: { code: "model.unreachable" } });
    expect(requests).toEqual([null, null, null, null, null]);
    expect(waited).toEqual([500, 1000, 2000, 4000]);
  });

  it("TLS-5 the rest is known by its length where the range may not be read", async () => {
    const answers = [() => broken(MB), () => Response.error()];
    answer = (from) => answers.shift()?.() ?? hidden(from);
    const models = createEntries();
    await models.load("tiny");
    await models.load("tiny");
    expect(requests).toEqual([null, `bytes=${MB}-`, `bytes=${MB}-`]);
    expect(entryOf(models)).toMatchObject({ state: "kept", fault: null });
  });

  it.each([
    [404, "model.gone"],
    [401, "model.gone"],
    [429, "model.busy"],
    [500, "model.unreachable"],
  ])("TLS-5 status %i is reported as %s, and received bytes are kept", async (status, code) => {
    const answers = [() => broken(MB), () => new Response("", { status })];
    answer = () => answers.shift()!();
    const models = createEntries();
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ state: "part", bytes: MB, fault: { code } });
  });

  it("TLS-5 a model of several files is stored when all are, and removed with all", async () => {
    const other = {
      role: "tokens",
      url: "https://nets.example/t",
      sha256: "0".repeat(64),
      bytes: 9,
    };
    const two = { ...model, files: [...model.files, other], bytes: model.bytes + 9 };
    const answers = [whole, () => new Response("", { status: 404 })];
    answer = (from) => answers.shift()!(from);
    const models = createEntries(two);
    await models.load("tiny");
    expect(entryOf(models)).toMatchObject({ state: "part", bytes: BYTES.length });
    await models.remove("tiny");
    expect(device.kept.size).toBe(0);
  });
});
