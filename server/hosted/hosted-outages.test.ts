import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { type Db, DatabaseUnavailable } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_LEASE } from "../usage/hosted-calls.ts";
import { digestOf } from "./use-model.ts";

/** Characters of a minute of hosted work, all that a job for a credit pays for. */
const MINUTE = 2520;
const KEY = "a-call-of-mine";

describeOnDatabases("hosted calls during outages", ({ fresh }) => {
  let server: TestServer;
  let other: TestServer;
  let token: string;
  let usage: string;
  let requests: { answer: () => void; fail: (error?: HostedError) => void }[];
  /** Number of the next writes of the first server that fail. */
  let failing: number;
  beforeEach(async () => {
    requests = [];
    failing = 0;
    const settings = await fresh();
    const chat = {
      languages: [],
      complete: () =>
        new Promise<unknown>((resolve, reject) =>
          requests.push({
            answer: () => resolve({ translations: [{ id: 0, text: "y" }] }),
            fail: (error = new HostedError("no", { retryAfter: 1 })) => reject(error),
          }),
        ),
    };
    const transcription = { languages: [], transcribe: () => Promise.reject(new Error("no")) };
    const hosted = { transcription, speech: null, chat };
    const opened = await openDb(settings, () => {});
    const db: Db = {
      ...opened,
      write: async (work) => {
        if (failing > 0) {
          failing--;
          throw new DatabaseUnavailable("It is away");
        }
        return await opened.write(work);
      },
    };
    server = await createTestServer(settings, { hosted, db });
    other = await createTestServer(settings, { hosted, start: server.deps.clock() });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    usage = (await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token })).data.usage_id;
  });
  afterEach(async () => {
    failing = 0;
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    await other.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const translate = (at = server, key: string | undefined = KEY, characters = MINUTE) =>
    at.call(
      translateHosted,
      { usage_id: usage, from: "en", to: "de", texts: ["x".repeat(characters)] },
      { token, ...(key !== undefined && { key }) },
    );
  const counted = async (): Promise<number> =>
    (
      await server.deps.db.read((queries) =>
        queries
          .selectFrom("usages")
          .select("hosted_milliseconds")
          .where("id", "=", usage)
          .executeTakeFirstOrThrow(),
      )
    ).hosted_milliseconds;
  const rows = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_calls").selectAll().execute());
  const advance = (milliseconds: number): void => {
    for (const each of [server, other]) each.advance(milliseconds);
  };
  const logged = (event: string) => server.logs.filter((line) => line.event === event);

  it("USR-10 TLS-8 a model's final error is the answer even if the count cannot be taken back at once", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    failing = 1;
    requests[0]!.fail(new HostedError("no", { isUnusable: true }));
    expect(await call).toMatchObject({ status: 502, key: "hosted_unusable" });
    expect([logged("hosted_release_failed").length, await counted()]).toEqual([1, 60_000]);
    advance(2 * CALL_LEASE);
    await sweep(server.deps);
    expect([await counted(), await rows()]).toEqual([0, []]);
  });

  it("USR-10 TLS-8 an answer that comes while the database is unavailable is returned, and counts", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    failing = 2;
    requests[0]!.answer();
    expect((await call).data.texts).toEqual(["y"]);
    expect([failing, await counted()]).toEqual([0, 60_000]);
    expect(await rows()).toMatchObject([{ state: "done", run: 1 }]);
  });

  it("USR-10 TLS-8 a success whose count was taken back is counted again", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    advance(2 * CALL_LEASE);
    await sweep(other.deps);
    expect([await counted(), await rows()]).toEqual([0, []]);
    requests[0]!.answer();
    expect((await call).status).toBe(200);
    expect(await counted()).toBe(60_000);
    expect(await rows()).toMatchObject([{ state: "done", key: KEY }]);
  });

  it("USR-10 TLS-8 a success that its job does not pay for anymore is reported", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    advance(2 * CALL_LEASE);
    await sweep(other.deps);
    await server.call(refund, { usage_id: usage }, { token });
    requests[0]!.answer();
    expect((await call).status).toBe(200);
    expect([await counted(), await rows()]).toEqual([0, []]);
    expect(logged("hosted_call_uncounted")).toMatchObject([{ values: { usage } }]);
  });

  it("USR-10 TLS-8 a success counts although a later run of its call fails", async () => {
    const first = translate();
    await expect.poll(() => requests.length).toBe(1);
    advance(2 * CALL_LEASE);
    const second = translate(other);
    await expect.poll(() => requests.length).toBe(2);
    requests[0]!.answer();
    expect((await first).status).toBe(200);
    requests[1]!.fail();
    expect((await second).status).toBe(503);
    expect(await counted()).toBe(60_000);
    expect(await rows()).toMatchObject([{ state: "done", run: 2 }]);
  });

  it("API-17 TLS-8 repeated requests wait for their calls while the account has no slot left", async () => {
    const keys = ["call-one", "call-two", "call-three"];
    const calls = keys.map((key) => translate(server, key, 42));
    await expect.poll(() => requests.length).toBe(3);
    expect((await translate(server, "call-four", 42)).key).toBe("too_many_tries");
    for (const key of keys) expect((await translate(other, key, 42)).key).toBe("key_in_flight");
    const repeated = keys.map((key) => translate(server, key, 42));
    // Each waits with a slot of its own before any is answered.
    const slots = () => server.deps.db.read((q) => q.selectFrom("slots").selectAll().execute());
    await expect.poll(async () => (await slots()).length).toBe(6);
    for (const { answer } of requests) answer();
    for (const { status } of await Promise.all([...calls, ...repeated])) expect(status).toBe(200);
    expect([requests.length, await counted()]).toEqual([3, 3000]);
  });

  it("API-17 TLS-8 a recording whose key is in use is rejected before it is read", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    let isRead = false;
    const body = new ReadableStream(
      { pull: (controller) => ((isRead = true), controller.close()) },
      { highWaterMark: 0 },
    );
    const query = `?usage_id=${usage}`;
    const response = await other.app.request(
      new Request(`http://api.example/audio/api/v1/hosted/transcribe${query}`, {
        method: "POST",
        headers: { authorization: token, "content-type": "audio/wav", "idempotency-key": KEY },
        body,
        duplex: "half",
      } as RequestInit),
    );
    expect([response.status, isRead]).toEqual([409, false]);
    expect(await response.json()).toMatchObject({ key: "key_in_flight" });
    requests[0]!.answer();
    await call;
  });

  it("USR-5 TLS-8 what is stored of a text does not confirm a guess of it", async () => {
    const call = translate(server, KEY, 42);
    const keyless = server.call(
      translateHosted,
      { usage_id: usage, from: "en", to: "de", texts: ["x"] },
      { token },
    );
    await expect.poll(() => requests.length).toBe(2);
    for (const { answer } of requests) answer();
    await Promise.all([call, keyless]);
    const request = { usage_id: usage, from: "en", to: "de", texts: ["x".repeat(42)] };
    const digestWith = (secret: string): string =>
      digestOf(
        { settings: { ...server.deps.settings, secret } },
        "translate",
        JSON.stringify(request),
      );
    const { secret } = server.deps.settings;
    expect((await rows()).map(({ digest }) => digest).sort()).toEqual(["", digestWith(secret)]);
    expect(digestWith("of another server")).not.toBe(digestWith(secret));
  });

  it("USR-5 an account that is deleted leaves no answer in memory", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    await call;
    const [row] = await rows();
    const name = { userId: row!.user_id, key: KEY };
    expect(server.deps.hostedAnswers.has(name)).toBe(true);
    const password = "a password of mine";
    expect((await server.call(cancelAccount, { password }, { token })).status).toBe(200);
    expect([server.deps.hostedAnswers.has(name), await rows()]).toEqual([false, []]);
  });
});
