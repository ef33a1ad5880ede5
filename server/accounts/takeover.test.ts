import { describe, expect, it } from "vitest";
import { login } from "#core/api/accounts/login.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { isLong, only } from "#tests/left-out.ts";
import { createSeededRandom } from "#core/random.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = "mira@example.org";
/** The network address that the mailbox owner shares with an attacker. */
const SHARED = "203.0.113.50";
const PHONE = "198.51.100.20";
const ELSEWHERE = "192.0.2.200";

/** A browser tab of the owner, with its secret and its form state. */
interface Tab {
  readonly client: string;
  verifier: string;
  requested: "register" | "reset" | null;
}

/**
 * Random actions, in any order, of a mailbox owner and of an attacker who knows the address and
 * shares the owner's network address.
 */
async function play(server: TestServer, seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let made = 0;
  const secret = (): string => `verifier-of-a-client-${++made}`;
  const tabs: Tab[] = [SHARED, SHARED, PHONE].map((client) => ({
    client,
    verifier: secret(),
    requested: null,
  }));
  const own = new Set<string>();
  const ownPassword = (): string => {
    const password = `mira's own sentence ${own.size}`;
    own.add(password);
    return password;
  };
  const theirs = "the attacker's sentence";
  const attackers = () => pick([SHARED, ELSEWHERE]);
  const attackerVerifier = () => (random() < 0.5 ? {} : { code_verifier: secret() });
  const mailbox = () => server.sentEmails.filter(({ to, code }) => to === email && code);

  const owner = {
    register: async (tab: Tab) => {
      if (tab.requested !== "register" || random() < 0.5) tab.verifier = secret();
      tab.requested = "register";
      const request = { email, password: ownPassword(), code_verifier: tab.verifier };
      await server.call(register, request, { client: tab.client });
    },
    reset: async (tab: Tab) => {
      if (tab.requested !== "reset") tab.verifier = secret();
      tab.requested = "reset";
      const request = { email, code_verifier: tab.verifier };
      await server.call(requestReset, request, { client: tab.client });
    },
    /** Enters any code in the mailbox, including those requested by the attacker. */
    enter: async (tab: Tab) => {
      const messages = mailbox();
      if (tab.requested === null || messages.length === 0) return;
      const request = { email, code: pick(messages).code!, code_verifier: tab.verifier };
      const options = { client: tab.client };
      if (tab.requested === "register") await server.call(verifyCode, request, options);
      else await server.call(verifyReset, { ...request, password: ownPassword() }, options);
    },
  };
  const guess = () => String(Math.floor(random() * 1e6)).padStart(6, "0");
  const steps: readonly (() => Promise<unknown>)[] = [
    () => owner.register(pick(tabs)),
    () => owner.reset(pick(tabs)),
    () => owner.enter(pick(tabs)),
    () => owner.enter(pick(tabs)),
    async () => server.advance(pick([1, 30, 61, 300, 660]) * 1000),
    () =>
      server.call(
        register,
        { email, password: theirs, ...attackerVerifier() },
        { client: attackers() },
      ),
    () => server.call(requestReset, { email, ...attackerVerifier() }, { client: attackers() }),
    () =>
      server.call(
        verifyCode,
        { email, code: guess(), ...attackerVerifier() },
        { client: attackers() },
      ),
    () =>
      server.call(
        verifyReset,
        { email, code: guess(), password: theirs, ...attackerVerifier() },
        { client: attackers() },
      ),
  ];
  const passwordHash = async () =>
    (await server.deps.db.read((q) => q.selectFrom("users").select("password_hash").execute()))[0]
      ?.password_hash;
  const log: number[] = [];
  for (let n = 0; n < 30; n++) {
    const step = Math.floor(random() * steps.length);
    log.push(step);
    await steps[step]!();
    const hash = await passwordHash();
    if (hash !== undefined)
      expect(
        [...own].map((password) => `quick$${password}`),
        `seed ${seed}: ${log.join()}`,
      ).toContain(hash);
  }
  // After any history, the owner can sign in later with a password of their own.
  server.advance(HOUR);
  const tab = tabs[0]!;
  const isThere = (await passwordHash()) !== undefined;
  await (isThere ? owner.reset(tab) : owner.register(tab));
  const password = [...own].at(-1) ?? ownPassword();
  const code = mailbox().at(-1)!.code!;
  const request = { email, code, code_verifier: tab.verifier };
  const entered = isThere
    ? await server.call(verifyReset, { ...request, password }, { client: tab.client })
    : await server.call(verifyCode, request, { client: tab.client });
  expect(entered.status, `seed ${seed}: ${log.join()}`).toBe(200);
  const signedIn = await server.call(login, { email, password }, { client: PHONE });
  expect(signedIn.status, `seed ${seed}: ${log.join()}`).toBe(200);
}

describeOnDatabases("an attacker behind the same network address", ({ fresh, engine }) => {
  it(
    "USR-4 never chooses the password of an account whose mailbox is somebody else's",
    { timeout: 120_000, ...only(isLong || engine === "sqlite", "on one of the databases") },
    async () => {
      const server = await createTestServer(await fresh());
      try {
        for (let seed = 1; seed <= (isLong ? 400 : 40); seed++) {
          await play(server, seed);
          server.sentEmails.length = 0;
          server.advance(48 * HOUR);
          await server.deps.db.write(async (tx) => {
            for (const table of ["users", "addresses", "tokens", "codes", "limits"] as const)
              await tx.deleteFrom(table).execute();
          });
        }
      } finally {
        await server.close();
      }
    },
  );
});

describeOnDatabases("clients that send no code verifier", ({ fresh }) => {
  const theirs = "the attacker's sentence";
  const mine = "mira's own sentence";
  type Action = (server: TestServer) => unknown;
  const asks =
    (password: string, client: string): Action =>
    (server) =>
      server.call(register, { email, password }, { client });
  const waits =
    (minutes: number): Action =>
    (server) =>
      server.advance(minutes * MINUTE);
  /** @param at index of the code in the mailbox */
  const enters =
    (at: number): Action =>
    async (server) => {
      const { code } = server.sentEmails.filter((message) => message.code).at(at)!;
      const answer = await server.call(verifyCode, { email, code: code! }, { client: SHARED });
      expect(answer.status).toBe(200);
    };
  describe.each([
    ["after the owner", [asks(mine, SHARED), waits(2), asks(theirs, SHARED), enters(-1)]],
    ["before the owner", [asks(theirs, SHARED), waits(2), asks(mine, SHARED), enters(-1)]],
    [
      "after the owner's code has expired",
      [asks(mine, SHARED), waits(11), asks(theirs, SHARED), enters(-1)],
    ],
    ["from elsewhere", [asks(mine, SHARED), asks(theirs, ELSEWHERE), enters(-1)]],
    ["from elsewhere, alone", [asks(theirs, ELSEWHERE), enters(-1)]],
  ] as const)("where the attacker asks %s", (_when, steps) => {
    it("USR-4 the attacker's password is never accepted, and the owner is told what to do", async () => {
      const server = await createTestServer(await fresh());
      try {
        for (const step of steps) await step(server);
        expect((await server.call(login, { email, password: theirs })).key).toBe(
          "invalid_credentials",
        );
        const own = await server.call(login, { email, password: mine });
        const isNotified = server.sentEmails.at(-1)!.template === "passwordNeeded";
        expect(own.status === 200 || isNotified).toBe(true);
      } finally {
        await server.close();
      }
    });
  });
});
