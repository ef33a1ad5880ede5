import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { OfferedModel } from "../../../core/models/models.ts";
import { createModelCache } from "./model-shelf.ts";
import { createModelStore } from "../worker/models/model-store.ts";

const MB = 1024 * 1024;
const BYTES = Uint8Array.from({ length: 2.5 * MB }, (_, at) => (at * at) % 251);
const model = {
  id: "tiny",
  url: "https://nets.example/tiny.onnx",
  sha256: createHash("sha256").update(BYTES).digest("hex"),
  bytes: BYTES.length,
} as OfferedModel;

/** What is used of the browser's cache. */
function createCaches() {
  const kept = new Map<string, Uint8Array>();
  const cache = {
    match: async (key: string) => kept.has(key) && new Response(kept.get(key)!.slice()),
    put: async (key: string, answer: Response) =>
      kept.set(key, new Uint8Array(await answer.arrayBuffer())),
    delete: async (key: string) => kept.delete(key),
  };
  return { kept, caches: { open: async () => cache } as unknown as CacheStorage };
}

let device: ReturnType<typeof createCaches>;
let asked: (string | null)[];
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

const shelfOf = (offered = model) =>
  createModelCache({
    models: [offered],
    store: createModelStore(device.caches),
    digest: (data) => crypto.subtle.digest("SHA-256", data),
    fetch: async (_, { headers }) => {
      const range = new Headers(headers).get("range");
      asked.push(range);
      return answer(Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0));
    },
    report: (error) => {
      throw error;
    },
  });
const entryOf = (shelf: ReturnType<typeof shelfOf>) => shelf.getState().entries["tiny"];

beforeEach(() => {
  device = createCaches();
  asked = [];
  answer = whole;
});

describe("nets on the device", () => {
  it("TLS-5 nothing is asked for before the visitor wants it; then all of it is kept", async () => {
    const shelf = shelfOf();
    await expect.poll(() => entryOf(shelf)?.state).toBe("absent");
    expect(asked).toEqual([]);
    const seen: number[] = [];
    shelf.subscribe(() => seen.push(entryOf(shelf)!.bytes));
    await shelf.load("tiny");
    expect(entryOf(shelf)).toEqual({ state: "kept", bytes: BYTES.length, fault: null });
    expect(seen).toContain(MB);
    expect(device.kept.size).toBe(3);
    // Another visit finds it.
    const next = shelfOf();
    await expect.poll(() => entryOf(next)?.state).toBe("kept");
    await next.load("tiny");
    expect(asked.length).toBe(1);
    await next.remove("tiny");
    expect([device.kept.size, entryOf(next)!.state]).toEqual([0, "absent"]);
  });

  it("TLS-5 a download that broke off goes on where it ended", async () => {
    answer = () => broken(1.25 * MB);
    const shelf = shelfOf();
    await shelf.load("tiny");
    expect(entryOf(shelf)).toEqual({
      state: "part",
      bytes: 1.25 * MB,
      fault: { code: "model.unreachable", params: {} },
    });
    answer = whole;
    await shelf.load("tiny");
    expect(asked).toEqual([null, `bytes=${1.25 * MB}-`]);
    expect(entryOf(shelf)).toMatchObject({ state: "kept", fault: null });
    const kept = await (await createModelStore(device.caches).read(model.sha256)).bytes();
    expect(Buffer.compare(kept, BYTES)).toBe(0);
  });

  it("TLS-5 a pause keeps what has come, and is no error", async () => {
    const shelf = shelfOf();
    shelf.subscribe(() => {
      if (entryOf(shelf)!.bytes === MB) shelf.pause("tiny");
    });
    await shelf.load("tiny");
    expect(entryOf(shelf)).toMatchObject({ state: "part", fault: null });
    expect(entryOf(shelf)!.bytes).toBe(MB);
  });

  it("TLS-5 a server that knows no parts sends it from the beginning", async () => {
    answer = () => broken(MB);
    const shelf = shelfOf();
    await shelf.load("tiny");
    answer = () => whole(0);
    await shelf.load("tiny");
    expect(asked).toEqual([null, `bytes=${MB}-`, null]);
    expect(entryOf(shelf)!.state).toBe("kept");
  });

  it.each([
    ["other bytes", () => new Response(BYTES.map((byte) => byte ^ 1))],
    ["more than was agreed to", () => new Response(new Blob([BYTES, BYTES]))],
  ])("TLS-5 %s are thrown away, and not used", async (_, wrong) => {
    answer = wrong;
    const shelf = shelfOf();
    await shelf.load("tiny");
    expect(entryOf(shelf)).toEqual({
      state: "absent",
      bytes: 0,
      fault: { code: "model.damaged", params: {} },
    });
    expect(device.kept.size).toBe(0);
  });
});
