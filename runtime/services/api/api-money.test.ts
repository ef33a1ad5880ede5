import fc from "fast-check";
import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { Api } from "./api.ts";
import { type FakeBrowser, type Stage, openStage } from "#tests/fake-api/harness.ts";
import type { Purse } from "#tests/fake-api/world.ts";

const ANN = { email: "ann@example.org", password: "correct horse" };
const HASH = "ab".repeat(32);
const refused = (key: string, params: object = {}) => ({ name: "ApiError", key, params });

/** Ann, logged in, with her credits loaded. */
async function logIn(stage: Stage, purse: Partial<Purse> = {}): Promise<FakeBrowser> {
  if (!stage.fake.account(ANN.email)) stage.fake.addAccount(ANN.email, ANN.password, purse);
  const browser = stage.browse();
  await browser.user.login(ANN);
  await expect.poll(() => browser.user.getState().userConfig).toBeTruthy();
  await browser.user.loadBalance();
  return browser;
}
const minutes = (count: number, tool = "audio-trimmer") => ({
  tool,
  seconds: count * 60,
  inputHash: null,
});

const end = (how: (usageId: string, key: string) => Promise<unknown>, usageId: string) =>
  how(usageId, crypto.randomUUID());
/** Says it without the store, which takes a closed run for done. */
const close = (api: Api, call: typeof settle, usage_id: string) =>
  api(call, { usage_id }, { quiet: "all" });

it("API-9 API-10 USR-6 daily credits are claimed once in 24 hours", async () => {
  await using stage = await openStage();
  const { user, toasts } = await logIn(stage);
  await user.claimDaily();
  expect(user.getState()).toMatchObject({ credits: 3, daily_credits_count: 1 });
  await expect(user.claimDaily()).rejects.toMatchObject({
    ...refused("claim_too_soon"),
    status: 409,
    retryAfter: 24 * 3600 + 1,
  });
  expect(toasts).toEqual([{ key: "errors:api.claim_too_soon", params: {} }]);
  stage.fake.advance(24 * 3600 + 1);
  await user.claimDaily();
  expect(user.getState()).toMatchObject({ credits: 6, daily_credits_count: 2 });
});

it("API-11 USR-9 the gift is taken once per user", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  await user.readdCredits();
  expect(user.getState().credits).toBe(5);
  await expect(user.readdCredits()).rejects.toMatchObject(refused("gift_taken"));
  expect(user.getState().credits).toBe(5);
});

it("API-17 USR-10 credits are held, and taken or given back to where they came from", async () => {
  await using stage = await openStage();
  const { api, user } = await logIn(stage, { free: 2, plan: 3, bought: 10 });
  const { purse } = stage.fake.account(ANN.email)!;
  const { usageId, cost } = await user.reserve(minutes(6.5), "run-0001");
  expect([cost, { ...purse }]).toEqual([7, { free: 0, plan: 0, bought: 8 }]);
  await end(user.refund, usageId);
  expect([user.getState().credits, { ...purse }]).toEqual([15, { free: 2, plan: 3, bought: 10 }]);
  await end(user.refund, usageId);
  await expect(close(api, settle, usageId)).rejects.toMatchObject(refused("usage_closed"));
  const second = await user.reserve(minutes(3), "run-0002");
  await end(user.settle, second.usageId);
  await end(user.settle, second.usageId);
  await expect(close(api, refund, second.usageId)).rejects.toMatchObject(refused("usage_closed"));
  expect([user.getState().credits, { ...purse }]).toEqual([12, { free: 0, plan: 2, bought: 10 }]);
});

it("USR-7 too few credits are refused with the needed amount, and the job is asked for a way on", async () => {
  await using stage = await openStage({ costs: { "karaoke-maker": 2 } });
  const { user, opened } = await logIn(stage, { free: 5 });
  await expect(user.reserve(minutes(3, "karaoke-maker"), "run-0001")).rejects.toMatchObject({
    ...refused("not_enough_credits", { needed: 6, available: 5 }),
    status: 402,
  });
  // The store opens no dialog: the job opens one, with the remaining balance.
  expect(opened).toEqual([]);
  expect((await user.reserve(minutes(2.9, "karaoke-maker"), "run-0001")).cost).toBe(4);
});

it("USR-7 a refused run continues under its key once there are credits", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  await expect(user.reserve(minutes(3), "run-0001")).rejects.toMatchObject({ status: 402 });
  await user.claimDaily();
  expect(await user.reserve(minutes(3), "run-0001")).toMatchObject({ cost: 3 });
});

it("USR-10 parallel jobs never overdraw", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage, { bought: 10 });
  const runs = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => user.reserve(minutes(3), `run-000${at}`)),
  );
  expect(runs.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await user.loadBalance();
  expect(user.getState().credits).toBe(1);
});

it("USR-10 a reservation whose answer was lost is held once", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage, { bought: 10 });
  stage.fake.fail({ path: reserve.path, drop: "after" });
  await expect(user.reserve(minutes(4), "run-0001")).rejects.toMatchObject({ key: "offline" });
  const { usageId } = await user.reserve(minutes(4), "run-0001");
  expect(user.getState().credits).toBe(6);
  expect(stage.fake.account(ANN.email)!.usages.map(({ id }) => id)).toEqual([usageId]);
});

