import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { Db } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_RUNS } from "../usage/hosted-calls.ts";
import { CALL_LEASE, takeCall } from "../usage/hosted-queue.ts";

const KEY = "a-call-of-mine";

describeOnDatabases("calls of hosted models and the processes that run them", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  /** Number of requests that the model has got; it never responds. */
  let requests: number;
  /** Awaited after each write, before its result is known. */
  let written: (result: unknown) => Promise<void>;
  beforeEach(async () => {
    requests = 0;
    written = async () => {};
    const settings = await fresh();
    const complete = (): Promise<unknown> => {
      requests++;
      return new Promise(() => {});
    };
    const opened = await openDb(settings, () => {});
    const db: Db = {
      ...opened,
      write: async (work) => {
        const result = await opened.write(work);
        await written(result);
        return result;
      },
    };
    const hosted = { transcription: null, chat: { languages: [], complete }, speech: null };
    server = await createTestServer(settings, { hosted, db });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
  });
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const hold = async (input_hash?: string) =>
    (await server.call(reserve, { tool: "cleaner", seconds: 60, input_hash }, { token })).data;
  /** Creates a call without waiting for it. */
  const create = async (usage_id: string): Promise<number> =>
    (
      await server.app.request(`http://api.example${translateHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
          prefer: PREFER_ASYNC.replace(/wait=\d+/, "wait=0"),
        },
        body: JSON.stringify({ usage_id, from: "en", to: "de", texts: ["Good morning."] }),
      })
    ).status;
  const rows = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_calls").selectAll().execute());
  const contents = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_contents").selectAll().execute());

  it("JOB-8 USR-10 TLS-8 a call during which each process dies runs as often as one that fails, and is not counted", async () => {
    await server.deps.hostedCalls.close(0);
    expect(await create((await hold()).usage_id)).toBe(202);
    let runs = 0;
    while (await takeCall(server.deps, ["translate"])) {
      if (++runs > CALL_RUNS) break;
      await sweep(server.deps);
      server.advance(CALL_LEASE);
    }
    expect(runs).toBe(CALL_RUNS);
    expect(await rows()).toMatchObject([{ state: "running", fault: null }]);
    await sweep(server.deps);
    expect(await rows()).toMatchObject([{ state: "done", fault: "unavailable", milliseconds: 0 }]);
    expect(await contents()).toEqual([]);
  });

  it("JOB-8 TLS-8 a process that ends also gives back a call that it is taking", async () => {
    const taking = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    written = async (result) => {
      if (typeof result !== "object" || result === null || !("run" in result)) return;
      taking.resolve();
      await taken.promise;
    };
    await create((await hold()).usage_id);
    await taking.promise;
    let isClosed = false;
    const closing = server.deps.hostedCalls.close(0).then(() => (isClosed = true));
    await setImmediate();
    expect(isClosed).toBe(false);
    taken.resolve();
    await closing;
    expect([requests, (await rows()).map((row) => row.lease_until)]).toEqual([0, [0]]);
  });

  it("USR-5 USR-10 TLS-8 the call of a free job that nobody ends is stopped with it, and its input erased", async () => {
    const input = "a".repeat(64);
    const paid = await hold(input);
    await server.call(settle, { usage_id: paid.usage_id }, { token });
    const free = await hold(input);
    expect([paid.cost, free.cost]).toEqual([1, 0]);
    server.advance(RESERVATION_LASTS * 1000 - CALL_LEASE);
    expect(await create(free.usage_id)).toBe(202);
    await expect.poll(() => requests).toBe(1);
    server.advance(CALL_LEASE);
    await sweep(server.deps);
    expect(await contents()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "done", fault: "canceled" }]);
  });
});
