import fc from "fast-check";
import { expect, it } from "vitest";
import type { AnyCall } from "#core/api/contract/call.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { refund } from "#core/api/usage/refund.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { costOf, INPUT_FREE_FOR, RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { Bucket } from "../db/schema/credits.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { sweep } from "../sweep.ts";
import { type TestResponse, type TestServer, createTestServer } from "../testing/test-server.ts";
import { auditLedger } from "./audit.ts";
import { grantCredits, voidGrant } from "./grant-credits.ts";
import { lockWallet } from "./wallet.ts";
import { isLong } from "#tests/left-out.ts";

const HISTORIES = isLong ? 10_000 : 60;
const HOUR = 3_600_000;
const HASHES = ["a".repeat(64), "b".repeat(64)];

type Action =
  | { readonly kind: "claim" | "gift" | "sweep" | "repeat" }
  | {
      readonly kind: "give";
      readonly bucket: Bucket;
      readonly amount: number;
      readonly hours: number;
    }
  | { readonly kind: "takeBack"; readonly index: number }
  | { readonly kind: "reserve"; readonly seconds: number; readonly hash: number }
  | { readonly kind: "settle" | "refund"; readonly index: number }
  | { readonly kind: "advance"; readonly hours: number };
type Step = Action | { readonly kind: "together"; readonly actions: readonly Action[] };

const call: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom("claim", "gift") }),
  {
    arbitrary: fc.record({
      kind: fc.constant("reserve"),
      seconds: fc.integer({ min: 0, max: 900 }),
      hash: fc.integer({ min: 0, max: 4 }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ kind: fc.constantFrom("settle", "refund"), index: fc.nat(5) }),
    weight: 4,
  },
) as fc.Arbitrary<Action>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: call, weight: 8 },
  fc.record({ kind: fc.constant("repeat") }),
  {
    arbitrary: fc.record({
      kind: fc.constant("give"),
      bucket: fc.constantFrom("free", "plan", "bought"),
      amount: fc.integer({ min: 0, max: 20 }),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
    weight: 2,
  },
  fc.record({ kind: fc.constant("takeBack"), index: fc.nat(4) }),
  {
    arbitrary: fc.record({ kind: fc.constant("advance"), hours: fc.constantFrom(0.5, 3, 7, 25) }),
    weight: 2,
  },
  fc.record({ kind: fc.constant("sweep") }),
  {
    arbitrary: fc.record({
      kind: fc.constant("together"),
      actions: fc.array(call, { minLength: 2, maxLength: 6 }),
    }),
    weight: 2,
  },
) as fc.Arbitrary<Step>;

interface Grant {
  readonly id: string;
  readonly rank: number;
  readonly expiresAt: number | null;
  remaining: number;
  isVoid: boolean;
}
interface Job {
  readonly id: string;
  readonly cost: number;
  readonly hash: number;
  readonly seconds: number;
  readonly createdAt: number;
  /** Held credits by grant. */
  readonly from: ReadonlyMap<string, number>;
  state: "reserved" | "settled" | "refunded";
  closedAt: number;
}
const RANKS: Readonly<Record<Bucket, number>> = { free: 0, plan: 1, bought: 2 };

/** Independent model of the ledger, which shares only prices and times with the implementation. */
class Model {
  readonly grants: Grant[] = [];
  readonly jobs: Job[] = [];
  claimedAt = -Infinity;
  hasGift = false;
  last:
    | { call: AnyCall; request: object; key: string; answer: TestResponse<AnyCall>; at: number }
    | undefined;

  usable(now: number): Grant[] {
    return this.grants
      .filter(
        ({ remaining, expiresAt }) => remaining > 0 && (expiresAt === null || expiresAt > now),
      )
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity) ||
          (a.id < b.id ? -1 : 1),
      );
  }
  balance(now: number): [free: number, paid: number] {
    let free = 0;
    let paid = 0;
    for (const { rank, remaining } of this.usable(now))
      if (rank === 0) free += remaining;
      else paid += remaining;
    return [free, paid];
  }
  priceOf(seconds: number, hash: number, now: number): number {
    const paid = this.jobs
      .filter(
        (job) =>
          hash < HASHES.length &&
          job.hash === hash &&
          job.state === "settled" &&
          now - job.closedAt < INPUT_FREE_FOR * 1000,
      )
      .reduce((sum, job) => sum + job.cost, 0);
    return Math.max(0, costOf(1, seconds) - paid);
  }
  hold(cost: number, now: number): Map<string, number> | null {
    const [free, paid] = this.balance(now);
    if (free + paid < cost) return null;
    const from = new Map<string, number>();
    let left = cost;
    for (const grant of this.usable(now)) {
      const part = Math.min(left, grant.remaining);
      if (part > 0) from.set(grant.id, part);
      grant.remaining -= part;
      left -= part;
    }
    return from;
  }
  close(job: Job, state: "settled" | "refunded", now: number): void {
    job.state = state;
    job.closedAt = now;
    if (state === "refunded") for (const [id, part] of job.from) this.release(id, part);
  }
  /** Releases a job's credits, except those of a grant whose payment was reversed. */
  release(id: string, part: number): void {
    const grant = this.grants.find((one) => one.id === id)!;
    if (!grant.isVoid) grant.remaining += part;
  }
}

