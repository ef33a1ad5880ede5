import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_LEASE, CALL_RUNS } from "../usage/hosted-calls.ts";

const CHILD = path.join(import.meta.dirname, "../testing/hosted-crash-child.ts");
/** Characters of a minute of hosted work, all that a job for a credit pays for. */
const MINUTE = 2520;
const KEY = "a-call-of-mine";

describeOnDatabases("counts of hosted calls", ({ fresh }) => {
  let settings: DatabaseSettings;
  let server: TestServer;
  let other: TestServer;
  let token: string;
  let usage: string;
  let requests: { answer: () => void; fail: () => void }[];
  beforeEach(async () => {
    requests = [];
    settings = await fresh();
    const respond = <T>(value: T): Promise<T> =>
      new Promise<T>((resolve, reject) =>
        requests.push({
          answer: () => resolve(value),
          fail: () => reject(new HostedError("no", { retryAfter: 1 })),
        }),
      );
    const hosted = {
      transcription: null,
      chat: {
        languages: [],
        complete: () => respond<unknown>({ translations: [{ id: 0, text: "y" }] }),
      },
      speech: { languages: [], voices: ["alloy"], speak: () => respond(new Uint8Array([1, 2, 3])) },
    };
    server = await createTestServer(settings, { hosted });
    other = await createTestServer(settings, { hosted, start: server.deps.clock() });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    usage = (await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token })).data.usage_id;
  });
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    await other.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const requestOf = (characters: number) => ({
    usage_id: usage,
    from: "en",
    to: "de",
    texts: ["x".repeat(characters)],
  });
  const translate = (at = server, characters = MINUTE, key = KEY) =>
    at.call(translateHosted, requestOf(characters), { token, key });
  const counted = async (): Promise<number> =>
    (
      await server.deps.db.read((queries) =>
        queries
          .selectFrom("usages")
          .select("hosted_milliseconds")
          .where("id", "=", usage)
          .executeTakeFirstOrThrow(),
      )
    ).hosted_milliseconds;
  const rows = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_calls").selectAll().execute());

  it("USR-10 TLS-8 a request whose answer was lost is repeated, asks the model once and counts once", async () => {
    const abort = new AbortController();
    const lost = Promise.resolve(
      server.app.request(`http://api.example${translateHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
        },
        body: JSON.stringify(requestOf(MINUTE)),
        signal: abort.signal,
      }),
    ).catch(() => null);
    await expect.poll(() => requests.length).toBe(1);
    abort.abort();
    const during = translate();
    requests[0]!.answer();
    await lost;
    expect((await during).data.texts).toEqual(["y"]);
    expect((await translate()).data.texts).toEqual(["y"]);
    expect([requests.length, await counted()]).toEqual([1, 60_000]);
  });

  it("USR-10 TLS-8 sound that was lost is repeated, too", async () => {
    const body = { usage_id: usage, voice: "alloy", language: "en", text: "Hello.", speed: 1 };
    const speak = async (): Promise<number[]> => {
      const response = await server.app.request(`http://api.example${speakHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
        },
        body: JSON.stringify(body),
      });
      return [response.status, ...new Uint8Array(await response.arrayBuffer())];
    };
    const first = speak();
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    expect([await first, await speak()]).toEqual([
      [200, 1, 2, 3],
      [200, 1, 2, 3],
    ]);
    expect([requests.length, await counted()]).toEqual([1, 500]);
  });

  it("USR-10 API-17 another process waits for a call in progress, and repeats an ended one without counting it, a few times", async () => {
    const first = translate();
    await expect.poll(() => requests.length).toBe(1);
    expect(await translate(other)).toMatchObject({ status: 409, key: "key_in_flight" });
    requests[0]!.answer();
    expect((await first).status).toBe(200);
    for (let run = 2; run <= CALL_RUNS; run++) {
      const again = translate(other);
      await expect.poll(() => requests.length).toBe(run);
      // A failed repetition does not take back the count of a success.
      requests.at(-1)!.fail();
      expect((await again).status).toBe(503);
    }
    const last = await translate(other);
    expect(last.key).toBe("too_many_tries");
    // When the job can no longer be open: no client waits for that.
    expect(last.headers.get("retry-after")).toBe(String(RESERVATION_LASTS));
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 a failed call is uncounted, and counts when it is repeated", async () => {
    for (const end of ["fail", "answer"] as const) {
      const call = translate();
      await expect.poll(() => requests.length).toBe(1);
      expect(await counted()).toBe(60_000);
      requests.pop()![end]();
      expect((await call).status).toBe(end === "fail" ? 503 : 200);
      expect(await counted()).toBe(end === "fail" ? 0 : 60_000);
    }
  });

  it("API-17 a key belongs to one request, and has the form of a key", async () => {
    const call = translate(server, 42);
    await expect.poll(() => requests.length).toBe(1);
    expect((await translate(server, 84)).key).toBe("key_reused");
    requests[0]!.answer();
    await call;
    expect((await translate(server, 84)).key).toBe("key_reused");
    expect((await translate(other, 84)).key).toBe("key_reused");
    expect((await translate(server, 42, "short")).key).toBe("key_missing");
    expect(await counted()).toBe(1000);
  });

  /** Begins a call in a process of its own, and kills it while the model works. */
  async function killDuringCall(): Promise<void> {
    const request = JSON.stringify(requestOf(MINUTE));
    const args = [CHILD, JSON.stringify(settings), token, request, KEY];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    await Promise.race([once(child.stdout, "data"), exit]);
    child.kill("SIGKILL");
    expect(await exit).toEqual([null, "SIGKILL"]);
  }
  const advance = (milliseconds: number): void => {
    for (const each of [server, other]) each.advance(milliseconds);
  };

  it("USR-10 TLS-8 the count of a killed process is taken back", { timeout: 60_000 }, async () => {
    await killDuringCall();
    expect(await counted()).toBe(60_000);
    await sweep(server.deps);
    expect(await counted()).toBe(60_000);
    // The other process may have been started a little later.
    advance(2 * CALL_LEASE);
    await sweep(server.deps);
    expect([await counted(), await rows()]).toEqual([0, []]);
    expect((await server.call(refund, { usage_id: usage }, { token })).data.cost).toBe(0);
  });

  it(
    "USR-10 TLS-8 a job that was refunded meanwhile gets back what a killed process had counted",
    { timeout: 60_000 },
    async () => {
      await killDuringCall();
      expect((await server.call(refund, { usage_id: usage }, { token })).data.cost).toBe(1);
      advance(2 * CALL_LEASE);
      await sweep(server.deps);
      const { charged } = await server.deps.db.read((queries) =>
        queries.selectFrom("usages").select("charged").executeTakeFirstOrThrow(),
      );
      expect(charged).toBe(0);
    },
  );

  it(
    "USR-10 TLS-8 a request that is repeated after its process was killed counts once",
    { timeout: 60_000 },
    async () => {
      await killDuringCall();
      // The dead process still holds a slot of the account, and its call.
      expect((await translate()).key).toBe("key_in_flight");
      advance(2 * CALL_LEASE);
      const again = translate();
      await expect.poll(() => requests.length).toBe(1);
      requests[0]!.answer();
      expect((await again).status).toBe(200);
      expect(await counted()).toBe(60_000);
    },
  );

  it("USR-10 the rows of calls are deleted once their job cannot be open, and the count stays", async () => {
    const call = translate(server, 42);
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    await call;
    await sweep(server.deps);
    expect(await rows()).toHaveLength(1);
    advance(RESERVATION_LASTS * 1000);
    await sweep(server.deps);
    expect([await rows(), await counted()]).toEqual([[], 1000]);
  });

  it("USR-10 the audit finds calls that their job does not count", async () => {
    const call = translate(server, 42);
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    await call;
    const set = (hosted_milliseconds: number) =>
      server.deps.db.write((tx) =>
        tx.updateTable("usages").set({ hosted_milliseconds }).where("id", "=", usage).execute(),
      );
    await set(999);
    const fault = [`job ${usage} does not count its calls of hosted models`];
    expect(await server.deps.db.read((queries) => auditLedger(queries))).toEqual(fault);
    // In parts, as the audit reads an account with many rows.
    expect(await server.deps.db.read((queries) => auditLedger(queries, 1))).toEqual(fault);
    await set(1000);
  });
});
