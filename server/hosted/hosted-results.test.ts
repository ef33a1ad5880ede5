import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { HOSTED_LIMITS } from "#core/hosted/limits.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { inspectDatabase } from "../db/inspect-database.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { countHostedContents, showHostedContents } from "../usage/count-hosted-contents.ts";
import { liveArrayBytes } from "#tests/live-bytes.ts";

const MIB = 1024 * 1024;
const KEY = "a-call-of-mine";
/** About three minutes of speech at 24 kHz; no whole number of frames. */
const BYTES = 8 * MIB + 4711;
const READERS = 32;
/** More than a piece of text, with two bytes a character. */
const TEXTS = Array.from({ length: HOSTED_LIMITS.texts }, () => "aü".repeat(1499));
const SPOKEN = Buffer.alloc(BYTES, "a recording of speech ");

describeOnDatabases("results of hosted calls", ({ fresh }) => {
  let settings: DatabaseSettings;
  let server: TestServer;
  let token: string;
  let usageId: string;
  beforeEach(async () => {
    const translations = TEXTS.map((text, id) => ({ id, text }));
    settings = await fresh();
    server = await createTestServer(settings, {
      hosted: {
        transcription: null,
        chat: { languages: [], complete: async () => ({ translations }) },
        speech: { languages: [], voices: ["alloy"], speak: async () => new Uint8Array(SPOKEN) },
      },
    });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    usageId = (await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token })).data
      .usage_id;
  });
  afterEach(() => server.close());

  const post = (path: string, request: object): Promise<Response> =>
    Promise.resolve(
      server.app.request(`http://api.example${path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
        },
        body: JSON.stringify({ usage_id: usageId, ...request }),
      }),
    );
  const speak = (): Promise<Response> =>
    post(speakHosted.path, { voice: "alloy", language: "en", text: "Hello.", speed: 1 });
  const get = async (): Promise<Response> =>
    await server.app.request(`http://api.example/audio/api/v1/hosted/calls/${KEY}`, {
      headers: { authorization: token },
    });
  it("API-17 USR-10 many slow readers of long results hold a part each, not the whole", async () => {
    expect((await speak()).status).toBe(200);
    const before = await liveArrayBytes();
    const responses: Response[] = [];
    for (let index = 0; index < READERS; index++) responses.push(await get());
    const unread = (await liveArrayBytes()) - before;
    const readers = responses.map(({ body }) => body!.getReader());
    for (const reader of readers) expect((await reader.read()).done).toBe(false);
    const begun = (await liveArrayBytes()) - before;
    // Whole, they would be 256 MiB.
    expect(Math.max(unread, begun)).toBeLessThan(READERS * MIB);
    await Promise.all(readers.map((reader) => reader.cancel()));
  });

  it("API-17 a long result arrives whole and with its length", async () => {
    const response = await speak();
    expect(response.headers.get("content-length")).toBe(String(BYTES));
    const digestOf = (bytes: Uint8Array): string =>
      createHash("sha256").update(bytes).digest("hex");
    expect(digestOf(new Uint8Array(await response.arrayBuffer()))).toBe(digestOf(SPOKEN));
  });

  it("API-17 text of several bytes a character is not divided in its characters", async () => {
    const request = { from: "en", to: "de", texts: TEXTS.map(() => "x") };
    const response = await post(translateHosted.path, request);
    const { data } = (await response.json()) as { data: { texts: string[] } };
    expect(data.texts).toEqual(TEXTS);
    expect(((await (await get()).json()) as { data: unknown }).data).toEqual(data);
  });

  it("API-17 a result that is erased while it is read ends its response with an error", async () => {
    await speak();
    const reader = (await get()).body!.getReader();
    await reader.read();
    await server.call(settle, { usage_id: usageId }, { token });
    const readAll = async (): Promise<void> => {
      for (;;) if ((await reader.read()).done) return;
    };
    await expect(readAll()).rejects.toThrow("erased");
    expect(server.logs.map(({ event }) => event)).toContain("file_interrupted");
  });

  it("API-17 TLS-8 the operator sees how many there are, their size, and the age of the oldest", async () => {
    const read = async () => {
      await showHostedContents(server.deps);
      const lines = server.deps.metrics.print().split("\n");
      return lines
        .filter((line) => /^toolkit_(?:hosted|stored).*(?:role|hosted)/.test(line))
        .sort();
    };
    expect(await read()).toEqual([
      'toolkit_hosted_contents_age_seconds{role="input"} 0',
      'toolkit_hosted_contents_age_seconds{role="result"} 0',
      'toolkit_hosted_contents{role="input"} 0',
      'toolkit_hosted_contents{role="result"} 0',
      'toolkit_stored_bytes{kind="hosted_contents"} 0',
    ]);
    await speak();
    const since = server.deps.clock();
    server.advance(90_000);
    expect(await read()).toEqual([
      'toolkit_hosted_contents_age_seconds{role="input"} 0',
      'toolkit_hosted_contents_age_seconds{role="result"} 90',
      'toolkit_hosted_contents{role="input"} 0',
      'toolkit_hosted_contents{role="result"} 1',
      `toolkit_stored_bytes{kind="hosted_contents"} ${BYTES}`,
    ]);
    // As `toolkit doctor` reads it.
    expect(await inspectDatabase(settings, countHostedContents)).toEqual([
      { role: "input", count: 0, bytes: 0, since: null },
      { role: "result", count: 1, bytes: BYTES, since },
    ]);
  });

  it("API-17 a result whose bytes were changed in the database is not sent", async () => {
    await speak();
    await server.deps.db.write(async (tx) => {
      const row = await tx.selectFrom("hosted_contents").selectAll().executeTakeFirstOrThrow();
      const sealed = Buffer.from(row.sealed);
      sealed[sealed.length - 20]! ^= 1;
      await tx.updateTable("hosted_contents").set({ sealed }).execute();
    });
    await expect((await get()).arrayBuffer()).rejects.toThrow();
  });
});
