import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventOf } from "#core/analytics/events.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createForward, joinSinks } from "./sinks.ts";
import { createTrackFile } from "./track-file.ts";

const EVENT = eventOf("page_shown", {
  time: 1000,
  userId: "",
  browser: "B",
  version: "1",
  userAgent: "ua",
  platform: "P",
  language: "en",
  pathName: "/",
  utmSource: "",
});
const BATCH = JSON.stringify({ __logs__: [EVENT], __source__: "site.example" });

describe("usage events", () => {
  let folder: string;
  let server: TestServer;
  let taken: [logstore: string, batch: string][];
  let fails = false;
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "track-"));
    taken = [];
    fails = false;
    server = await createTestServer(
      { url: null, file: path.join(folder, "db.sqlite"), connections: 1 },
      {
        track: {
          take: async (...batch) => {
            if (fails) throw new Error("gone");
            taken.push(batch);
          },
        },
        languages: '[{"extname":"en","name_en":"English","name_zh":"英语"}]',
      },
    );
  });
  afterEach(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const send = (body: BodyInit, { logstore = "events", type = "text/plain;charset=UTF-8" } = {}) =>
    server.app.request(`https://api.example/logstores/${logstore}/track?APIVersion=0.6.0`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });

  it("API-17 ANL-2 takes beacons and posts, whatever their content type", async () => {
    for (const type of ["text/plain;charset=UTF-8", "application/json", "text/plain"])
      expect((await send(BATCH, { type })).status).toBe(200);
    expect(taken).toEqual([1, 2, 3].map(() => ["events", BATCH]));
  });

  it.each([
    ["no JSON", "{"],
    ["no logs", "{}"],
    ["an empty batch", '{"__logs__":[]}'],
    ["a number as a value", '{"__logs__":[{"a":1}]}'],
    ["another field", '{"__logs__":[{"a":"b"}],"__admin__":"x"}'],
    ["a list", "[]"],
    ["too many", JSON.stringify({ __logs__: Array.from({ length: 501 }, () => ({ a: "b" })) })],
    ["bytes that are no text", Buffer.from([0xff, 0xfe])],
  ])("refuses %s", async (_what, body) => {
    expect((await send(body as BodyInit)).status).toBe(400);
    expect(taken).toEqual([]);
  });

  it("rejects large requests, and unknown stores", async () => {
    expect((await send("x".repeat(300_000))).status).toBe(413);
    for (const logstore of ["UPPER", "a%2fb", "..%2f", "x".repeat(64)])
      expect((await send(BATCH, { logstore })).status).toBe(404);
  });

  it("answers the same when what comes behind it fails", async () => {
    fails = true;
    expect((await send(BATCH)).status).toBe(200);
    await Promise.resolve();
    expect(server.logs.some(({ event }) => event === "events_lost")).toBe(true);
  });

  it("API-17 has the list of languages", async () => {
    const answer = await server.app.request("https://api.example/languages.json");
    expect(await answer.json()).toMatchObject([{ extname: "en" }]);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  it("writes a batch a line, and begins a new file when one is full", async () => {
    const file = path.join(folder, "deep/events.jsonl");
    const sink = createTrackFile(file, () => 0, 600);
    await Promise.all([sink.take("a", BATCH), sink.take("b", BATCH), sink.take("c", BATCH)]);
    const lines = [`${file}.1`, file].flatMap((name) =>
      fs.readFileSync(name, "utf8").trim().split("\n"),
    );
    expect(lines.map((line) => (JSON.parse(line) as { logstore: string }).logstore)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it("hands events on, and says when they were not taken", async () => {
    const sent: [string, RequestInit][] = [];
    let status = 200;
    const sink = createForward("https://logs.example/{logstore}/track", (async (
      address: string,
      init: RequestInit,
    ) => {
      sent.push([address, init]);
      return new Response("", { status });
    }) as typeof fetch);
    await sink.take("events", BATCH);
    expect(sent[0]![0]).toBe("https://logs.example/events/track");
    expect(sent[0]![1]).toMatchObject({ method: "POST", body: BATCH, redirect: "error" });
    status = 500;
    await expect(joinSinks([sink])!.take("events", BATCH)).rejects.toThrow("500");
    expect(joinSinks([])).toBeNull();
  });
});
