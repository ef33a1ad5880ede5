import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { RAW_ROUTES, ROUTES } from "../app.ts";
import { addAudio } from "../testing/test-audio.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CHUNK_LIMIT } from "../hosted/transcribe-chunk.ts";
import { AUDIO_LIMIT } from "../podcasts/audio.ts";
import { type HostileBody, hostileBodies } from "../testing/hostile-bodies.ts";
import type { JsonSchema } from "./structure.ts";

const KB = 1000;
/** Largest JSON body, in bytes, that any route accepts. */
const LARGEST = 1024 * 1024;
/** Size limits of audio bodies, in bytes. */
const SOUNDS: ReadonlySet<number> = new Set([AUDIO_LIMIT, CHUNK_LIMIT]);
/**
 * Allowed cost, as a multiple of the CPU time of parsing a text of empty objects with the same
 * length.
 */
const ALLOWED = 12;
/** Attempts before a body counts as too expensive: other load can only increase its cost. */
const TRIES = 6;

/** Calls whose body is read. Creating an upload takes headers alone. */
const POSTS = [...ROUTES, ...RAW_ROUTES].filter(
  ({ call, limit }) => call.method === "POST" && limit !== null,
);
const PARTS: Readonly<Record<string, string>> = { logstore: "events", provider: "sandbox" };

let folder: string;
let server: TestServer;
let token: string;
let userId: string;
/** Body schemas by path, from the OpenAPI document. */
let bodies: Record<string, { post?: { requestBody?: { content: Record<string, Content> } } }>;
interface Content {
  readonly schema?: JsonSchema;
}
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-cost-"));
  server = await createTestServer({
    url: null,
    file: path.join(folder, "db.sqlite"),
    connections: 1,
  });
  await signIn();
  const answer = await server.app.request("https://api.example/audio/api/openapi.json");
  ({ paths: bodies } = (await answer.json()) as { paths: typeof bodies });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const signIn = async (): Promise<void> => void ({ token, userId } = await server.addUser());
let keys = 0;
async function send(at: string, type: string, body: string | ReadableStream): Promise<number> {
  const request = new Request(
    `https://api.example${at.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARTS[name] ?? "x")}`,
    {
      method: "POST",
      headers: {
        authorization: token,
        "content-type": type,
        "idempotency-key": `cost-key-${++keys}`,
        ...(typeof body === "string" && { "content-length": String(Buffer.byteLength(body)) }),
      },
      body,
      duplex: "half",
    } as RequestInit,
  );
  const { status } = await server.app.fetch(request);
  return status;
}

/** CPU time of all threads in milliseconds. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
async function cheapest(work: () => unknown, tries = TRIES): Promise<number> {
  let minMs = Infinity;
  for (let n = 0; n < tries; n++) minMs = Math.min(minMs, await costOf(work));
  return minMs;
}
/** Cost of parsing the same number of bytes, plus that of an empty request. */
async function allowanceFor(at: string, type: string, size: number): Promise<number> {
  const plain = `[${"{},".repeat(Math.max(size, 50 * KB) / 3)}{}]`;
  const parsing = await cheapest(() => JSON.parse(plain) as unknown);
  const empty = await cheapest(() => send(at, type, "{}"));
  await signIn();
  return ALLOWED * parsing + 4 * empty;
}

describe("a body", () => {
  it.each(POSTS.map((route) => [route.call.path, route] as const))(
    "API-17 %s costs no more than a few times its parsing, whatever is in its body",
    async (at, { limit }) => {
      const [[type, { schema = {} }] = ["application/json", {} as Content]] = Object.entries(
        bodies[at]?.post?.requestBody?.content ?? {},
      );
      if (!SOUNDS.has(limit!)) expect(limit).toBeLessThanOrEqual(LARGEST);
      for (const size of new Set([Math.min(limit!, 100 * KB), Math.min(limit!, LARGEST)])) {
        const allowed = await allowanceFor(at, type, size);
        const isTooDear = async ({ text }: HostileBody): Promise<boolean> => {
          for (let n = 0; n < TRIES; n++) {
            let status = 0;
            const cost = await costOf(async () => (status = await send(at, type, text)));
            if (status >= 500) return true;
            // The previous call was a logout, so this body was not read.
            if (status === 401) await signIn();
            else if (cost <= allowed) return false;
          }
          return true;
        };
        let count = 0;
        for (const body of hostileBodies(schema, size)) {
          expect(Buffer.byteLength(body.text) / size, body.name).toBeLessThan(3.1);
          if (await isTooDear(body)) expect.fail(`${body.name}, ${size} bytes`);
          count++;
        }
        expect(count).toBeGreaterThan(15);
      }
    },
    120_000,
  );

  it("API-17 faults of bodies are none of the server's", () => {
    expect(server.logs.filter(({ event }) => event === "request_failed")).toEqual([]);
  });

  it("API-17 is not read on when it comes in tiny pieces, on any route", async () => {
    for (const { call, limit } of POSTS) {
      let chunks = 0;
      const endless = (bytes: number) =>
        new ReadableStream<Uint8Array>({
          pull: (sink) => {
            chunks++;
            if (chunks * bytes > limit! + KB) sink.close();
            else sink.enqueue(new Uint8Array(bytes).fill(0x20));
          },
        });
      const [type] = Object.keys(bodies[call.path]?.post?.requestBody?.content ?? {});
      const statuses = [];
      await signIn();
      for (const bytes of [1, 63]) {
        chunks = 0;
        statuses.push(await send(call.path, type ?? "application/json", endless(bytes)));
        expect([call.path, chunks]).toEqual([call.path, Math.min(chunks, 300 + limit! / 64)]);
      }
      for (const status of statuses)
        expect([call.path, status >= 400 && status < 500 && status !== 401]).toEqual([
          call.path,
          true,
        ]);
    }
  });

  it("API-17 leaves others their turn while several large ones are read", async () => {
    const transcript = Array.from({ length: 10_000 }, (_, n) => ({
      start: n,
      end: n + 1,
      speaker: "A",
      text: "x".repeat(50),
    }));
    await signIn();
    const original = JSON.parse;
    const podcast = {
      title: "t",
      language: "en",
      duration: 9,
      transcript,
    };
    const urls = await Promise.all(Array.from({ length: 6 }, () => addAudio(server, userId)));
    const order: string[] = [];
    const parse = vi.spyOn(JSON, "parse").mockImplementation((text: string) => {
      if (text.length > 64 * 1024) order.push("large");
      return original(text) as unknown;
    });
    let left = urls.length;
    const large = urls.map(async (audio_url) => {
      const { status } = await server.call(savePodcast, { ...podcast, audio_url }, { token });
      left--;
      return status;
    });
    while (left > 0) {
      expect((await server.app.request("https://api.example/healthz")).status).toBe(200);
      order.push("other");
      await setImmediate();
    }
    expect(await Promise.all(large)).toEqual(Array(6).fill(200));
    parse.mockRestore();
    expect(order.filter((what) => what === "large")).toHaveLength(6);
    expect(order.join()).not.toContain("large,large");
  });
});
