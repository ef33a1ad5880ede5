import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { register } from "#core/api/accounts/register.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { isLong } from "#tests/left-out.ts";
import { createSeededRandom } from "#core/random.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { sweep } from "../sweep.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";
import { auditLedger } from "./audit.ts";

const DAY = 86_400_000;
const WEEKS = 56 * DAY;
const password = "a fine long sentence";
const code_verifier = "a-verifier-of-this-client";
const FORMS = ["m.ira@gmail.com", "mira+1@gmail.com", "mira@googlemail.com", "MIRA@gmail.com"];

describeOnDatabases("free credits", ({ fresh, engine }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer(await fresh());
  });
  afterEach(() => server.close());

  let clients = 0;
  /** Registers from a unique network address. */
  const signUp = async (email: string) => {
    const client = `198.51.${++clients >> 8}.${clients & 255}`;
    await server.call(register, { email, password, code_verifier }, { client });
    const { code } = server.sentEmails.findLast((message) => message.code !== undefined)!;
    const made = await server.call(verifyCode, { email, code: code!, code_verifier }, { client });
    expect(made.status).toBe(200);
    return made.data;
  };
  const creditsOf = async (token: string) =>
    (await server.call(getBalance, {}, { token })).data.free_credits;
  const cancel = async (token: string) =>
    expect((await server.call(cancelAccount, { password }, { token })).status).toBe(200);

  it("USR-6 USR-9 an account that is registered again gets neither the gift nor the day's credits a second time", async () => {
    const first = await signUp("mira@example.org");
    expect((await server.call(replenish, {}, first)).data.free_credits).toBe(8);
    await cancel(first.token);
    server.advance(60_000);
    const again = await signUp("mira@example.org");
    expect(again.user_info.daily_credits_count).toBe(0);
    // The browser counts from the last claim, as the server does.
    expect(again.last_get_credits_time).toBe(first.last_get_credits_time);
    expect((await server.call(claimDaily, {}, again)).key).toBe("claim_too_soon");
    expect((await server.call(replenish, {}, again)).key).toBe("gift_taken");
    expect(await creditsOf(again.token)).toBe(0);
    server.advance(DAY);
    expect((await server.call(claimDaily, {}, again)).data.free_credits).toBe(3);
    expect(await server.deps.db.read(auditLedger)).toEqual([]);
  });

  it("USR-5 a mailbox is forgotten eight weeks after its account was deleted", async () => {
    const first = await signUp("mira@example.org");
    await server.call(replenish, {}, first);
    server.advance(DAY * 300);
    const later = await server.call(claimDaily, {}, first);
    expect(later.status).toBe(401);
    const rows = () =>
      server.deps.db.read((q) => q.selectFrom("free_credits").selectAll().execute());
    await sweep(server.deps);
    expect(await rows()).toEqual([]);
    const second = await signUp("other@example.org");
    await server.call(replenish, {}, second);
    server.advance(DAY * 20);
    await cancel(second.token);
    server.advance(WEEKS - 1);
    await sweep(server.deps);
    expect(await rows()).toHaveLength(1);
    server.advance(1);
    await sweep(server.deps);
    expect(await rows()).toEqual([]);
    const again = await signUp("other@example.org");
    expect((await server.call(replenish, {}, again)).data.free_credits).toBe(8);
  });

  it("USR-5 what an account had before mailboxes were remembered is remembered when it is deleted", async () => {
    const first = await signUp("mira@example.org");
    await server.call(replenish, {}, first);
    await server.deps.db.write((tx) => tx.deleteFrom("free_credits").execute());
    await cancel(first.token);
    server.advance(60_000);
    const again = await signUp("mira@example.org");
    expect(again.user_info.daily_credits_count).toBe(0);
    expect((await server.call(replenish, {}, again)).key).toBe("gift_taken");
  });

  it("USR-6 of claims by many forms of an address at the same time one is first", async () => {
    const tokens = await Promise.all(
      FORMS.slice(0, 2).map(async (email) => (await server.addUser(email)).token),
    );
    const answers = await Promise.all(
      tokens.flatMap((token) => [
        server.call(claimDaily, {}, { token }),
        server.call(replenish, {}, { token }),
      ]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await Promise.all(tokens.map(creditsOf)).then((all) => all[0]! + all[1]!)).toBe(8);
  });

  it(
    "USR-6 USR-9 whatever accounts a mailbox has and had, it gets one gift and one claim a day",
    { timeout: 120_000 },
    async () => {
      // The rules do not depend on the database; PostgreSQL takes longer.
      const seeds = engine === "sqlite" ? 6 : 2;
      for (let seed = 1; seed <= (isLong ? 60 : seeds); seed++) {
        const random = createSeededRandom(seed);
        const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
        const begun = server.deps.clock();
        const accounts = new Map<string, string>();
        let given = 0;
        for (let n = 0; n < 30; n++) {
          const email = pick(FORMS);
          const token = accounts.get(email.toLowerCase());
          if (token === undefined) {
            const { token: made, user_info } = await signUp(email);
            accounts.set(email.toLowerCase(), made);
            given += user_info.daily_credits_count * 3;
          } else {
            const act = pick(["claim", "gift", "cancel"] as const);
            if (act === "claim" && (await server.call(claimDaily, {}, { token })).status === 200)
              given += 3;
            if (act === "gift" && (await server.call(replenish, {}, { token })).status === 200)
              given += 5;
            if (act === "cancel") {
              await cancel(token);
              accounts.delete(email.toLowerCase());
            }
          }
          server.advance(pick([61_000, DAY / 4, DAY / 2]));
        }
        const days = Math.ceil((server.deps.clock() - begun) / DAY);
        expect(given, `seed ${seed}`).toBeLessThanOrEqual(5 + 3 * days);
        for (const token of accounts.values()) await cancel(token);
        server.advance(WEEKS + DAY);
        await sweep(server.deps);
      }
      expect(await server.deps.db.read(auditLedger)).toEqual([]);
    },
  );
});
