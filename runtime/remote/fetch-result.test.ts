import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import { fetchResult } from "./fetch-result.ts";

const MIB = 1024 * 1024;
const BYTES = Uint8Array.from({ length: 9 * MIB }, (_, at) => (at * at) >> 5);
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

/** A server whose responses a test may break after some bytes, or replace. */
function connect(decide: (count: number) => number | Response | Error = () => Infinity) {
  const requests: string[] = [];
  const stored = new Uint8Array(BYTES.length);
  let written = 0;
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      const { position, data } = chunk as unknown as {
        position: number;
        data: Uint8Array<ArrayBuffer>;
      };
      stored.set(data, position);
      written += data.length;
    },
  });
  const ports = {
    apiBase: "https://api.example",
    headers: () => ({ Authorization: "token" }),
    pause: async () => {},
    createHash: async () => {
      const hash = createHash("sha256");
      return {
        update: (data: Uint8Array) => hash.update(data),
        digest: () => new Uint8Array(hash.digest()),
      };
    },
    fetch: async (address: RequestInfo | URL, init?: RequestInit) => {
      const range = new Headers(init?.headers).get("Range")!;
      requests.push(`${(address as string).split("/job/")[1]} ${range}`);
      const answer = decide(requests.length);
      if (typeof answer !== "number") {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      const [from, to] = /(\d+)-(\d+)/.exec(range)!.slice(1).map(Number) as [number, number];
      const end = Math.min(to + 1, from + answer);
      let isSent = false;
      const body = new ReadableStream(
        {
          pull(controller) {
            if (!isSent) controller.enqueue(BYTES.slice(from, end));
            else if (end <= to) controller.error(new TypeError("network error"));
            else controller.close();
            isSent = true;
          },
        },
        // A stream that breaks loses what was not read.
        { highWaterMark: 0 },
      );
      return new Response(body, { status: 206 });
    },
  };
  const fetchIt = (sha256 = SHA256) =>
    fetchResult(
      ports,
      { job: "j1", name: "result", bytes: BYTES.length, sha256 },
      { sink, signal: new AbortController().signal, onProgress: () => {} },
    );
  return { fetchIt, requests, stored, written: () => written };
}

describe("JOB-6 a result on the servers", () => {
  it("is fetched by ranges into its sink", async () => {
    const { fetchIt, requests, stored } = connect();
    await fetchIt();
    expect(requests).toEqual([
      `result/j1/result bytes=0-${8 * MIB - 1}`,
      `result/j1/result bytes=${8 * MIB}-${9 * MIB - 1}`,
    ]);
    expect(Buffer.compare(stored, BYTES)).toBe(0);
  });

  it("continues where the connection was lost, and fetches no byte twice", async () => {
    const answers = [MIB, new TypeError("Failed to fetch"), new Response("", { status: 503 })];
    const { fetchIt, requests, stored, written } = connect(
      (count) => answers[count - 1] ?? Infinity,
    );
    await fetchIt();
    expect(requests.slice(1, 4).every((line) => line.includes(`bytes=${MIB}-`))).toBe(true);
    expect(written()).toBe(BYTES.length);
    expect(Buffer.compare(stored, BYTES)).toBe(0);
  });

  it("that is not what the worker has written is refused", async () => {
    await expect(connect().fetchIt("0".repeat(64))).rejects.toMatchObject({
      fault: { code: "servers.damaged" },
    });
  });

  it("that is missing, or never arrives, fails", async () => {
    const missing = connect(() => new Response("", { status: 404 }));
    await expect(missing.fetchIt()).rejects.toMatchObject({ status: 404 });
    expect(missing.requests).toHaveLength(1);
    const away = connect(() => new TypeError("Failed to fetch"));
    await expect(away.fetchIt()).rejects.toThrow("Failed to fetch");
    expect(away.requests).toHaveLength(10);
  });
});