describeOnDatabases("random histories of credits", ({ fresh }) => {
  it(
    `USR-10 USR-11 API-9 API-10 API-11 ${HISTORIES} of them go as the model says`,
    async () => {
      const server = await createTestServer(await fresh());
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const history = await begin(server);
          for (const each of steps) await history.take(each);
        }),
        { numRuns: HISTORIES },
      );
      expect(await server.deps.db.read(auditLedger)).toEqual([]);
      await server.close();
    },
    isLong ? 3_600_000 : 240_000,
  );
});

async function begin(server: TestServer) {
  const { deps } = server;
  const user = await server.addUser();
  const model = new Model();
  let keys = 0;
  const now = (): number => deps.clock();

  const send = async <C extends AnyCall>(to: C, request: object): Promise<TestResponse<C>> => {
    const key = `${user.userId}-${++keys}`;
    const answer = (await server.call(to, request as never, { ...user, key })) as TestResponse<C>;
    model.last = { call: to, request, key, answer, at: now() };
    return answer;
  };
  const locked = <T>(
    work: (tx: Parameters<Parameters<typeof deps.db.write>[0]>[0]) => Promise<T>,
  ) =>
    deps.db.write(async (tx) => {
      await lockWallet(tx, user.userId);
      return await work(tx);
    });
  const readGrants = () =>
    deps.db.read((q) =>
      q.selectFrom("grants").selectAll().where("user_id", "=", user.userId).orderBy("id").execute(),
    );
  const requestOf = (action: Action): [AnyCall, object] | null => {
    const job = (index: number): string =>
      model.jobs[index % Math.max(1, model.jobs.length)]?.id ?? "none";
    switch (action.kind) {
      case "claim":
        return [claimDaily, {}];
      case "gift":
        return [replenish, {}];
      case "reserve": {
        const hash = HASHES[action.hash];
        return [
          reserve,
          { tool: "cleaner", seconds: action.seconds, ...(hash && { input_hash: hash }) },
        ];
      }
      case "settle":
        return [settle, { usage_id: job(action.index) }];
      case "refund":
        return [refund, { usage_id: job(action.index) }];
      default:
        return null;
    }
  };

  async function takeAlone(action: Action): Promise<void> {
    switch (action.kind) {
      case "claim": {
        const { status } = await send(claimDaily, {});
        const may = now() - model.claimedAt > 24 * HOUR;
        expect(status).toBe(may ? 200 : 409);
        if (may) {
          model.claimedAt = Math.ceil(now() / 1000) * 1000;
          await noteNewest("free", null, 3);
        }
        return;
      }
      case "gift": {
        const { status } = await send(replenish, {});
        expect(status).toBe(model.hasGift ? 409 : 200);
        if (!model.hasGift) await noteNewest("free", null, 5);
        model.hasGift = true;
        return;
      }
      case "give": {
        const { bucket, amount, hours } = action;
        const expiresAt = bucket === "bought" ? null : now() + hours * HOUR;
        const grant = {
          userId: user.userId,
          bucket,
          amount,
          source: "support",
          sourceId: deps.ids(),
        } as const;
        await locked((tx) =>
          grantCredits(tx, deps, { ...grant, ...(expiresAt !== null && { expiresAt }) }),
        );
        await noteNewest(bucket, expiresAt, amount);
        return;
      }
      case "takeBack": {
        const rows = (await readGrants()).filter(({ source }) => source === "support");
        const row = rows[action.index % Math.max(1, rows.length)];
        if (!row) return;
        const grant = model.grants.find(({ id }) => id === row.id)!;
        const { source_id: sourceId } = row;
        const taken = await locked((tx) =>
          voidGrant(tx, deps, { userId: user.userId, source: "support", sourceId }),
        );
        expect(taken).toBe(grant.remaining);
        grant.remaining = 0;
        grant.isVoid = true;
        return;
      }
      case "reserve": {
        const { seconds, hash } = action;
        const cost = model.priceOf(seconds, hash, now());
        const [free, paid] = model.balance(now());
        const from = model.hold(cost, now());
        const answer = await send(reserve, requestOf(action)![1]);
        if (!from) {
          expect(answer).toMatchObject({
            status: 402,
            params: { needed: cost, available: free + paid },
          });
          return;
        }
        expect(answer.data.cost).toBe(cost);
        model.jobs.push({
          id: answer.data.usage_id,
          cost,
          hash,
          seconds,
          createdAt: now(),
          from,
          state: "reserved",
          closedAt: 0,
        });
        return;
      }
      case "settle":
      case "refund": {
        const expected = action.kind === "settle" ? "settled" : "refunded";
        const job = model.jobs[action.index % Math.max(1, model.jobs.length)];
        const [to, request] = requestOf(action)!;
        const answer = await send(to, request);
        if (!job) expect(answer.key).toBe("not_found");
        else if (job.state === "reserved") {
          expect(answer.status).toBe(200);
          model.close(job, expected, now());
        } else expect(answer.status).toBe(job.state === expected ? 200 : 409);
        return;
      }
      case "advance":
        server.advance(action.hours * HOUR);
        return;
      case "sweep":
        await sweep(deps);
        for (const job of model.jobs)
          if (job.state === "reserved" && now() - job.createdAt >= RESERVATION_LASTS * 1000)
            model.close(job, "refunded", now());
        // A sweep writes off expired credits; later refunds may be written off later.
        for (const grant of model.grants)
          if (grant.expiresAt !== null && grant.expiresAt <= now()) grant.remaining = 0;
        return;
      case "repeat": {
        if (!model.last) return;
        const { call: to, request, key, answer, at } = model.last;
        const again = await server.call(to, request as never, { ...user, key });
        if (now() - at >= 24 * HOUR) {
          // The key was free again, so this was a new call.
          model.last = { ...model.last, answer: again, at: now() };
          await resync();
          return;
        }
        expect({ ...again, headers: 0 }).toEqual({ ...answer, headers: 0 });
        return;
      }
    }
  }

  async function noteNewest(
    bucket: Bucket,
    expiresAt: number | null,
    amount: number,
  ): Promise<void> {
    const newest = (await readGrants()).at(-1)!;
    expect(newest).toMatchObject({ bucket, amount, remaining: amount, expires_at: expiresAt });
    model.grants.push({
      id: newest.id,
      rank: RANKS[bucket],
      expiresAt,
      remaining: amount,
      isVoid: false,
    });
  }

  /** Updates the model with the result of concurrent calls. */
  async function resync(): Promise<void> {
    const { userId } = user;
    const [wallet, usages, held] = await deps.db.read((q) =>
      Promise.all([
        q.selectFrom("wallets").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow(),
        q.selectFrom("usages").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
        q
          .selectFrom("ledger_transactions as t")
          .innerJoin("ledger_entries as e", (join) =>
            join.onRef("e.user_id", "=", "t.user_id").onRef("e.transaction_id", "=", "t.id"),
          )
          .select(["t.usage_id", "e.grant_id", "e.delta"])
          .where("t.user_id", "=", userId)
          .where("t.kind", "=", "hold")
          .where("e.account", "=", "held")
          .execute(),
      ]),
    );
    const rows = await readGrants();
    model.grants.splice(
      0,
      Infinity,
      ...rows.map((row) => ({
        id: row.id,
        rank: RANKS[row.bucket],
        expiresAt: row.expires_at,
        remaining: row.remaining,
        isVoid: row.voided_at !== null,
      })),
    );
    model.jobs.splice(
      0,
      Infinity,
      ...usages.map((row): Job => ({
        id: row.id,
        cost: row.cost,
        hash: row.input_hash === null ? 9 : HASHES.indexOf(row.input_hash),
        seconds: row.milliseconds / 1000,
        createdAt: row.created_at,
        from: new Map(
          held
            .filter(({ usage_id }) => usage_id === row.id)
            .map(({ grant_id, delta }) => [grant_id, delta]),
        ),
        state: row.state,
        closedAt: row.closed_at ?? 0,
      })),
    );
    model.claimedAt = wallet.claimed_at === 0 ? -Infinity : wallet.claimed_at;
    model.hasGift = rows.some(({ source }) => source === "gift");
  }

  async function takeTogether(actions: readonly Action[]): Promise<void> {
    const before = model.balance(now());
    const open = new Map(
      model.jobs.filter(({ state }) => state === "reserved").map((job) => [job.id, job]),
    );
    const mayClaim = now() - model.claimedAt > 24 * HOUR;
    const mayTake = !model.hasGift;
    const requests = actions.map(requestOf).filter((request) => request !== null);
    const answers = await Promise.all(requests.map(([to, request]) => send(to, request)));
    let change = 0;
    const done = { claims: 0, gifts: 0 };
    const settled = new Set<string>();
    const refunded = new Set<string>();
    for (const [index, { status, data }] of answers.entries()) {
      const [to, request] = requests[index]!;
      expect([200, 402, 404, 409]).toContain(status);
      if (status !== 200) continue;
      const { usage_id: id } = request as { usage_id: string };
      if (to === claimDaily) done.claims++;
      if (to === replenish) done.gifts++;
      if (to === reserve) change -= (data as { cost: number }).cost;
      if (to === settle && open.has(id)) settled.add(id);
      if (to === refund && open.has(id)) refunded.add(id);
    }
    const requested = new Set(requests.map(([to]) => to));
    expect(done.claims).toBe(requested.has(claimDaily) && mayClaim ? 1 : 0);
    expect(done.gifts).toBe(requested.has(replenish) && mayTake ? 1 : 0);
    for (const id of settled) expect(refunded.has(id)).toBe(false);
    change += done.claims * 3 + done.gifts * 5;
    for (const id of refunded)
      for (const [grantId, part] of open.get(id)!.from) {
        const { expiresAt, isVoid } = model.grants.find((grant) => grant.id === grantId)!;
        if (!isVoid && (expiresAt === null || expiresAt > now())) change += part;
      }
    await resync();
    const after = model.balance(now());
    expect(after[0] + after[1]).toBe(before[0] + before[1] + change);
  }

  return {
    take: async (each: Step): Promise<void> => {
      if (each.kind === "together") await takeTogether(each.actions);
      else await takeAlone(each);
      const { data } = await server.call(getBalance, {}, user);
      expect([data.free_credits, data.buy_credits]).toEqual(model.balance(now()));
    },
  };
}