it("USR-10 a claim whose answer was lost is made once", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage);
  stage.fake.fail({ path: claimDaily.path, drop: "after" });
  await expect(user.claimDaily()).rejects.toMatchObject({ key: "offline" });
  await user.claimDaily();
  expect(user.getState()).toMatchObject({ credits: 3, daily_credits_count: 1 });
});

it("USR-10 the same key: replayed, in flight, another body, none, and new after a day", async () => {
  await using stage = await openStage();
  const { api } = await logIn(stage, { bought: 20 });
  const hold = (idempotencyKey: string, seconds = 60) =>
    api(reserve, { tool: "audio-trimmer", seconds }, { idempotencyKey, quiet: "all" });
  const first = await hold("key-0001");
  expect(await hold("key-0001")).toEqual(first);
  await expect(hold("key-0001", 61)).rejects.toMatchObject({
    ...refused("key_reused"),
    status: 422,
  });
  await expect(hold("short")).rejects.toMatchObject({ ...refused("key_missing"), status: 400 });
  stage.fake.fail({ path: reserve.path, delay: 300 });
  const [slow, meanwhile] = await Promise.allSettled([hold("key-0002"), hold("key-0002")]);
  expect(slow).toMatchObject({ status: "fulfilled" });
  expect(meanwhile).toMatchObject({
    reason: { ...refused("key_in_flight"), status: 409, retryAfter: 1 },
  });
  stage.fake.advance(24 * 3600);
  expect((await hold("key-0001")).usage_id).not.toBe(first.usage_id);
});

it("USR-10 what the server failed to do is done by the next try under the same key", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage, { bought: 5 });
  stage.fake.fail({ path: reserve.path, key: "internal" });
  await expect(user.reserve(minutes(2), "run-0001")).rejects.toMatchObject({ status: 500 });
  await user.reserve(minutes(2), "run-0001");
  expect(user.getState().credits).toBe(3);
});

it("USR-10 the same input costs nothing for a day, once it was paid for", async () => {
  await using stage = await openStage();
  const { user } = await logIn(stage, { bought: 20 });
  const costs: number[] = [];
  const run = async (tool: string, inputHash = HASH): Promise<string> => {
    const request = { tool, seconds: 120, inputHash };
    const { usageId, cost } = await user.reserve(request, `run-000${costs.length}`);
    costs.push(cost);
    return usageId;
  };
  await end(user.refund, await run("reverb-remover"));
  await end(user.settle, await run("reverb-remover"));
  await end(user.settle, await run("reverb-remover"));
  await end(user.settle, await run("breath-remover"));
  await end(user.settle, await run("reverb-remover", "cd".repeat(32)));
  stage.fake.advance(24 * 3600);
  await end(user.settle, await run("reverb-remover"));
  expect(costs).toEqual([2, 2, 0, 2, 2, 2]);
});

it("USR-10 an unsettled hold is released automatically", async () => {
  await using stage = await openStage();
  const { api, user } = await logIn(stage, { bought: 5 });
  const { usageId } = await user.reserve(minutes(5), "run-0001");
  stage.fake.advance(6 * 3600);
  await user.loadBalance();
  expect(user.getState().credits).toBe(5);
  await expect(close(api, settle, usageId)).rejects.toMatchObject(refused("usage_closed"));
});

it("USR-10 credits are neither made nor lost, whatever is done in whatever order", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("reserve" as const), minutes: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ kind: fc.constantFrom("settle" as const, "refund" as const), at: fc.nat(9) }),
    fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 7 }) }),
  );
  await using stage = await openStage();
  let users = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const email = `u${++users}@example.org`;
      const account = stage.fake.addAccount(email, "p", { free: 4, plan: 7, bought: 9 });
      const { api, user } = stage.browse(new Map([["toolkit_token", stage.fake.signIn(email)]]));
      await user.restore();
      const ids: string[] = [];
      for (const one of steps) {
        if (one.kind === "wait") stage.fake.advance(one.hours * 3600);
        else if (one.kind === "reserve") {
          const request = { tool: "audio-trimmer", seconds: one.minutes * 60 };
          const held = await api(reserve, request, { quiet: "all" }).catch(() => null);
          if (held) ids.push(held.usage_id);
        } else if (ids.length > 0) {
          const usage_id = ids[one.at % ids.length]!;
          const call = one.kind === "settle" ? settle : refund;
          await api(call, { usage_id }, { quiet: "all" }).catch(() => null);
        }
        const { free, plan, bought } = account.purse;
        expect(Math.min(free, plan, bought)).toBeGreaterThanOrEqual(0);
        const away = account.usages
          .filter(({ state }) => state !== "refunded")
          .reduce((sum, { cost }) => sum + cost, 0);
        expect(free + plan + bought + away).toBe(20);
      }
    }),
    { numRuns: 25 },
  );
});
