import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import type { HostedFault } from "../db/schema/credits.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type HostedModels, HostedError } from "../ports/hosted-models.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CANCELED_CALLS, FAILED_CALLS, OPEN_CALLS } from "../usage/hosted-calls.ts";
import { CALLS_AT_ONCE, showHostedQueue, takeCall } from "../usage/hosted-queue.ts";
import { TIMES } from "./do-work.ts";
import { runCall } from "./run-call.ts";

const ANSWER = { translations: [{ id: 0, text: "Guten Morgen." }] };

interface ModelRequest {
  readonly answer: () => void;
  readonly fail: () => void;
}

/** Models for a fixed set of languages, whose responses the test controls. */
function heldModels() {
  const waiting: ModelRequest[] = [];
  const models: HostedModels = {
    transcription: null,
    chat: {
      languages: ["en", "de"],
      complete: () =>
        new Promise((resolve, reject) =>
          waiting.push({
            answer: () => resolve(ANSWER),
            fail: () => reject(new HostedError("no", { isUnusable: true })),
          }),
        ),
    },
    speech: { languages: ["en"], voices: ["alloy"], speak: () => Promise.reject(new Error("no")) },
  };
  return { models, waiting };
}

describeOnDatabases("limits of hosted models", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let waiting: ReturnType<typeof heldModels>["waiting"];
  beforeEach(async () => {
    const held = heldModels();
    ({ waiting } = held);
    server = await createTestServer(await fresh(), { hosted: held.models });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
  });
  afterEach(() => server.close());

  const hold = async (): Promise<string> =>
    (await server.call(reserve, { tool: "cleaner", seconds: 30 }, { token })).data.usage_id;
  const translate = (usage_id: string, { from = "en", to = "de", by = token, key = "" } = {}) =>
    server.call(
      translateHosted,
      { usage_id, from, to, texts: ["Good morning."] },
      { token: by, ...(key !== "" && { key }) },
    );
  /** Creates a call without waiting for it. */
  const create = async (usage_id: string, key: string): Promise<Response> =>
    await server.app.request(`https://api.example${translateHosted.path}`, {
      method: "POST",
      headers: {
        authorization: token,
        "content-type": "application/json",
        "idempotency-key": key,
        prefer: PREFER_ASYNC.replace(/wait=\d+/, "wait=0"),
      },
      body: JSON.stringify({ usage_id, from: "en", to: "de", texts: ["Good morning."] }),
    });
  const keysOf = (count: number, name = "call") =>
    Array.from({ length: count }, (_, at) => `${name}-number-${at}`);
  const running = async (): Promise<number> =>
    (
      await server.deps.db.read((queries) =>
        queries.selectFrom("hosted_calls").select("key").where("lease_until", ">", 0).execute(),
      )
    ).length;

  it("API-17 TLS-8 an account has three calls running; others wait for their turn, and those of another account do not", async () => {
    const usage = await hold();
    for (const key of keysOf(5)) expect((await create(usage, key)).status).toBe(202);
    await expect.poll(() => waiting.length).toBe(CALLS_AT_ONCE);
    expect(await running()).toBe(CALLS_AT_ONCE);
    await showHostedQueue(server.deps);
    expect(server.deps.metrics.print()).toContain('toolkit_waiting{queue="hosted"} 2\n');
    const { token: other } = await server.addUser();
    expect((await translate(usage, { by: other })).key).toBe("not_found");
    await server.call(claimDaily, {}, { token: other });
    const request = { tool: "cleaner", seconds: 30 };
    const own = (await server.call(reserve, request, { token: other })).data.usage_id;
    const foreign = translate(own, { by: other });
    await expect.poll(() => waiting.length).toBe(4);
    waiting[3]!.answer();
    expect((await foreign).data.texts).toEqual(["Guten Morgen."]);
    waiting[0]!.answer();
    await expect.poll(() => waiting.length).toBe(5);
    expect(await running()).toBe(CALLS_AT_ONCE);
    for (const { answer } of waiting) answer();
    await expect.poll(() => waiting.length).toBe(6);
    waiting[5]!.answer();
    for (const key of keysOf(5))
      expect((await translate(usage, { key })).data.texts).toEqual(["Guten Morgen."]);
    expect(waiting).toHaveLength(6);
  });

  it("API-17 TLS-8 the calls that an account has waiting are limited, and known ones are not refused", async () => {
    const usage = await hold();
    const keys = keysOf(OPEN_CALLS);
    for (const key of keys) expect((await create(usage, key)).status).toBe(202);
    const refused = await create(usage, "one-too-many");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await create(usage, keys[0]!)).status).toBe(202);
    await expect.poll(() => waiting.length).toBe(CALLS_AT_ONCE);
    waiting[0]!.answer();
    await expect.poll(() => waiting.length).toBe(CALLS_AT_ONCE + 1);
    expect((await create(usage, "one-too-many")).status).toBe(202);
  });

  it("API-17 TLS-8 the calls of an account that fail are limited, whatever their keys", async () => {
    const usage = await hold();
    for (const key of keysOf(2)) {
      const call = create(usage, key);
      await expect.poll(() => waiting.length).toBe(1);
      waiting.pop()!.fail();
      await call;
      await expect.poll(running).toBe(0);
      // As if the first one had failed often.
      await server.deps.db.write(async (tx) => {
        const row = await tx.selectFrom("hosted_calls").selectAll().executeTakeFirstOrThrow();
        const copies = keysOf(FAILED_CALLS - 2, "copy").map((name) => ({ ...row, key: name }));
        await tx
          .insertInto("hosted_calls")
          .values(copies)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    }
    const refused = await create(usage, "one-too-many");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3600]).toEqual([
      429,
      true,
    ]);
    expect(waiting).toEqual([]);
    // Visitors who change their mind are refused much later.
    const setFault = (fault: HostedFault) =>
      server.deps.db.write((tx) => tx.updateTable("hosted_calls").set({ fault }).execute());
    await setFault("canceled");
    expect((await create(usage, "after-cancellations")).status).toBe(202);
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()!.answer();
    await expect.poll(running).toBe(0);
    await server.deps.db.write(async (tx) => {
      const row = await tx
        .selectFrom("hosted_calls")
        .selectAll()
        .where("fault", "=", "canceled")
        .executeTakeFirstOrThrow();
      const copies = keysOf(CANCELED_CALLS - FAILED_CALLS, "canceled");
      for (const key of copies)
        await tx
          .insertInto("hosted_calls")
          .values({ ...row, key })
          .execute();
    });
    expect((await create(usage, "too-many-cancellations")).status).toBe(429);
  });

  it("API-17 TLS-8 a model that takes longer than it may is given up, and called again later", async () => {
    const usage = await hold();
    const { deps } = server;
    const call = create(usage, "a-call-of-mine");
    await expect.poll(() => waiting.length).toBe(1);
    await call;
    await server.deps.hostedCalls.close(0);
    const taken = (await takeCall(deps, ["translate"]))!;
    const times = { ...TIMES, translate: 1 };
    const options = { stopped: new AbortController(), closing: new AbortController().signal };
    await runCall(deps, taken, { ...options, times });
    expect(
      await deps.db.read((queries) =>
        queries
          .selectFrom("hosted_calls")
          .select(["state", "lease_until", "fault", "due_at"])
          .execute(),
      ),
    ).toEqual([{ state: "running", lease_until: 0, fault: null, due_at: deps.clock() + 15_000 }]);
  });

  it("TLS-4 TLS-8 nothing is asked in a language that the operator does not name", async () => {
    const usage = await hold();
    expect((await translate(usage, { to: "fr" })).key).toBe("not_found");
    expect((await translate(usage, { from: "ja" })).key).toBe("not_found");
    const script = { usage_id: usage, title: "Bees", tone: "plain", minutes: 1 } as const;
    const request = { ...script, language: "ko", sentences: ["Bees dance."] };
    expect((await server.call(writeScriptHosted, request, { token })).key).toBe("not_found");
    const spoken = await server.app.request(`https://api.example${speakHosted.path}`, {
      method: "POST",
      headers: {
        authorization: token,
        "content-type": "application/json",
        "idempotency-key": "a-call-of-mine",
      },
      body: JSON.stringify({
        usage_id: usage,
        voice: "alloy",
        language: "de",
        text: "Hallo",
        speed: 1,
      }),
    });
    expect(spoken.status).toBe(404);
    expect(waiting).toEqual([]);
  });
});
