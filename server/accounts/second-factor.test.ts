import { afterEach, beforeEach, expect, it } from "vitest";
import { beginTwoFactor } from "#core/api/accounts/begin-two-factor.ts";
import type { AnyCall } from "#core/api/contract/call.ts";
import { changePassword } from "#core/api/accounts/change-password.ts";
import { callProven } from "../testing/test-proof.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { confirmTwoFactor } from "#core/api/accounts/confirm-two-factor.ts";
import { endTwoFactor } from "#core/api/accounts/end-two-factor.ts";
import { getTwoFactor } from "#core/api/accounts/get-two-factor.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { isLong, only } from "#tests/left-out.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";
import { totp } from "../testing/totp.ts";

const STEP = 30_000;
const HOUR = 3_600_000;
const email = "mira@example.org";
const password = "a fine long sentence";

describeOnDatabases("the second factor", ({ fresh, engine }) => {
  // Logins with proofs of work take long; limits are tested on both databases in server/admission.
  const once = only(isLong || engine === "sqlite", "on one of the databases");
  let server: TestServer;
  let token: string;
  let uri: string;
  let recovery: readonly string[];
  beforeEach(async () => {
    server = await createTestServer(await fresh());
    ({ token } = await server.addUser(email, password));
  });
  afterEach(() => server.close());

  const code = (later = 0): string => totp(uri, server.deps.clock() + later);
  const signIn = (more: object = {}) => server.call(login, { email, password, ...more });
  const keyOf = async (more: object = {}) => (await signIn(more)).key;
  const turnOn = async () => {
    ({ uri } = (await server.call(beginTwoFactor, { password }, { token })).data);
    const { data } = await server.call(confirmTwoFactor, { code: code() }, { token });
    recovery = data.recovery_codes;
    server.advance(STEP);
  };
  const messages = (template: string) =>
    server.sentEmails.filter((email) => email.template === template);

  it("USR-16 API-18 is on once a code has been entered; other sessions end, and a message says so", async () => {
    const { data: other } = await signIn();
    expect((await server.call(beginTwoFactor, { password: "not it" }, { token })).key).toBe(
      "password_wrong",
    );
    const begun = (await server.call(beginTwoFactor, { password }, { token })).data;
    uri = begun.uri;
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${begun.secret}&`);
    // The second factor is not active yet.
    expect((await signIn()).status).toBe(200);
    const wrong = code() === "000000" ? "000001" : "000000";
    expect((await server.call(confirmTwoFactor, { code: wrong }, { token })).key).toBe(
      "second_code_wrong",
    );
    // Of two concurrent requests, one creates the recovery codes.
    const both = await Promise.all([
      server.call(confirmTwoFactor, { code: code() }, { token }),
      server.call(confirmTwoFactor, { code: code() }, { token }),
    ]);
    expect(both.map(({ status }) => String(status)).sort()).toEqual(["200", "409"]);
    const { recovery_codes } = both.find(({ status }) => status === 200)!.data;
    expect(new Set(recovery_codes).size).toBe(10);
    expect((await server.call(getTwoFactor, {}, { token })).data).toEqual({
      enabled: true,
      since: Math.floor(server.deps.clock() / 1000),
      recovery_codes: 10,
    });
    expect((await server.call(getUser, {}, { token: other.token })).status).toBe(401);
    expect((await server.call(getUser, {}, { token })).status).toBe(200);
    expect(messages("twoFactorOn")).toHaveLength(1);
    expect(await keyOf()).toBe("second_code_needed");
  });

  it("USR-16 right passwords are not counted: all can be set up and undone at one go", async () => {
    await turnOn();
    for (let n = 0; n < 8; n++)
      expect((await server.call(beginTwoFactor, { password }, { token })).key).toBe(
        "two_factor_on",
      );
  });

  it("USR-16 a secret that waits longer than an hour is not confirmed", async () => {
    ({ uri } = (await server.call(beginTwoFactor, { password }, { token })).data);
    server.advance(HOUR + 1);
    expect((await server.call(confirmTwoFactor, { code: code() }, { token })).key).toBe(
      "two_factor_off",
    );
  });

  it("USR-16 a right password alone opens nothing; a code opens once, also from two places at once", async () => {
    await turnOn();
    expect(await keyOf()).toBe("second_code_needed");
    expect(await keyOf({ password: "wrong", second_code: code() })).toBe("invalid_credentials");
    // The response to an incorrect password does not reveal that the account has a second factor.
    expect(await keyOf({ password: "wrong" })).toBe("invalid_credentials");
    const both = await Promise.all([
      signIn({ second_code: code() }),
      signIn({ second_code: code() }),
    ]);
    expect(both.map(({ status }) => String(status)).sort()).toEqual(["200", "400"]);
    expect(await keyOf({ second_code: code() })).toBe("second_code_wrong");
    // A code older than the last accepted one is rejected, too.
    expect(await keyOf({ second_code: code(-STEP) })).toBe("second_code_wrong");
    server.advance(STEP);
    expect((await signIn({ second_code: code().replace(/^.../, "$& ") })).status).toBe(200);
  });

  it("USR-16 the code that turned it on is not taken again", async () => {
    ({ uri } = (await server.call(beginTwoFactor, { password }, { token })).data);
    await server.call(confirmTwoFactor, { code: code() }, { token });
    expect(await keyOf({ second_code: code() })).toBe("second_code_wrong");
  });

  it("USR-16 codes cannot be guessed from many places; the owner's known device is counted apart", async () => {
    await turnOn();
    const { device } = (await signIn({ second_code: code() })).data;
    server.advance(STEP);
    const wrong = code() === "000000" ? "000001" : "000000";
    const keys: unknown[] = [];
    for (let n = 0; n < 12; n++)
      keys.push(
        (
          await server.call(
            login,
            { email, password, second_code: wrong },
            { client: `203.0.${n}.7` },
          )
        ).key,
      );
    expect(keys.slice(0, 10)).toEqual(Array(10).fill("second_code_wrong"));
    expect(keys.slice(10)).toEqual(Array(2).fill("too_many_tries"));
    // From an unknown device, even the correct code is rejected.
    expect(
      (await server.call(login, { email, password, second_code: code() }, { client: "203.1.0.7" }))
        .key,
    ).toBe("too_many_tries");
    expect((await signIn({ second_code: code(), device })).status).toBe(200);
    server.advance(HOUR);
    expect((await signIn({ second_code: code() })).status).toBe(200);
  });

  it("USR-16 a recovery code is valid once, and the owner is notified", async () => {
    await turnOn();
    const [first, second] = recovery as [string, string];
    expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const both = await Promise.all([
      signIn({ second_code: first }),
      signIn({ second_code: first }),
    ]);
    expect(both.map(({ status }) => String(status)).sort()).toEqual(["200", "400"]);
    expect(messages("recoveryCodeUsed")).toMatchObject([{ values: { left: 9 } }]);
    expect((await signIn({ second_code: second.replaceAll("-", "").toLowerCase() })).status).toBe(
      200,
    );
    expect((await server.call(getTwoFactor, {}, { token })).data.recovery_codes).toBe(8);
    const renew = { password, second_code: code() };
    const { data } = await server.call(renewRecoveryCodes, renew, { token });
    expect(data.recovery_codes).toHaveLength(10);
    expect(await keyOf({ second_code: recovery[2] })).toBe("second_code_wrong");
    expect((await signIn({ second_code: data.recovery_codes[0] })).status).toBe(200);
  });

  it("USR-16 a mailbox alone opens nothing: a reset wants the second code, and keeps the first", async () => {
    await turnOn();
    await server.call(requestReset, { email });
    const sent = messages("resetCode").at(-1)!.code!;
    const next = "another fine sentence";
    const reset = (more: object) =>
      server.call(verifyReset, { email, code: sent, password: next, ...more });
    expect((await reset({ code: sent === "000000" ? "1" : "000000" })).key).toBe("code_wrong");
    expect((await reset({})).key).toBe("second_code_needed");
    expect((await reset({ second_code: "000000" })).key).toBe("second_code_wrong");
    // Neither request has changed the password.
    expect((await signIn({ second_code: code() })).status).toBe(200);
    server.advance(STEP);
    expect((await reset({ second_code: code() })).status).toBe(200);
    expect((await reset({ second_code: code() })).key).toBe("code_expired");
  });

  it("USR-16 entries of a reset's code are limited whatever the second one is", async () => {
    await turnOn();
    await server.call(requestReset, { email });
    const sent = messages("resetCode").at(-1)!.code!;
    const keys: unknown[] = [];
    for (let n = 0; n < 7; n++)
      keys.push(
        (
          await server.call(verifyReset, {
            email,
            code: sent,
            password: "another fine sentence",
            second_code: "ABCD-ABCD-ABCD-ABCD",
          })
        ).key,
      );
    expect(keys.slice(0, 5)).toEqual(Array(5).fill("second_code_wrong"));
    expect(keys.slice(5)).toEqual(Array(2).fill("code_used_up"));
  });

  it("USR-16 is turned off by both factors, and a message says so", async () => {
    await turnOn();
    const end = (more: object = {}) =>
      server.call(endTwoFactor, { password, second_code: code(), ...more }, { token });
    expect((await end({ password: "not it" })).key).toBe("password_wrong");
    expect((await end({ second_code: "000000" })).key).toBe("second_code_wrong");
    expect((await end()).status).toBe(200);
    expect((await end()).key).toBe("two_factor_off");
    expect(messages("twoFactorOff")).toHaveLength(1);
    expect((await signIn()).status).toBe(200);
    expect((await server.call(getTwoFactor, {}, { token })).data).toEqual({
      enabled: false,
      since: null,
      recovery_codes: 0,
    });
  });

  it("USR-16 the database has no secret and no recovery code in clear; both go with the account", async () => {
    await turnOn();
    const secret = new URL(uri).searchParams.get("secret")!;
    const { second_factors, recovery_codes } = await readAll();
    expect(second_factors).toHaveLength(1);
    expect(recovery_codes).toHaveLength(10);
    const stored = JSON.stringify({ second_factors, recovery_codes });
    for (const text of [secret, recovery[0]!, recovery[0]!.replaceAll("-", "")])
      expect(stored).not.toContain(text);
    await server.call(cancelAccount, { password, second_code: code() }, { token });
    expect(await readAll()).toEqual({ second_factors: [], recovery_codes: [] });
  });

  it("USR-16 what was encrypted for one account opens no other one", async () => {
    await turnOn();
    const stranger = await server.addUser("thief@example.org", password);
    await server.deps.db.write((tx) =>
      tx.updateTable("second_factors").set({ user_id: stranger.userId }).execute(),
    );
    expect(await keyOf({ email: "thief@example.org", second_code: code() })).toBe(
      "second_code_wrong",
    );
    expect(server.logs.map(({ event }) => event)).toContain("second_factor_unreadable");
  });

  it("USR-16 of two tabs that set it up, the later one has the key; the earlier one locks out no user", async () => {
    const begin = async () => (await server.call(beginTwoFactor, { password }, { token })).data.uri;
    const confirm = async (key: string) =>
      (await server.call(confirmTwoFactor, { code: totp(key, server.deps.clock()) }, { token }))
        .key;
    const [earlier, later] = [await begin(), await begin()];
    expect(await confirm(earlier)).toBe("second_code_wrong");
    expect((await signIn()).status).toBe(200);
    expect(await confirm(later)).toBeUndefined();
    expect(await confirm(earlier)).toBe("two_factor_off");
    uri = later;
    server.advance(STEP);
    expect((await signIn({ second_code: code() })).status).toBe(200);
  });

  it("USR-16 device tokens of before the second factor, or of an earlier password, are worth nothing", async () => {
    const devices: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { data } = await server.call(login, { email, password }, { client: `198.51.${n}.7` });
      devices.push(data.device!);
    }
    await turnOn();
    const wrong = code() === "000000" ? "000001" : "000000";
    const guess = async (device: string, n: number) =>
      (
        await server.call(
          login,
          { email, password, device, second_code: wrong },
          { client: `198.51.${n % 8}.7` },
        )
      ).key;
    const keys: unknown[] = [];
    for (let n = 0; n < 16; n++) keys.push(await guess(devices[n % 8]!, n));
    // All strangers share one limit.
    expect(keys.filter((key) => key === "second_code_wrong")).toHaveLength(10);

    const { device } = (await signIn({ second_code: recovery[0] })).data;
    expect((await signIn({ second_code: code(), device })).status).toBe(200);
    server.advance(STEP);
    const next = "another fine sentence";
    const changed = await server.call(
      changePassword,
      { old_password: password, password: next, second_code: code() },
      { token },
    );
    server.advance(STEP);
    const enter = (shown: string | undefined) =>
      server.call(login, { email, password: next, device: shown!, second_code: code() });
    expect((await enter(device)).key).toBe("too_many_tries");
    // The device on which the password was changed remains a known device.
    expect((await enter(changed.data.device)).status).toBe(200);
  });

  it(
    "USR-16 wrong codes are limited per account over all devices, and the owner is notified once",
    once,
    async () => {
      await turnOn();
      const devices: string[] = [];
      for (let n = 0; n < 7; n++) {
        const { data } = await signIn({ second_code: recovery[n] });
        devices.push(data.device!);
      }
      server.sentEmails.length = 0;
      const wrong = code() === "000000" ? "000001" : "000000";
      const keys: unknown[] = [];
      for (let n = 0; n < 10; n++)
        for (const [at, device] of devices.entries())
          keys.push(
            (
              await callProven(
                server,
                login,
                { email, password, device, second_code: wrong },
                `198.51.${at}.9`,
              )
            ).response.key,
          );
      expect(keys.filter((key) => key === "second_code_wrong")).toHaveLength(50);
      expect(keys.slice(50)).toEqual(Array(20).fill("too_many_tries"));
      expect(messages("secondCodesWrong")).toMatchObject([{ to: email, locale: "en" }]);
      // Recovery codes cannot be guessed, so a correct one is accepted despite the limit.
      expect(
        (
          await callProven(
            server,
            login,
            { email, password, second_code: recovery[8] },
            "203.0.113.80",
          )
        ).response.status,
      ).toBe(200);
      server.advance(HOUR);
      expect((await signIn({ second_code: code(), device: devices[0] })).status).toBe(200);
    },
  );

  it(
    "USR-16 strangers who know the password can neither lock out the owner nor block a password change",
    once,
    async () => {
      await turnOn();
      const { device } = (await signIn({ second_code: code() })).data;
      server.advance(STEP);
      const wrong = code() === "000000" ? "000001" : "000000";
      for (let n = 0; n < 100; n++) {
        const client = `203.0.${n % 50}.7`;
        await callProven(server, login, { email, password, second_code: wrong }, client);
      }
      expect((await signIn({ second_code: code(), device })).status).toBe(200);
      server.advance(STEP);
      const next = "another fine sentence";
      const change = { old_password: password, password: next, second_code: code() };
      expect((await server.call(changePassword, change, { token })).status).toBe(200);
    },
  );

  it.each([
    [
      "a change of the password",
      changePassword,
      { old_password: password, password: "another fine sentence" },
    ],
    ["the deletion of the account", cancelAccount, { password }],
  ] as const)(
    "USR-16 API-8 API-17 %s wants the second code where there is one",
    async (_what, call, request) => {
      await turnOn();
      const send = async (more: object = {}) => {
        const answer = await server.call<AnyCall>(call, { ...request, ...more }, { token });
        return answer.key ?? answer.status;
      };
      expect(await send()).toBe("second_code_needed");
      expect(await send({ second_code: "ABCD-ABCD-ABCD-ABCD" })).toBe("second_code_wrong");
      for (let n = 0; n < 9; n++) await send({ second_code: "ABCD-ABCD-ABCD-ABCD" });
      expect(await send({ second_code: code() })).toBe("too_many_tries");
      server.advance(HOUR);
      // The account and its password are unchanged.
      const { device } = (await signIn({ second_code: code() })).data;
      expect(device).toBeDefined();
      server.advance(STEP);
      expect(await send({ second_code: code() })).toBe(200);
      expect(await keyOf({ second_code: code() })).toBe("invalid_credentials");
    },
  );

  const readAll = () =>
    server.deps.db.read(async (queries) => ({
      second_factors: await queries.selectFrom("second_factors").selectAll().execute(),
      recovery_codes: await queries.selectFrom("recovery_codes").selectAll().execute(),
    }));
});
