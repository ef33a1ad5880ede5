import fs from "node:fs";
import { afterEach, expect, it } from "vitest";
import { only } from "#tests/left-out.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { changePassword } from "#core/api/accounts/change-password.ts";
import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { exportData } from "#core/api/accounts/export-data.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { getConfig } from "#core/api/accounts/get-config.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { logout } from "#core/api/accounts/logout.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { createTestServer, quickPasswords, type TestServer } from "../testing/test-server.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;
const email = "mira@example.org";
const password = "a fine long sentence";
const NONSENSE = "000000";

describeOnDatabases("accounts", ({ engine, fresh }) => {
  let server: TestServer;
  const open = async (overrides: Parameters<typeof createTestServer>[1] = {}) =>
    (server = await createTestServer(await fresh(), overrides));
  afterEach(() => server.close());

  const codeFrom = (template: string, to = email): string => {
    const code = server.sentEmails
      .filter((l) => l.template === template && l.to === to)
      .at(-1)?.code;
    if (code === undefined) throw new Error(`no ${template} for ${to}`);
    return code;
  };
  /** A code that differs from the given one. */
  const wrong = (code: string): string => (code === NONSENSE ? "000001" : NONSENSE);
  const signUp = async (address = email) => {
    await server.call(register, { email: address, password });
    const code = codeFrom("registerCode", address);
    const { data } = await server.call(verifyCode, { email: address, code });
    return data;
  };

  it("API-1 API-2 USR-4 USR-14 makes an account by a code of six digits, once, with the day's credits", async () => {
    await open();
    const response = await server.call(register, { email: " Mira@Example.org ", password });
    expect(response.data).toEqual({ registerState: "code_sent", resend_after: 60 });
    const [message] = server.sentEmails;
    expect(message).toMatchObject({
      to: "Mira@example.org",
      template: "registerCode",
      locale: "en",
    });
    expect(message!.code).toMatch(/^\d{6}$/);
    const code = message!.code!;
    const made = await server.call(verifyCode, { email, code });
    expect(made.data).toMatchObject({
      last_get_credits_time: server.deps.clock() / SECOND,
      user_info: { user_email: "Mira@example.org", daily_credits_count: 1 },
      subscription: null,
      kodepay_user_id: "",
    });
    expect(made.data.token).toMatch(/^[\w-]{43}$/);
    expect(await server.call(verifyCode, { email, code })).toMatchObject({ key: "code_expired" });
    const info = await server.call(getUser, {}, { token: made.data.token });
    const { device, ...account } = made.data;
    expect(device).toMatch(/^[\w.-]{40,100}$/);
    expect(info.data).toEqual(account);
    expect((await server.call(getBalance, {}, { token: made.data.token })).data).toEqual({
      free_credits: 3,
      buy_credits: 0,
      last_get_credits_time: server.deps.clock() / SECOND,
      daily_credits_count: 1,
    });
    expect(await server.deps.db.read(auditLedger)).toEqual([]);
  });

  it("USR-6 USR-14 the claim of a registration counts: the next one comes after 24 hours", async () => {
    await open();
    const { token } = await signUp();
    expect(await server.call(claimDaily, {}, { token })).toMatchObject({
      status: 409,
      key: "claim_too_soon",
    });
    server.advance(DAY + SECOND);
    const next = await server.call(claimDaily, {}, { token });
    expect(next.data).toMatchObject({ free_credits: 6, daily_credits_count: 2 });
    expect(await server.deps.db.read(auditLedger)).toEqual([]);
  });

  it("USR-14 of 16 that enter a code at the same time one gets an account, with one claim", async () => {
    await open();
    await server.call(register, { email, password });
    const code = codeFrom("registerCode");
    const all = await Promise.all(
      Array.from({ length: 16 }, () => server.call(verifyCode, { email, code })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const grants = await server.deps.db.read((q) =>
      q.selectFrom("grants").select(["source", "source_id", "amount"]).execute(),
    );
    expect(grants).toEqual([{ source: "daily", source_id: "1", amount: 3 }]);
  });

  it("USR-14 where no daily credits are given an account is made without", async () => {
    await open();
    const { offers } = server.deps;
    await server.close();
    await open({ offers: { ...offers, daily: 0 } });
    const { token, user_info } = await signUp();
    expect(user_info.daily_credits_count).toBe(0);
    expect((await server.call(getBalance, {}, { token })).data.free_credits).toBe(0);
  });

  it("USR-4 a code has five attempts and ten minutes; another one comes after 60 seconds", async () => {
    await open();
    await server.call(register, { email, password });
    const first = codeFrom("registerCode");
    const soon = await server.call(register, { email, password });
    expect(soon).toMatchObject({ status: 429, key: "too_many_tries" });
    expect(Number(soon.headers.get("retry-after"))).toBe(60);
    for (const count of [4, 3, 2, 1])
      expect(await server.call(verifyCode, { email, code: wrong(first) })).toMatchObject({
        status: 400,
        key: "code_wrong",
        params: { count },
      });
    const last = await server.call(verifyCode, { email, code: wrong(first) });
    expect(last.key).toBe("code_used_up");
    expect((await server.call(verifyCode, { email, code: first })).key).toBe("code_used_up");

    server.advance(60 * SECOND);
    await server.call(register, { email, password });
    const second = codeFrom("registerCode");
    if (second !== first)
      expect((await server.call(verifyCode, { email, code: first })).key).toBe("code_wrong");
    server.advance(10 * MINUTE);
    expect((await server.call(verifyCode, { email, code: second })).key).toBe("code_expired");
  });

  it("USR-4 the attempts of a code cannot be outrun", async () => {
    await open();
    await server.call(register, { email, password });
    const code = codeFrom("registerCode");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(verifyCode, { email, code: wrong(code) })),
    );
    expect(answers.filter(({ key }) => key === "code_wrong")).toHaveLength(4);
    expect(answers.filter(({ key }) => key === "code_used_up")).toHaveLength(16);
  });

  it("API-2 twenty entries of one right code make one account", async () => {
    await open();
    await server.call(register, { email, password });
    const code = codeFrom("registerCode");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(verifyCode, { email, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const users = await server.deps.db.read((q) => q.selectFrom("users").select("id").execute());
    expect(users).toHaveLength(1);
  });

  it("USR-4 responses do not reveal whether an address has an account", async () => {
    await open();
    await signUp();
    server.advance(2 * MINUTE);
    const stranger = "stranger@example.org";
    const strip = ({
      status,
      code,
      key,
      data,
      message,
      params,
      headers,
    }: Awaited<ReturnType<typeof server.call>>) => ({
      status,
      code,
      key,
      data,
      message,
      params,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id")),
    });
    for (const both of [
      (to: string) => server.call(register, { email: to, password }),
      (to: string) => server.call(register, { email: to, password }),
      (to: string) => server.call(verifyCode, { email: to, code: NONSENSE }),
      (to: string) => server.call(requestReset, { email: to }),
      (to: string) => server.call(requestReset, { email: to }),
      (to: string) => server.call(verifyReset, { email: to, code: NONSENSE, password }),
      (to: string) => server.call(login, { email: to, password: "not the right one" }),
    ])
      expect(strip(await both(email))).toEqual(strip(await both(stranger)));
  });

  it("USR-4 an existing account's owner is notified by email; a reset for an unknown address sends nothing", async () => {
    await open();
    await signUp();
    server.advance(2 * MINUTE);
    server.sentEmails.length = 0;
    await server.call(register, { email, password: "another fine sentence" });
    await server.call(requestReset, { email: "stranger@example.org" });
    expect(server.sentEmails).toMatchObject([{ to: email, template: "registerKnown" }]);
    expect(server.sentEmails[0]!.code).toBeUndefined();
  });

  it("USR-4 hashes a password for unknown addresses, too", async () => {
    const seen: string[] = [];
    await open({
      passwords: {
        ...quickPasswords,
        hash: async (text) => (seen.push("hash"), await quickPasswords.hash(text)),
        verify: async (text, hash) => (
          seen.push("verify"),
          await quickPasswords.verify(text, hash)
        ),
      },
    });
    await server.addUser(email, password);
    const work = async (to: string) => {
      seen.length = 0;
      await server.call(login, { email: to, password: "not the right one" });
      await server.call(register, { email: to, password });
      await server.call(verifyReset, { email: to, code: NONSENSE, password });
      return [...seen];
    };
    expect(await work("stranger@example.org")).toEqual(await work(email));
    expect(seen).toEqual(["verify", "hash", "hash"]);
  });

  it("USR-4 a code opens nothing but what it was made for", async () => {
    await open();
    await server.addUser(email, password);
    await server.call(requestReset, { email });
    const code = codeFrom("resetCode");
    expect((await server.call(verifyCode, { email, code })).key).toBe("code_expired");
    await server.call(register, { email: "other@example.org", password });
    if (codeFrom("registerCode", "other@example.org") !== code)
      expect((await server.call(verifyCode, { email: "other@example.org", code })).key).toBe(
        "code_wrong",
      );
    expect((await server.call(verifyReset, { email, code, password })).status).toBe(200);
  });

  it("USR-4 refuses addresses that are more than one, and common passwords", async () => {
    await open();
    for (const bad of [
      "nobody",
      "a@b",
      "a@x.test, evil@x.test",
      "a@x.test\r\nBcc: evil@x.test",
      "a b@x.test",
      "<a@x.test>",
      '"a"@x.test',
      "a@x.test;b@x.test",
      "a@[127.0.0.1]",
      "a@1.2.3.4",
      ".a@x.test",
      "a..b@x.test",
      `${"a".repeat(65)}@x.test`,
      "ä@x.test",
    ])
      expect(await server.call(register, { email: bad, password }), bad).toMatchObject({
        status: 400,
        key: "email_invalid",
      });
    for (const [bad, key] of [
      ["short", "password_short"],
      ["x".repeat(129), "password_long"],
      ["Passw0rd!", "password_common"],
      ["mira1234", "password_common"],
    ] as const)
      expect(await server.call(register, { email, password: bad })).toMatchObject({
        status: 400,
        key,
      });
    expect(server.sentEmails).toEqual([]);
    expect((await server.call(register, { email, password, channel: "text" })).key).toBe(
      "channel_unavailable",
    );
  });

  it("USR-4 sends codes by SMS if an SMS sender is configured", async () => {
    await open();
    const { emails } = server.deps;
    const phone = "+49 (170) 123-45.67";
    const number = "+491701234567";
    const off = { status: 400, key: "channel_unavailable" };
    expect(await server.call(register, { email: phone, password })).toMatchObject(off);
    expect(await server.call(requestReset, { email: phone })).toMatchObject(off);
    const texting = await createTestServer(server.deps.settings.database, {
      db: server.deps.db,
      emails: { ...emails, reaches: (to) => to.startsWith("+49") || !to.startsWith("+") },
    });
    const ask = (to: string, channel?: "email" | "text") =>
      texting.call(register, { email: to, password, ...(channel && { channel }) });
    // The channel must match the kind of address, and the phone's country must be one that gets
    // SMS.
    expect(await ask(email, "text")).toMatchObject(off);
    expect(await ask(phone, "email")).toMatchObject(off);
    expect(await ask("+881600000000")).toMatchObject(off);
    expect(await ask("+049170123456")).toMatchObject({ status: 400, key: "email_invalid" });
    expect(server.sentEmails).toEqual([]);
    expect((await ask(phone, "text")).status).toBe(200);
    const [sent] = server.sentEmails;
    expect(sent).toMatchObject({ to: number, template: "registerCode" });
    const made = await texting.call(verifyCode, { email: number, code: sent!.code! });
    expect(made.data.user_info.user_email).toBe(number);
    expect((await texting.call(login, { email: phone, password })).status).toBe(200);
    await texting.call(requestReset, { email: phone });
    const reset = server.sentEmails.at(-1)!;
    expect(reset).toMatchObject({ to: number, template: "resetCode" });
    const next = "another fine sentence";
    const changed = { email: phone, code: reset.code!, password: next };
    expect((await texting.call(verifyReset, changed)).status).toBe(200);
    expect((await texting.call(login, { email: number, password: next })).status).toBe(200);
  });

  it("USR-4 writes in the language that the browser asks for", async () => {
    await open();
    const headers = { "accept-language": "xx;q=1, pt;q=0.8, de;q=0.9" };
    await server.call(register, { email, password }, { headers });
    expect(server.sentEmails[0]!.locale).toBe("de");
  });

  it("API-3 signs in, whatever the case of the address", async () => {
    await open();
    const { userId } = await server.addUser(email, password);
    const { data, status } = await server.call(login, { email: email.toUpperCase(), password });
    expect(status).toBe(200);
    expect(data.user_info.user_id).toBe(userId);
    const again = await server.call(login, { email, password });
    expect(again.data.token).not.toBe(data.token);
    expect((await server.call(getUser, {}, { token: data.token })).status).toBe(200);
    for (const token of [
      undefined,
      "",
      "x",
      `Bearer ${data.token}`,
      `${data.token.slice(1)}x`,
      "é".repeat(43),
    ])
      if (token !== "é".repeat(43))
        expect(await server.call(getUser, {}, { token })).toMatchObject({
          status: 401,
          key: "not_signed_in",
        });
  });

  it("API-4 API-5 sets another password, and all other tokens end", async () => {
    await open();
    const { token, userId } = await server.addUser(email, password);
    expect((await server.call(requestReset, { email })).data).toEqual({ resend_after: 60 });
    const code = codeFrom("resetCode");
    expect((await server.call(verifyReset, { email, code, password: "password1" })).key).toBe(
      "password_common",
    );
    const done = await server.call(verifyReset, { email, code, password: "a new one altogether" });
    expect(done.data.user_info.user_id).toBe(userId);
    expect((await server.call(getUser, {}, { token })).status).toBe(401);
    expect((await server.call(getUser, {}, { token: done.data.token })).status).toBe(200);
    expect((await server.call(login, { email, password })).key).toBe("invalid_credentials");
    expect((await server.call(login, { email, password: "a new one altogether" })).status).toBe(
      200,
    );
    expect(server.sentEmails.at(-1)).toMatchObject({ to: email, template: "passwordChanged" });
    expect((await server.call(verifyReset, { email, code, password })).key).toBe("code_expired");
  });

  it("API-6 a token ends after 30 days without use, after 180 in any case, and on log-out", async () => {
    await open();
    const { token } = await server.addUser(email, password);
    for (let day = 0; day < 175; day += 25) {
      expect((await server.call(getUser, {}, { token })).status).toBe(200);
      server.advance(25 * DAY);
    }
    expect((await server.call(getUser, {}, { token })).status).toBe(200);
    server.advance(5 * DAY);
    expect((await server.call(getUser, {}, { token })).status).toBe(401);
    const one = (await server.call(login, { email, password })).data.token;
    const two = (await server.call(login, { email, password })).data.token;
    expect((await server.call(logout, {}, { token: one })).status).toBe(200);
    expect((await server.call(getUser, {}, { token: one })).status).toBe(401);
    expect((await server.call(getUser, {}, { token: two })).status).toBe(200);
    server.advance(30 * DAY);
    expect((await server.call(getUser, {}, { token: two })).status).toBe(401);
  });

  it("API-7 notifications by email are off until they are turned on, and the choice is kept", async () => {
    await open();
    const { token } = await server.addUser();
    expect((await server.call(getConfig, {}, { token })).data).toEqual({ is_send_email: 0 });
    for (const [given, stored] of [
      [1, 1],
      [0, 0],
      [1.5, 0],
      [2 ** 70, 0],
    ] as const) {
      expect((await server.call(updateConfig, { is_send_email: given }, { token })).data).toEqual({
        is_send_email: stored,
      });
      expect((await server.call(getConfig, {}, { token })).data).toEqual({ is_send_email: stored });
    }
  });

  it("API-8 USR-5 deletes all that is about a person, and keeps the ledger", async () => {
    const erased: string[] = [];
    await open({
      erasureHooks: [
        {
          before: async (_deps, userId) => void erased.push(`before ${userId}`),
          erase: async (tx, _deps, userId) => {
            await tx.deleteFrom("orders").where("user_id", "=", userId).execute();
            erased.push(`erase ${userId}`);
          },
        },
      ],
    });
    const { token, user_info } = await signUp();
    const userId = user_info.user_id;
    const settled = await server.call(reserve, { tool: "downloader", seconds: 5 }, { token });
    await server.call(settle, { usage_id: settled.data.usage_id }, { token });
    await server.call(reserve, { tool: "downloader", seconds: 5 }, { token });
    await server.call(requestReset, { email });
    expect(
      (await server.call(cancelAccount, { password: "not the right one" }, { token })).key,
    ).toBe("password_wrong");
    expect((await server.call(getUser, {}, { token })).status).toBe(200);
    expect((await server.call(cancelAccount, { password }, { token })).status).toBe(200);
    expect(erased).toEqual([`before ${userId}`, `erase ${userId}`]);
    expect((await server.call(getUser, {}, { token })).status).toBe(401);
    expect((await server.call(login, { email, password })).key).toBe("invalid_credentials");
    const left = await server.deps.db.read(async (q) => {
      const tables = [
        "users",
        "addresses",
        "codes",
        "tokens",
        "wallets",
        "usages",
        "idempotency",
      ] as const;
      const counts = await Promise.all(
        tables.map((table) =>
          q
            .selectFrom(table)
            .select((f) => f.fn.countAll<number>().as("n"))
            .executeTakeFirstOrThrow(),
        ),
      );
      return counts.map(({ n }) => n);
    });
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const rows = await server.deps.db.read((q) =>
      q.selectFrom("grants").select(["remaining", "amount"]).execute(),
    );
    expect(rows).toEqual([{ remaining: 0, amount: 3 }]);
    expect(await server.deps.db.read(auditLedger)).toEqual([]);
    expect(server.sentEmails.at(-1)).toMatchObject({ to: email, template: "accountDeleted" });
    const again = await signUp();
    expect(again.user_info.user_id).not.toBe(userId);
  });

  it("API-8 a password cannot be guessed by deleting", async () => {
    await open();
    const { token } = await server.addUser(email, password);
    for (let n = 0; n < 6; n++)
      expect((await server.call(cancelAccount, { password: `wrong ${n}` }, { token })).key).toBe(
        "password_wrong",
      );
    expect((await server.call(cancelAccount, { password }, { token })).status).toBe(429);
    expect((await server.call(getUser, {}, { token })).status).toBe(200);
  });

  it("USR-5 exports all stored data", async () => {
    await open();
    const { token } = await signUp();
    await server.call(reserve, { tool: "downloader", seconds: 2.5 }, { token });
    const { data } = await server.call(exportData, {}, { token });
    expect(data).toMatchObject({
      account: { user_email: email, locale: "en", is_send_email: 0 },
      sessions: [{}],
      balance: { free_credits: 2, buy_credits: 0 },
      grants: [{ source: "daily", bucket: "free", amount: 3, remaining: 2, expires_at: null }],
      usages: [{ tool: "downloader", seconds: 2.5, cost: 1, state: "reserved" }],
      payments: [],
      podcasts: [],
    });
    expect(JSON.stringify(data)).not.toContain("quick$");
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it("USR-4 sessions are listed, and ended one by one or all but one's own", async () => {
    await open();
    const here = await signUp();
    const enter = async () => (await server.call(login, { email, password })).data.token;
    const [second, third] = [await enter(), await enter()];
    const list = async (token: string) =>
      (await server.call(getSessions, {}, { token })).data.sessions;
    const isIn = async (token: string) =>
      (await server.call(getUser, {}, { token })).status === 200;
    const seen = await list(second!);
    expect(seen).toHaveLength(3);
    expect(seen.filter(({ current }) => current)).toHaveLength(1);
    for (const token of [here.token, second, third])
      expect(JSON.stringify(seen)).not.toContain(token);
    const own = (await list(third!)).find(({ current }) => current)!;
    expect((await server.call(endSessions, { id: own.id }, { token: here.token })).data).toEqual({
      ended: 1,
    });
    expect([await isIn(here.token), await isIn(second!), await isIn(third!)]).toEqual([
      true,
      true,
      false,
    ]);
    for (const id of [own.id, "", "%", "_".repeat(24)])
      expect((await server.call(endSessions, { id }, { token: here.token })).key).toBe("not_found");
    expect((await server.call(endSessions, {}, { token: here.token })).data).toEqual({ ended: 1 });
    expect([await isIn(here.token), await isIn(second!)]).toEqual([true, false]);
  });

  it("USR-4 changing a password requires the old one; other sessions end, and the owner is notified", async () => {
    await open();
    const { token } = await signUp();
    const { data: other } = await server.call(login, { email, password });
    const next = "another fine sentence";
    const change = (old_password: string, to = next, by = token) =>
      server.call(changePassword, { old_password, password: to }, { token: by });
    expect((await change("not the right one")).key).toBe("password_wrong");
    expect((await change(password, "password1")).key).toBe("password_common");
    expect((await change(password, "short")).key).toBe("password_short");
    expect((await server.call(login, { email, password: next })).key).toBe("invalid_credentials");
    // Of two concurrent changes, one succeeds.
    const both = await Promise.all([change(password), change(password, "a third fine sentence")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const used = both[0]!.status === 200 ? next : "a third fine sentence";
    expect((await server.call(getUser, {}, { token })).status).toBe(200);
    expect((await server.call(getUser, {}, { token: other.token })).status).toBe(401);
    expect((await server.call(login, { email, password })).key).toBe("invalid_credentials");
    expect((await server.call(login, { email, password: used })).status).toBe(200);
    expect(server.sentEmails.filter(({ template }) => template === "passwordChanged")).toHaveLength(
      1,
    );
  });

  it("USR-4 a password cannot be guessed by changing it", async () => {
    await open();
    const { token } = await signUp();
    const keys = [];
    for (let n = 0; n < 8; n++)
      keys.push(
        (
          await server.call(
            changePassword,
            { old_password: "guess", password: "a fine new one" },
            { token },
          )
        ).key,
      );
    expect(keys.slice(0, 6)).toEqual(Array(6).fill("password_wrong"));
    expect(keys.slice(6)).toEqual(Array(2).fill("too_many_tries"));
  });

  it(
    "USR-5 nothing of a deleted account is left in the files of the database",
    only(engine === "sqlite", "on SQLite"),
    async () => {
      await open();
      const canary = "canary.of.an.address@example.org";
      const { token } = await server.addUser(canary, password);
      const { file } = server.deps.settings.database;
      const isThere = () =>
        ["", "-wal"].some(
          (end) => fs.existsSync(file + end) && fs.readFileSync(file + end).includes(canary),
        );
      expect(isThere()).toBe(true);
      await server.call(cancelAccount, { password }, { token });
      expect(isThere()).toBe(false);
    },
  );

  it("USR-4 neither database nor log has a password, a token or a code", async () => {
    await open({
      passwords: { ...quickPasswords, hash: async () => "$hash$", verify: async () => true },
    });
    const secret = "canary of a password";
    await server.call(register, { email, password: secret });
    const code = codeFrom("registerCode");
    const { data } = await server.call(verifyCode, { email, code });
    await server.call(requestReset, { email });
    await server.call(login, { email, password: secret });
    const tables = [
      "users",
      "addresses",
      "codes",
      "tokens",
      "limits",
      "idempotency",
      "wallets",
      "grants",
    ] as const;
    const rows = await server.deps.db.read((q) =>
      Promise.all(tables.map((table) => q.selectFrom(table).selectAll().execute())),
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(data.token);
    expect(stored).not.toMatch(new RegExp(`"${code}"|"${codeFrom("resetCode")}"`));
    const logged = JSON.stringify(server.logs);
    for (const canary of [secret, data.token, email, "192.0.2.1", `"${code}"`])
      expect(logged).not.toContain(canary);
  });
});
