import { afterEach, expect, it } from "vitest";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { solvePuzzle } from "#core/crypto/proof-of-work.ts";
import type { Db } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { callProven } from "../testing/test-proof.ts";
import { createTestServer, quickPasswords, type TestServer } from "../testing/test-server.ts";
import { isLong, only } from "#tests/left-out.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = "mira@example.org";
const password = "a fine long sentence";
const WRONG = "not the right one";
/** An IPv6 address by its /48 network, its /64 network and its client. */
const v6 = (wide: number, site: number, client = 1): string =>
  `2001:${wide.toString(16)}:${site.toString(16)}:${client.toString(16)}::7`;

describeOnDatabases("limits", ({ fresh, engine }) => {
  // The test sends thousands of requests; other tests check the limits on each database. Only the
  // long run covers both engines.
  const once = only(isLong || engine === "sqlite", "on one of the databases");
  const servers: TestServer[] = [];
  const open = async (overrides: Parameters<typeof createTestServer>[1] = {}) => {
    const server = await createTestServer(await fresh(), overrides);
    servers.push(server);
    return server;
  };
  /** Starts another process on the same database. */
  const secondProcess = async (server: TestServer) =>
    await createTestServer(server.deps.settings.database, { db: server.deps.db });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const rowsOf = async ({ deps }: TestServer): Promise<number> =>
    (await deps.db.read((q) => q.selectFrom("limits").select("key").execute())).length;

  /** Requests a code for a new address with each call. */
  let requests = 0;
  const reset = async (server: TestServer, client: string) =>
    await server.call(requestReset, { email: `nobody${++requests}@example.org` }, { client });
  const register_ = async (server: TestServer, client: string) => {
    const to = `new${++requests}@example.org`;
    const sent = await callProven(server, register, { email: to, password }, client);
    const code = server.sentEmails.findLast((message) => message.to === to)?.code ?? "";
    const made = await callProven(server, verifyCode, { email: to, code }, client);
    return {
      statuses: [sent.response.status, made.response.status],
      bits: [...sent.bits, ...made.bits],
    };
  };

  it(
    "USR-4 3,000 resets from a /48 close it for itself, and slow its /32 down alone",
    once,
    async () => {
      const server = await open();
      const statuses = new Map<number, number>();
      for (let n = 0; n < 3000; n++) {
        const { status } = await callOnce(server, v6(0xdb8, 7, n % 160));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      // Requests from a crowded network without a proof are not counted at all.
      expect(statuses.get(200)).toBe(30);
      expect(statuses.get(428)).toBe(2970);
      const elsewhere = await register_(server, "198.51.100.20");
      expect(elsewhere).toEqual({ statuses: [200, 200], bits: [] });
      const neighbor = await register_(server, v6(0xdb8, 8));
      expect(neighbor).toEqual({ statuses: [200, 200], bits: [16] });
    },
  );
  const callOnce = reset;

  it(
    "USR-4 who proves to have worked is held off all the same, by client and by site",
    once,
    async () => {
      const server = await open();
      const ask = async (client: string): Promise<number> =>
        (await callProven(server, requestReset, { email: `x${++requests}@example.org` }, client))
          .response.status;
      const one = [];
      for (let n = 0; n < 22; n++) one.push(await ask(v6(0xdb8, 1)));
      expect(one).toEqual([...Array<number>(20).fill(200), 429, 429]);
      const site = [];
      for (let n = 0; n < 42; n++) site.push(await ask(v6(0xdb8, 1, 2 + n)));
      expect(site.filter((status) => status === 200)).toHaveLength(40);
      expect(site.slice(40)).toEqual([429, 429]);
      expect(await ask(v6(0xdb8, 2))).toBe(200);
      server.advance(HOUR);
      expect(await ask(v6(0xdb8, 1))).toBe(200);
    },
  );

  it(
    "USR-4 while 1,000 networks ask, a visitor registers: elsewhere, in the /32, in the /24",
    once,
    async () => {
      const server = await open();
      const networks = Array.from({ length: 1000 }, (_, n) =>
        n % 2 === 0 ? v6(0xa00 + (n % 50), n) : `203.${n % 100}.113.${n % 250}`,
      );
      for (let round = 0; round < 5; round++)
        for (const client of networks) await reset(server, client);
      for (const client of ["198.51.100.20", v6(0xa00, 0xfff0), "203.1.113.251"]) {
        const { statuses, bits } = await register_(server, client);
        expect(statuses, client).toEqual([200, 200]);
        // As long as an attack sends no proofs, the puzzle stays small.
        expect(bits, client).toEqual([16]);
      }
      // Attempts from many networks, one each, raise the difficulty to its maximum.
      for (let n = 0; n < 40_000; n++)
        server.deps.pressure.add("code", { wide: `${n}`, address: "" });
      const { statuses, bits } = await register_(server, "198.51.100.21");
      expect({ statuses, bits }).toEqual({ statuses: [200, 200], bits: [20] });
    },
  );

  it("USR-4 a rejected request writes nothing", async () => {
    let writes = 0;
    const server = await open();
    const { db } = server.deps;
    const counting: Db = { ...db, write: (work) => (writes++, db.write(work)) };
    const counted = await createTestServer(server.deps.settings.database, { db: counting });
    for (let n = 0; n < 1000; n++) await reset(counted, "198.51.100.1");
    // Twenty attempts and twenty codes.
    expect(writes).toBe(40);
    writes = 0;
    for (let n = 0; n < 1000; n++) await reset(counted, v6(0xdb8, 1, n));
    expect(writes).toBe(60);
    expect(await rowsOf(server)).toBeLessThan(250);
  });

  it("USR-4 a proof counts once, for one call, address and client, for two minutes", async () => {
    const server = await open();
    for (let n = 0; n < 30; n++) await reset(server, `203.0.113.${n}`);
    const client = "203.0.113.200";
    const challenged = await server.call(requestReset, { email }, { client });
    expect(challenged).toMatchObject({
      status: 428,
      key: "proof_needed",
      params: { bits: 16, challenge: expect.any(String) },
    });
    const puzzle = { challenge: String(challenged.params!["challenge"]), bits: 16 };
    const proof = await solvePuzzle(puzzle);
    const ask = (text: string, over: { to?: string; from?: string } = {}) =>
      server.call(
        requestReset,
        { email: over.to ?? email, proof: text },
        { client: over.from ?? client },
      );
    const keyOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).key;
    for (const [text, over] of [
      [proof, { to: "other@example.org" }],
      [proof, { from: "203.0.113.201" }],
      [`${proof}0`, {}],
      [proof.replace(/^16/, "15"), {}],
      [proof.slice(0, proof.lastIndexOf(".")), {}],
      ["x", {}],
      ["", {}],
    ] as const)
      expect(await keyOf(text, over), text).toBe("proof_needed");
    const elsewhere = await server.call(register, { email, password, proof }, { client });
    expect(elsewhere.key).toBe("proof_needed");
    expect((await ask(proof)).status).toBe(200);
    server.advance(MINUTE + 1000);
    expect(await keyOf(proof)).toBe("proof_needed");
    // A different process, which has not seen the attempts, rejects them, too.
    const other = await secondProcess(server);
    other.advance(MINUTE + 1000);
    for (let n = 0; n < 30; n++)
      other.deps.pressure.add("code", { wide: "203.0.113.0/24", address: "" });
    expect((await other.call(requestReset, { email, proof }, { client })).key).toBe("proof_needed");

    const next = await server.call(requestReset, { email }, { client });
    const late = await solvePuzzle({ ...puzzle, challenge: String(next.params!["challenge"]) });
    server.advance(2 * MINUTE);
    expect(await keyOf(late)).toBe("proof_needed");
  });

  it("USR-4 processes share what they count", async () => {
    const server = await open();
    const other = await secondProcess(server);
    for (let n = 0; n < 20; n++) await reset(server, v6(0xdb8, n));
    server.advance(1001);
    await reset(server, v6(0xdb8, 100));
    for (let n = 0; n < 8; n++) expect((await reset(other, v6(0xdb8, 200 + n))).status).toBe(200);
    other.advance(1001);
    expect((await reset(other, v6(0xdb8, 300))).status).toBe(200);
    expect((await reset(other, v6(0xdb8, 301))).status).toBe(428);
    // Closing limits are counted in the database only.
    for (let n = 0; n < 10; n++) await reset(server, "198.51.100.1");
    const there = [];
    for (let n = 0; n < 12; n++) there.push((await reset(other, "198.51.100.1")).status);
    expect(there).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it("USR-4 while passwords wait to be hashed, those that come are slowed down", async () => {
    let waiting = 7;
    const server = await open({ passwords: { ...quickPasswords, waiting: () => waiting } });
    const bitsFor = async () =>
      (await server.call(register, { email, password })).params?.["bits"] ?? 0;
    expect(await bitsFor()).toBe(0);
    const requestedBits = [];
    for (waiting of [8, 16, 32, 64, 100]) requestedBits.push(await bitsFor());
    expect(requestedBits).toEqual([16, 17, 18, 19, 19]);
    expect((await register_(server, "198.51.100.3")).statuses).toEqual([200, 200]);
  });

  it(
    "USR-4 what is asked of a visitor does not tell whether an address has an account",
    once,
    async () => {
      const server = await open();
      await server.addUser(email, password);
      for (let n = 0; n < 4000; n++)
        for (const action of ["code", "verify", "login"] as const)
          server.deps.pressure.add(action, { wide: `${n}`, address: `${n}` });
      const stranger = "stranger@example.org";
      const code = "000000";
      for (const ask of [
        (to: string) => callProven(server, register, { email: to, password }, "198.51.100.4"),
        (to: string) => callProven(server, requestReset, { email: to }, "198.51.100.4"),
        (to: string) => callProven(server, verifyCode, { email: to, code }, "198.51.100.4"),
        (to: string) => callProven(server, login, { email: to, password: WRONG }, "198.51.100.4"),
      ]) {
        const [one, two] = [await ask(email), await ask(stranger)];
        expect(one.bits.length).toBe(1);
        expect(one.bits).toEqual(two.bits);
        expect(one.response.status).toBe(two.response.status);
        expect(one.response.key).toBe(two.response.key);
      }
    },
  );

  it("API-3 blocks password guessing from one address, and only temporarily", async () => {
    const server = await open();
    await server.addUser(email, password);
    const guess = (client: string, tried = WRONG) =>
      server.call(login, { email, password: tried }, { client });
    for (let n = 0; n < 6; n++)
      expect((await guess("198.51.100.1")).key).toBe("invalid_credentials");
    const held = await guess("198.51.100.1", password);
    expect(held).toMatchObject({ status: 429, key: "too_many_tries" });
    expect(Number(held.headers.get("retry-after"))).toBe(300);
    expect((await guess("198.51.100.2", password)).status).toBe(200);
    server.advance(5 * MINUTE);
    expect((await guess("198.51.100.1", password)).status).toBe(200);
    // A correct password clears the incorrect ones before it.
    for (let n = 0; n < 6; n++)
      expect((await guess("198.51.100.1")).key).toBe("invalid_credentials");
  });

  it("API-3 90 wrong passwords from 15 places keep the owner out nowhere", once, async () => {
    const server = await open();
    await server.addUser(email, password);
    const home = await server.call(login, { email, password }, { client: "192.0.2.77" });
    const { device } = home.data;
    const statuses = [];
    for (let n = 0; n < 90; n++) {
      const client = `203.0.${n % 15}.5`;
      const { response: answer } = await callProven(
        server,
        login,
        { email, password: WRONG },
        client,
      );
      statuses.push(answer.status);
    }
    // From the thirtieth attempt on, each requires proof of work; each network has three more in an
    // hour.
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(30 + 3 * 15);
    expect(statuses.slice(-15)).toEqual(Array<number>(15).fill(429));

    // On a known device, the owner is not affected.
    const known = await server.call(login, { email, password, device }, { client: "203.0.1.5" });
    expect(known.status).toBe(200);
    // On an unknown device, the correct password works after a small proof of work.
    const strange = await callProven(server, login, { email, password }, "198.51.100.99");
    expect([strange.response.status, strange.bits.length]).toEqual([200, 1]);
    // A device token of another account or a forged one does not make a device known.
    const other = await server.addUser();
    const theirs = await server.call(login, { email: other.email, password: "a password of mine" });
    for (const made of [theirs.data.device, `${device}x`, device!.replace(/^./, "z"), "..", ""])
      expect(
        (await server.call(login, { email, password, device: made }, { client: "198.51.100.98" }))
          .key,
      ).toBe("proof_needed");
    // A stolen device token does not help with guessing.
    const tried = [];
    for (let n = 0; n < 12; n++)
      tried.push((await server.call(login, { email, password: WRONG, device })).status);
    expect(tried).toEqual([...Array<number>(10).fill(400), 429, 429]);
    server.advance(181 * 24 * HOUR);
    for (let n = 0; n < 30; n++)
      server.deps.pressure.add("login", { wide: `${n}`, address: email });
    expect((await server.call(login, { email, password, device })).key).toBe("proof_needed");
  });

  it("API-3 repeated attempts on a known device require work, and stay counted", async () => {
    const server = await open();
    await server.addUser(email, password);
    const client = "192.0.2.77";
    const { device } = (await server.call(login, { email, password }, { client })).data;
    const enter = (tried: string) =>
      server.call(login, { email, password: tried, device }, { client });
    for (let n = 0; n < 9; n++) await enter(WRONG);
    // A correct password does not clear the incorrect ones before it.
    expect((await enter(password)).status).toBe(200);
    expect((await enter(WRONG)).key).toBe("invalid_credentials");
    expect((await enter(password)).key).toBe("too_many_tries");
    server.advance(10 * MINUTE);
    const keys: unknown[] = [];
    for (let n = 0; n < 400; n++) keys.push((await enter(password)).key);
    expect(keys.slice(0, 16)).toEqual(Array(16).fill(undefined));
    expect(new Set(keys.slice(16))).toEqual(new Set(["proof_needed"]));
    const worked = await callProven(server, login, { email, password, device }, client);
    expect(worked.response.status).toBe(200);
    // Other users are not affected, whether or not they share the network address.
    const other = await server.addUser();
    for (const from of [client, "198.51.100.40"]) {
      const request = { email: other.email, password: "a password of mine" };
      expect((await server.call(login, request, { client: from })).status).toBe(200);
    }
  });

  it("API-3 a client and its site have limits for known devices of all accounts, too", async () => {
    const server = await open();
    const statuses: number[] = [];
    for (let n = 0; n < 13; n++) {
      const user = await server.addUser();
      const request = { email: user.email, password: "a password of mine" };
      const { device } = (await server.call(login, request, { client: `198.51.${n}.1` })).data;
      for (let k = 0; k < 8; k++)
        statuses.push(
          (await server.call(login, { ...request, device }, { client: "192.0.2.77" })).status,
        );
    }
    expect(statuses).toEqual([...Array<number>(100).fill(200), ...Array<number>(4).fill(429)]);
  });

  it("API-3 while passwords wait to be hashed, known devices are slowed down as well", async () => {
    let waiting = 0;
    const server = await open({ passwords: { ...quickPasswords, waiting: () => waiting } });
    await server.addUser(email, password);
    const { device } = (await server.call(login, { email, password })).data;
    waiting = 8;
    expect((await server.call(login, { email, password, device })).params?.["bits"]).toBe(16);
    const entered = await callProven(server, login, { email, password, device }, "192.0.2.1");
    expect(entered.response.status).toBe(200);
  });

  it("API-3 an owner on a known device gets in while strangers behind the same address try", async () => {
    const server = await open();
    await server.addUser(email, password);
    const client = "192.0.2.77";
    const { device } = (await server.call(login, { email, password }, { client })).data;
    for (let n = 0; n < 120; n++) {
      const to = n % 2 === 0 ? email : `nobody${n}@example.org`;
      await callProven(server, login, { email: to, password: WRONG }, client);
    }
    expect((await server.call(login, { email, password }, { client })).key).toBe("too_many_tries");
    expect((await server.call(login, { email, password, device }, { client })).status).toBe(200);
  });

  it("API-3 API-17 an account has 50 sessions; one more ends the one that was used least lately", async () => {
    const server = await open();
    const { token: oldest } = await server.addUser(email, password);
    const tokens: string[] = [];
    for (let n = 0; n < 60; n++) {
      server.advance(HOUR);
      const client = `198.51.${n}.1`;
      const { response: answer } = await callProven(server, login, { email, password }, client);
      tokens.push(answer.data.token);
      // The first session is in use.
      await server.call(getUser, {}, { token: tokens[0] });
    }
    const { data } = await server.call(getSessions, {}, { token: tokens.at(-1) });
    expect(data.sessions).toHaveLength(50);
    const isIn = async (token: string) =>
      (await server.call(getUser, {}, { token })).status === 200;
    expect([await isIn(oldest), await isIn(tokens[0]!), await isIn(tokens[1]!)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("API-3 an account gets 20 new device tokens per day; existing ones stay valid", async () => {
    const server = await open();
    await server.addUser(email, password);
    const devices: (string | undefined)[] = [];
    const enter = async (device?: string) => {
      server.advance(20 * MINUTE);
      const request = { email, password, ...(device !== undefined && { device }) };
      return (await callProven(server, login, request, "192.0.2.77")).response.data.device;
    };
    for (let n = 0; n < 25; n++) devices.push(await enter());
    expect(devices.map((device) => device !== undefined)).toEqual([
      ...Array<boolean>(20).fill(true),
      ...Array<boolean>(5).fill(false),
    ]);
    expect(await enter(devices[0])).toBeDefined();
    server.advance(24 * HOUR);
    expect(await enter()).toBeDefined();
  });

  it("API-3 in a crowd a site of many clients guesses no more than a few times", async () => {
    const server = await open();
    await server.addUser(email, password);
    for (let n = 0; n < 30; n++)
      server.deps.pressure.add("login", { wide: `${n}`, address: email });
    const statuses = [];
    for (let n = 0; n < 10; n++)
      statuses.push(
        (await callProven(server, login, { email, password: WRONG }, v6(0xdb8, 1, n))).response
          .status,
      );
    expect(statuses).toEqual([...Array<number>(6).fill(400), ...Array<number>(4).fill(429)]);
    expect(
      (await callProven(server, login, { email, password }, v6(0xdb8, 2))).response.status,
    ).toBe(200);
  });
});
