import { afterEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { refund } from "#core/api/usage/refund.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { canClaim } from "#core/credits/credits.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { respondOnce } from "../http/idempotency.ts";
import type { UserContext } from "../http/request-context.ts";
import { sweep } from "../sweep.ts";
import { releaseOverdue } from "../usage/release-overdue.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";
import { auditLedger } from "./audit.ts";
import { type NewGrant, grantCredits, voidGrant } from "./grant-credits.ts";
import { closeHold, holdCredits } from "./hold.ts";
import { record } from "./record.ts";
import { lockWallet } from "./wallet.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const HASH = "a".repeat(64);

describeOnDatabases("the ledger", ({ fresh }) => {
  let server: TestServer;
  let user: { userId: string; token: string };
  const open = async () => {
    server = await createTestServer(await fresh());
    user = await server.addUser();
  };
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const give = (grant: Omit<NewGrant, "userId" | "source" | "sourceId"> & { sourceId?: string }) =>
    server.deps.db.write(async (tx) => {
      await lockWallet(tx, user.userId);
      return await grantCredits(tx, server.deps, {
        userId: user.userId,
        source: "support",
        sourceId: server.deps.ids(),
        ...grant,
      });
    });
  const balance = async () => {
    const { data } = await server.call(getBalance, {}, user);
    return [data.free_credits, data.buy_credits];
  };
  const start = (seconds: number, hash?: string, tool = "cleaner") =>
    server.call(reserve, { tool, seconds, ...(hash && { input_hash: hash }) }, user);

  it("USR-10 movements of credits are whole numbers above zero; others leave nothing in the ledger", async () => {
    await open();
    await give({ bucket: "bought", amount: 10 });
    const before = await balance();
    const { db } = server.deps;
    const { id: grantId } = await db.read((q) =>
      q.selectFrom("grants").select("id").where("bucket", "=", "bought").executeTakeFirstOrThrow(),
    );
    for (const amount of [-1, 0.5, NaN, 2 ** 53]) {
      const move = { grantId, from: "available", to: "held", amount } as const;
      const moved = db.write((tx) =>
        record(tx, server.deps, { userId: user.userId, kind: "hold" }, [move]),
      );
      await expect(moved, `${amount}`).rejects.toThrow(RangeError);
    }
    expect(await balance()).toEqual(before);
  });

  it("USR-11 a job that takes credits of hundreds of claims changes them with one statement", async () => {
    await open();
    const claims = 400;
    for (let at = 0; at < claims; at++) await give({ bucket: "free", amount: 1 });
    await give({ bucket: "bought", amount: 50 });
    const { rows } = await server.deps.db.write(async (tx) => {
      let updates = 0;
      const counted = tx.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === "UpdateQueryNode") updates++;
          return node;
        },
        transformResult: async ({ result }) => result,
      }) as typeof tx;
      await lockWallet(counted, user.userId);
      await holdCredits(counted, server.deps, { userId: user.userId, usageId: "job" }, 410);
      const left = await tx
        .selectFrom("grants")
        .select(["bucket", ({ fn }) => fn.sum<number>("remaining").as("left")])
        .groupBy("bucket")
        .orderBy("bucket")
        .execute();
      expect(left.map(({ left: credits }) => Number(credits))).toEqual([40, 0]);
      await closeHold(counted, server.deps, { userId: user.userId, usageId: "job" }, 0);
      return { rows: updates };
    });
    // One update of the wallet and two of the grants.
    expect(rows).toBe(3);
    expect(await balance()).toEqual([400, 50]);
  });

  it("API-10 USR-6 gives the daily credits when more than 24 hours have passed", async () => {
    await open();
    const first = await server.call(claimDaily, {}, user);
    expect(first.data).toMatchObject({ free_credits: 3, buy_credits: 0, daily_credits_count: 1 });
    const again = await server.call(claimDaily, {}, user);
    expect(again).toMatchObject({ status: 409, key: "claim_too_soon" });
    const wait = Number(again.headers.get("retry-after"));
    server.advance(24 * HOUR);
    expect((await server.call(claimDaily, {}, user)).key).toBe("claim_too_soon");
    server.advance(wait * SECOND - 24 * HOUR);
    const next = await server.call(claimDaily, {}, user);
    expect(next.data).toMatchObject({ free_credits: 6, daily_credits_count: 2 });
  });

  it("USR-6 the browser and the server agree when the credits can be claimed", async () => {
    await open();
    server.advance(437);
    const { data } = await server.call(claimDaily, {}, user);
    const state = {
      last_get_credits_time: data.last_get_credits_time!,
      daily_credits_count: data.daily_credits_count!,
    };
    server.advance(24 * HOUR - 2 * SECOND);
    for (let step = 0; step < 40; step++) {
      server.advance(100);
      const browser = canClaim(state, server.deps.clock() / 1000);
      const { status } = await server.call(claimDaily, {}, user);
      expect(status === 200).toBe(browser);
      if (browser) return;
    }
    throw new Error("never claimable");
  });

  it("API-10 of 64 claims at the same time one is first", async () => {
    await open();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => server.call(claimDaily, {}, user)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ key }) => key === "claim_too_soon")).toHaveLength(63);
    expect(await balance()).toEqual([3, 0]);
  });

  it("API-11 USR-9 gives the gift once", async () => {
    await open();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => server.call(replenish, {}, user)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ key }) => key === "gift_taken")).toHaveLength(15);
    expect(await balance()).toEqual([5, 0]);
  });

  it("API-17 USR-7 holds what a job costs by its tool and length", async () => {
    await open();
    await give({ bucket: "bought", amount: 100 });
    for (const [tool, seconds, cost] of [
      ["cleaner", 61, 2],
      ["splitter", 200, 6],
      ["splitter", 1, 2],
      ["downloader", 9999, 1],
      ["cutter", 9999, 0],
      ["cleaner", 0, 1],
    ] as const)
      expect((await start(seconds, undefined, tool)).data.cost).toBe(cost);
    expect(await balance()).toEqual([0, 88]);
    expect(await start(1, undefined, "unknown")).toMatchObject({ status: 400 });
    const missing = await start(90 * 60);
    expect(missing).toMatchObject({
      status: 402,
      key: "not_enough_credits",
      params: { needed: 90, available: 88 },
    });
    expect(await balance()).toEqual([0, 88]);
  });

  it("USR-10 settles or refunds once per request, never both", async () => {
    await open();
    await give({ bucket: "free", amount: 10 });
    const one = (await start(120)).data.usage_id;
    expect(await balance()).toEqual([8, 0]);
    for (let n = 0; n < 2; n++)
      expect((await server.call(settle, { usage_id: one }, user)).data.free_credits).toBe(8);
    expect((await server.call(refund, { usage_id: one }, user)).key).toBe("usage_closed");
    const two = (await start(180)).data.usage_id;
    for (let n = 0; n < 2; n++)
      expect((await server.call(refund, { usage_id: two }, user)).data.free_credits).toBe(8);
    expect((await server.call(settle, { usage_id: two }, user)).key).toBe("usage_closed");
    expect((await server.call(settle, { usage_id: "nothing" }, user)).key).toBe("not_found");
    const other = await server.addUser();
    expect((await server.call(refund, { usage_id: one }, other)).key).toBe("not_found");
  });

  it("USR-11 burns free credits first, then the plan's, then the bought; what expires sooner first", async () => {
    await open();
    const now = server.deps.clock();
    await give({ bucket: "bought", amount: 10 });
    await give({ bucket: "plan", amount: 5, expiresAt: now + 48 * HOUR, sourceId: "later" });
    await give({ bucket: "plan", amount: 5, expiresAt: now + 24 * HOUR, sourceId: "sooner" });
    await give({ bucket: "free", amount: 3 });
    const left = () =>
      server.deps.db
        .read((q) => q.selectFrom("grants").select(["bucket", "remaining"]).orderBy("id").execute())
        .then((rows) => rows.map(({ remaining }) => remaining));
    const usage = (await start(60 * 6)).data.usage_id;
    expect(await left()).toEqual([10, 5, 2, 0]);
    await start(60 * 9);
    expect(await left()).toEqual([8, 0, 0, 0]);
    await server.call(refund, { usage_id: usage }, user);
    expect(await left()).toEqual([8, 0, 3, 3]);
  });

  it("USR-11 credits of a plan end with it, the bought ones stay", async () => {
    await open();
    await give({ bucket: "bought", amount: 10 });
    await give({ bucket: "plan", amount: 200, expiresAt: server.deps.clock() + HOUR });
    const usage = (await start(60 * 50)).data.usage_id;
    expect(await balance()).toEqual([0, 160]);
    server.advance(HOUR);
    expect(await balance()).toEqual([0, 10]);
    expect((await start(60 * 11)).key).toBe("not_enough_credits");
    await sweep(server.deps);
    await server.call(refund, { usage_id: usage }, user);
    expect(await balance()).toEqual([0, 10]);
    await sweep(server.deps);
    const kinds = await server.deps.db.read((q) =>
      q
        .selectFrom("ledger_entries")
        .select((f) => f.fn.sum<number>("delta").as("sum"))
        .where("account", "=", "expired")
        .executeTakeFirstOrThrow(),
    );
    expect(kinds.sum).toBe(200);
    await expect(give({ bucket: "bought", amount: 1, expiresAt: 5 })).rejects.toThrow(RangeError);
  });

  it("USR-11 a returned payment revokes its remaining credits, once, and no more", async () => {
    await open();
    await give({ bucket: "bought", amount: 60, sourceId: "one" });
    await start(60 * 40);
    const take = () =>
      server.deps.db.write(async (tx) => {
        await lockWallet(tx, user.userId);
        const source = { userId: user.userId, source: "support", sourceId: "one" } as const;
        return await voidGrant(tx, server.deps, source);
      });
    expect(await take()).toBe(20);
    expect(await take()).toBe(0);
    expect(await balance()).toEqual([0, 0]);
    expect(await give({ bucket: "bought", amount: 60, sourceId: "one" })).toBe(false);
  });

  it("USR-10 of 64 jobs for the last credit one is held", async () => {
    await open();
    await give({ bucket: "bought", amount: 1 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => start(60)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ key }) => key === "not_enough_credits")).toHaveLength(63);
    expect(await balance()).toEqual([0, 0]);
  });

  it("USR-10 of 32 refunds and 32 settlements of a job one kind happens, once", async () => {
    await open();
    await give({ bucket: "bought", amount: 5 });
    const { usage_id } = (await start(300)).data;
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        server.call(n % 2 ? settle : refund, { usage_id }, user),
      ),
    );
    const right = answers.filter(({ status }) => status === 200).length;
    expect(right).toBe(32);
    expect([0, 5]).toContain((await balance())[1]);
  });

  it("USR-10 what an input has cost in a tool is taken off for 24 hours after it was settled", async () => {
    await open();
    await give({ bucket: "bought", amount: 50 });
    const first = await start(120, HASH);
    expect((await start(120, HASH)).data.cost).toBe(2);
    await server.call(settle, { usage_id: first.data.usage_id }, user);
    server.advance(23 * HOUR);
    // A longer input costs the difference: a file's rest after its first minutes.
    expect((await start(120.001, HASH)).data.cost).toBe(1);
    const free = await start(120, HASH);
    expect(free.data.cost).toBe(0);
    await server.call(settle, { usage_id: free.data.usage_id }, user);
    expect((await start(120, HASH, "splitter")).data.cost).toBe(4);
    expect((await start(120, "b".repeat(64))).data.cost).toBe(2);
    const other = await server.addUser();
    expect(
      (await server.call(reserve, { tool: "cleaner", seconds: 60, input_hash: HASH }, other)).key,
    ).toBe("not_enough_credits");
    server.advance(HOUR);
    expect((await start(120, HASH)).data.cost).toBe(2);
  });

  it("USR-10 a short job does not pay for a long one with its digest, and no length is free", async () => {
    await open();
    await give({ bucket: "bought", amount: 200 });
    for (const [seconds, cost] of [
      [1, 1],
      [7200, 119],
      [7200, 0],
      [1, 0],
    ] as const) {
      const { data } = await start(seconds, HASH);
      expect([seconds, data.cost]).toEqual([seconds, cost]);
      await server.call(settle, { usage_id: data.usage_id }, user);
    }
    expect((await start(7201 + 80 * 60, HASH)).key).toBe("not_enough_credits");
    expect((await start(0, "c".repeat(64))).data.cost).toBe(1);
    expect(await balance()).toEqual([0, 79]);
  });

  it("USR-10 releases overdue holds, once", async () => {
    await open();
    await give({ bucket: "bought", amount: 5 });
    const { usage_id } = (await start(300)).data;
    server.advance(6 * HOUR - 1);
    expect(await releaseOverdue(server.deps)).toBe(0);
    server.advance(1);
    const counts = await Promise.all([1, 2, 3].map(() => releaseOverdue(server.deps)));
    expect(counts.reduce((a, b) => a + b)).toBe(1);
    expect(await balance()).toEqual([0, 5]);
    expect((await server.call(settle, { usage_id }, user)).key).toBe("usage_closed");
    expect((await server.call(refund, { usage_id }, user)).status).toBe(200);
  });

  it("API-17 an idempotency key gives the first answer again, and refuses another body", async () => {
    await open();
    await give({ bucket: "bought", amount: 5 });
    const key = "one-key-for-all";
    const ask = (seconds: number, asKey = key) =>
      server.call(reserve, { tool: "cleaner", seconds }, { ...user, key: asKey });
    const first = await ask(60);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await ask(60);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await ask(120)).toMatchObject({ status: 422, key: "key_reused" });
    expect(await balance()).toEqual([0, 4]);
    // Errors are stored, too: after a grant, the response to the same key is unchanged.
    const refused = await ask(9000, "second-key");
    await give({ bucket: "bought", amount: 500 });
    const repeated = await ask(9000, "second-key");
    expect(repeated).toMatchObject({ status: 402, key: refused.key, params: refused.params });
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    // Keys are scoped to a user and a path.
    const other = await server.addUser();
    expect((await server.call(claimDaily, {}, { ...other, key })).status).toBe(200);
    expect((await server.call(claimDaily, {}, { ...user, key })).status).toBe(200);
    server.advance(24 * HOUR);
    await sweep(server.deps);
    expect((await ask(120)).status).toBe(200);
  });

  it("API-17 refuses a missing or strange idempotency key", async () => {
    await open();
    for (const key of ["", "short", "x".repeat(129), "with space"])
      expect(await server.call(claimDaily, {}, { ...user, key })).toMatchObject({
        status: 400,
        key: "key_missing",
      });
    expect(await balance()).toEqual([0, 0]);
  });

  it("API-17 says that a call is being worked on, and refuses another body meanwhile", async () => {
    await open();
    const { promise: pause, resolve: goOn } = Promise.withResolvers<void>();
    const headers = { "idempotency-key": "one-key-for-all" };
    const request = new Request("http://api.example/", { method: "POST", headers });
    const context = { deps: server.deps, request, user } as unknown as UserContext;
    const ask = (body: object) =>
      respondOnce(context, { path: "/slow", request: body }, async () => {
        await pause;
        return async () => "done";
      });
    const first = ask({ a: 1 });
    await expect(ask({ a: 1 })).rejects.toMatchObject({ key: "key_in_flight", retryAfter: 1 });
    await expect(ask({ a: 2 })).rejects.toMatchObject({ key: "key_reused" });
    goOn();
    const { body, replayed } = await first;
    expect(replayed).toBeUndefined();
    expect(await ask({ a: 1 })).toMatchObject({ body, replayed: true });
    await expect(ask({ a: 2 })).rejects.toMatchObject({ key: "key_reused" });
  });

  it("API-17 of 64 calls with one key one is done; the others hear of it or its answer", async () => {
    await open();
    await give({ bucket: "bought", amount: 100 });
    // Simulates two processes: each knows only its own calls in progress.
    const twin = await createTestServer(server.deps.settings.database, { db: server.deps.db });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        (n % 2 ? twin : server).call(
          reserve,
          { tool: "cleaner", seconds: 60 },
          { ...user, key: "one-key-for-all" },
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ data }) => data.usage_id)).size).toBe(1);
    expect(done.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1);
    for (const { status, key, headers } of answers.filter(({ status: s }) => s !== 200)) {
      expect({ status, key }).toEqual({ status: 409, key: "key_in_flight" });
      expect(headers.get("retry-after")).toBe("1");
    }
    expect(await balance()).toEqual([0, 99]);
  });
});
