import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { type Db, DatabaseUnavailable } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_LEASE } from "../usage/hosted-queue.ts";
import { digestOf } from "./call-model.ts";

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
  const contents = () =>
    server.deps.db.read((queries) => queries.selectFrom("hosted_contents").selectAll().execute());
  const advance = (milliseconds: number): void => {
    for (const each of [server, other]) each.advance(milliseconds);
  };
  const logged = (event: string) => server.logs.filter((line) => line.event === event);

  it("USR-10 TLS-8 a call whose failure cannot be recorded runs again, and counts once", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    failing = 1;
    requests[0]!.fail(new HostedError("no", { isUnusable: true }));
    await expect.poll(() => logged("hosted_release_failed").length).toBe(1);
    expect(await counted()).toBe(60_000);
    advance(CALL_LEASE);
    const again = translate(other);
    await expect.poll(() => requests.length).toBe(2);
    requests[1]!.answer();
    expect([(await call).status, (await again).data.texts]).toEqual([200, ["y"]]);
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 TLS-8 a result that comes while the database is unavailable is stored later, and counts", async () => {
    const call = translate();
    await expect.poll(() => requests.length).toBe(1);
    failing = 2;
    requests[0]!.answer();
    expect((await call).data.texts).toEqual(["y"]);
    expect([failing, await counted()]).toEqual([0, 60_000]);
    expect(await rows()).toMatchObject([{ state: "done", run: 1 }]);
  });

  it("USR-10 TLS-8 a process that was suspended cannot end a call that another one has taken up", async () => {
    const first = translate();
    await expect.poll(() => requests.length).toBe(1);
    advance(CALL_LEASE);
    const second = translate(other);
    await expect.poll(() => requests.length).toBe(2);
    requests[0]!.fail(new HostedError("no", { isUnusable: true }));
    await expect.poll(() => logged("hosted_model_failed").length).toBe(1);
    expect(await rows()).toMatchObject([{ state: "running", run: 2, fault: null }]);
    requests[1]!.answer();
    expect((await second).data.texts).toEqual(["y"]);
    expect((await first).data.texts).toEqual(["y"]);
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 TLS-8 the late success of a suspended process is not used, and counts no second time", async () => {
    const first = translate();
    await expect.poll(() => requests.length).toBe(1);
    advance(CALL_LEASE);
    const second = translate(other);
    await expect.poll(() => requests.length).toBe(2);
    requests[0]!.answer();
    await expect.poll(async () => (await contents()).map(({ role }) => role)).toEqual(["input"]);
    requests[1]!.answer();
    expect([(await first).data.texts, (await second).data.texts]).toEqual([["y"], ["y"]]);
    expect(await counted()).toBe(60_000);
    expect(await rows()).toMatchObject([{ state: "done", run: 2 }]);
  });

  it("USR-5 TLS-8 what is stored of a text does not confirm a guess of it", async () => {
    const call = translate(server, KEY, 42);
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    await call;
    const request = { usage_id: usage, from: "en", to: "de", texts: ["x".repeat(42)] };
    const digestWith = (secret: string): string =>
      digestOf(
        { settings: { ...server.deps.settings, secret } },
        "translate",
        JSON.stringify(request),
      );
    const { secret } = server.deps.settings;
    expect((await rows()).map(({ digest }) => digest)).toEqual([digestWith(secret)]);
    expect(digestWith("of another server")).not.toBe(digestWith(secret));
  });

  it("USR-5 an account that is deleted leaves no call, no input and no result, also of a call that runs", async () => {
    const call = translate(server, KEY, 42);
    await expect.poll(() => requests.length).toBe(1);
    requests[0]!.answer();
    await call;
    const open = translate(server, "another-call", 42);
    await expect.poll(() => requests.length).toBe(2);
    expect((await contents()).map(({ role }) => role).sort()).toEqual(["input", "result"]);
    const password = "a password of mine";
    expect((await server.call(cancelAccount, { password }, { token })).status).toBe(200);
    expect([await rows(), await contents()]).toEqual([[], []]);
    requests[1]!.answer();
    expect((await open).key).toBe("not_found");
    expect([await rows(), await contents()]).toEqual([[], []]);
  });
});
