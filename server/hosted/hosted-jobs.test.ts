import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { OPEN_JOBS, RESERVATION_LASTS } from "#core/credits/credits.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";

/** Characters per minute of hosted work. */
const MINUTE = 2520;
const PASSWORD = "a password of mine";

describeOnDatabases("jobs with hosted work", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let userId: string;
  let waiting: { answer: () => void; fail: () => void }[];
  let isHeld: boolean;
  beforeEach(async () => {
    waiting = [];
    isHeld = false;
    const translations = [{ id: 0, text: "y" }];
    const ask = (): Promise<unknown> =>
      isHeld
        ? new Promise((resolve, reject) =>
            waiting.push({
              answer: () => resolve({ translations }),
              fail: () => reject(new HostedError("no", { retryAfter: 1 })),
            }),
          )
        : Promise.resolve({ translations });
    server = await createTestServer(await fresh(), {
      hosted: { transcription: null, speech: null, chat: { languages: [], complete: ask } },
    });
    ({ token, userId } = await server.addUser(undefined, PASSWORD));
    await server.call(claimDaily, {}, { token });
  });
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const left = async (): Promise<number> =>
    (await server.call(getBalance, {}, { token })).data.free_credits;
  const hold = async (tool: string, seconds: number): Promise<string> =>
    (await server.call(reserve, { tool, seconds }, { token })).data.usage_id;
  const translate = (usage_id: string, characters: number) => {
    const texts = ["x".repeat(characters)];
    return server.call(translateHosted, { usage_id, from: "en", to: "de", texts }, { token });
  };

  it("TLS-8 USR-10 a free tool, and one that names no hosted work, buy none", async () => {
    for (const [tool, seconds] of [
      ["cutter", 1e7],
      ["enhancer", 120],
    ] as const)
      expect((await translate(await hold(tool, seconds), 1)).key).toBe("invalid_request");
  });

  it("TLS-8 USR-10 a tool with a fixed price buys ten minutes, regardless of the declared length", async () => {
    const usage = await hold("downloader", 1e7);
    for (let minute = 0; minute < 10; minute++)
      expect((await translate(usage, MINUTE)).status).toBe(200);
    expect((await translate(usage, 1)).key).toBe("invalid_request");
  });

  it("TLS-8 USR-10 however a job ends, the minutes that were begun are paid for", async () => {
    const refunded = await hold("cleaner", 60);
    await translate(refunded, 10);
    expect((await server.call(refund, { usage_id: refunded }, { token })).data).toMatchObject({
      free_credits: 2,
      cost: 1,
    });
    // A repeated refund returns the same result.
    expect((await server.call(refund, { usage_id: refunded }, { token })).data.cost).toBe(1);
    const forgotten = await hold("cleaner", 120);
    await translate(forgotten, MINUTE);
    server.advance((RESERVATION_LASTS + 1) * 1000);
    await sweep(server.deps);
    expect(await left()).toBe(1);
    expect((await server.call(settle, { usage_id: forgotten }, { token })).key).toBe(
      "usage_closed",
    );
    const { data } = await server.call(getUsagePage, { page: 1, page_size: 10 }, { token });
    expect(data.list.map(({ cost, charged, state }) => [cost, charged, state])).toEqual([
      [2, 1, "refunded"],
      [1, 1, "refunded"],
    ]);
    const last = await hold("cleaner", 60);
    await translate(last, 10);
    await server.call(cancelAccount, { password: PASSWORD }, { token });
    const spent = await server.deps.db.read((queries) =>
      queries
        .selectFrom("ledger_entries")
        .select(({ fn }) => fn.sum("delta").as("sum"))
        .where("user_id", "=", userId)
        .where("account", "=", "spent")
        .executeTakeFirstOrThrow(),
    );
    expect(Number(spent.sum)).toBe(3);
  });

  it("TLS-8 USR-10 a client that leaves pays for what succeeds, and not for what fails", async () => {
    isHeld = true;
    const usage = await hold("cleaner", 180);
    const calls = [translate(usage, MINUTE), translate(usage, MINUTE)];
    await expect.poll(() => waiting.length).toBe(2);
    // A refund while both calls are in progress: they are paid for.
    expect((await server.call(refund, { usage_id: usage }, { token })).data.cost).toBe(2);
    expect(await left()).toBe(1);
    waiting[0]!.answer();
    waiting[1]!.fail();
    await Promise.all(calls);
    expect(await left()).toBe(2);
    isHeld = false;
    expect((await translate(usage, 1)).key).toBe("usage_closed");

    isHeld = true;
    const other = await hold("cleaner", 60);
    const abort = new AbortController();
    const leaving = Promise.resolve(
      server.app.request(`http://api.example${translateHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": "of-a-client-that-leaves",
        },
        body: JSON.stringify({ usage_id: other, from: "en", to: "de", texts: ["x"] }),
        signal: abort.signal,
      }),
    ).catch(() => null);
    await expect.poll(() => waiting.length).toBe(3);
    abort.abort();
    waiting[2]!.answer();
    await leaving;
    expect((await server.call(refund, { usage_id: other }, { token })).data.cost).toBe(1);
  });

  it("USR-10 API-17 an account has a hundred open jobs, and room again when one has ended", async () => {
    const ids: string[] = [];
    for (let n = 0; n < OPEN_JOBS; n++) ids.push(await hold("cutter", 1));
    const request = { tool: "cutter", seconds: 1 };
    const key = "once-more-1";
    const refused = await server.call(reserve, request, { token, key });
    expect(refused).toMatchObject({ status: 429, key: "jobs_open", params: { max: OPEN_JOBS } });
    expect(refused.headers.get("retry-after")).toBe("30");
    const { token: other } = await server.addUser();
    expect((await server.call(reserve, request, { token: other })).status).toBe(200);
    await server.call(refund, { usage_id: ids[0]! }, { token });
    expect((await server.call(reserve, request, { token, key })).status).toBe(200);
  });
});
