import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { speakHosted } from "#core/api/hosted/speak-hosted.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { RESULT_BYTES } from "../usage/end-hosted-calls.ts";
import { CALL_LASTS, CALL_RUNS } from "../usage/hosted-calls.ts";
import { CALL_LEASE } from "../usage/hosted-queue.ts";

const CHILD = path.join(import.meta.dirname, "../testing/hosted-crash-child.ts");
/** Characters of a minute of hosted work, all that a job for a credit pays for. */
const MINUTE = 2520;
const KEY = "a-call-of-mine";
const BUSY = new HostedError("no", { retryAfter: 1 });
const UNUSABLE = new HostedError("no", { isUnusable: true });

interface ModelRequest {
  readonly answer: () => void;
  readonly fail: (error: HostedError) => void;
  readonly signal: AbortSignal;
}

describeOnDatabases("calls of hosted models", ({ fresh }) => {
  let settings: DatabaseSettings;
  let server: TestServer;
  let other: TestServer;
  let token: string;
  let usage: string;
  let requests: ModelRequest[];
  beforeEach(async () => {
    requests = [];
    settings = await fresh();
    const respond = <T>(value: T, signal: AbortSignal): Promise<T> =>
      new Promise<T>((resolve, reject) =>
        requests.push({ answer: () => resolve(value), fail: reject, signal }),
      );
    const hosted = {
      transcription: null,
      chat: {
        languages: [],
        complete: (_question: unknown, { signal }: { signal: AbortSignal }) =>
          respond<unknown>({ translations: [{ id: 0, text: "y" }] }, signal),
      },
      speech: {
        languages: [],
        voices: ["alloy"],
        speak: (_text: string, { signal }: { signal: AbortSignal }) =>
          respond(new Uint8Array([1, 2, 3]), signal),
      },
    };
    server = await createTestServer(settings, { hosted });
    other = await createTestServer(settings, { hosted, start: server.deps.clock() });
    ({ token } = await server.addUser());
    await server.call(claimDaily, {}, { token });
    usage = (await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token })).data.usage_id;
  });
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    await other.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const requestOf = (characters: number) => ({
    usage_id: usage,
    from: "en",
    to: "de",
    texts: ["x".repeat(characters)],
  });
  const translate = (at = server, characters = MINUTE, key = KEY) =>
    at.call(translateHosted, requestOf(characters), { token, key });
  /** Makes a request of a client that waits by further requests. */
  const ask = async (
    method: "GET" | "POST" | "DELETE",
    { at = server, key = KEY, wait = 0, body = requestOf(MINUTE) as object } = {},
  ) => {
    const isPost = method === "POST";
    const address = isPost ? translateHosted.path : `/audio/api/v1/hosted/calls/${key}`;
    const response = await at.app.request(`http://api.example${address}`, {
      method,
      headers: {
        authorization: token,
        prefer: PREFER_ASYNC.replace(/wait=\d+/, `wait=${wait}`),
        ...(isPost && { "content-type": "application/json", "idempotency-key": key }),
      },
      ...(isPost && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { data = null, key: fault } = (text === "" ? {} : JSON.parse(text)) as {
      data?: unknown;
      key?: string;
    };
    return { status: response.status, data, fault, after: response.headers.get("retry-after") };
  };
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
  /** The requests that the models have got so far. */
  const arrived = (count: number) => expect.poll(() => requests.length).toBe(count);

  it("JOB-7 USR-10 TLS-8 a request is answered at once with a call that goes on without it, which another process waits for", async () => {
    expect(await ask("POST")).toMatchObject({
      status: 202,
      data: { key: KEY, retry_after: null },
    });
    await arrived(1);
    expect((await ask("GET", { at: other })).data).toMatchObject({ state: "running" });
    const waiting = ask("GET", { at: other, wait: 20 });
    requests[0]!.answer();
    expect(await waiting).toMatchObject({ status: 200, data: { texts: ["y"] } });
    // As a page that was reloaded sends it again.
    expect(await ask("POST", { at: other })).toMatchObject({ status: 200, data: { texts: ["y"] } });
    expect([requests.length, await counted()]).toEqual([1, 60_000]);
  });

  it("USR-10 TLS-8 a request whose answer was lost is repeated, asks the model once and counts once", async () => {
    const abort = new AbortController();
    const lost = Promise.resolve(
      server.app.request(`http://api.example${translateHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
        },
        body: JSON.stringify(requestOf(MINUTE)),
        signal: abort.signal,
      }),
    ).catch(() => null);
    await arrived(1);
    abort.abort();
    const during = translate();
    requests[0]!.answer();
    await lost;
    expect((await during).data.texts).toEqual(["y"]);
    expect((await translate(other)).data.texts).toEqual(["y"]);
    expect([requests.length, await counted()]).toEqual([1, 60_000]);
  });

  it("USR-10 TLS-8 sound that was lost is repeated, too", async () => {
    const body = { usage_id: usage, voice: "alloy", language: "en", text: "Hello.", speed: 1 };
    const speak = async (): Promise<number[]> => {
      const response = await server.app.request(`http://api.example${speakHosted.path}`, {
        method: "POST",
        headers: {
          authorization: token,
          "content-type": "application/json",
          "idempotency-key": KEY,
        },
        body: JSON.stringify(body),
      });
      return [response.status, ...new Uint8Array(await response.arrayBuffer())];
    };
    const first = speak();
    await arrived(1);
    requests[0]!.answer();
    expect([await first, await speak()]).toEqual([
      [200, 1, 2, 3],
      [200, 1, 2, 3],
    ]);
    expect([requests.length, await counted()]).toEqual([1, 500]);
  });

  it("USR-10 TLS-8 a model that is busy is called again after the time that it names, and the call counts once", async () => {
    const first = ask("POST", { wait: 20 });
    await arrived(1);
    requests[0]!.fail(new HostedError("no", { retryAfter: 9 }));
    expect(await first).toMatchObject({
      status: 202,
      after: "9",
      data: { state: "queued", retry_after: 9 },
    });
    // A client of an earlier version repeats its request.
    expect(await translate()).toMatchObject({ status: 409, key: "key_in_flight" });
    expect([requests.length, await counted()]).toEqual([1, 60_000]);
    advance(9000);
    const again = ask("GET", { at: other, wait: 20 });
    await arrived(2);
    requests[1]!.answer();
    expect((await again).data).toEqual({ texts: ["y"] });
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 TLS-8 a call whose runs all fail ends, is not counted, and is not run again under its key", async () => {
    for (let run = 1; run <= CALL_RUNS; run++) {
      const request = ask("POST", { wait: 20 });
      await arrived(run);
      requests[run - 1]!.fail(BUSY);
      expect((await request).status).toBe(run < CALL_RUNS ? 202 : 503);
      advance(90_000);
    }
    const last = await ask("POST");
    expect([last.fault, last.after, await counted()]).toEqual(["unavailable", null, 0]);
    expect([requests.length, await contents()]).toEqual([CALL_RUNS, []]);
  });

  it("USR-10 a call with an unusable result is uncounted, and another key counts", async () => {
    for (const [key, end, status] of [
      ["first-call", "fail", 502],
      ["second-call", "answer", 200],
    ] as const) {
      const call = translate(server, MINUTE, key);
      await arrived(1);
      expect(await counted()).toBe(60_000);
      requests.pop()![end](UNUSABLE);
      expect((await call).status).toBe(status);
      expect(await counted()).toBe(end === "fail" ? 0 : 60_000);
    }
    expect((await translate(other, MINUTE, "first-call")).key).toBe("hosted_unusable");
  });

  it("API-17 a key is required, belongs to one request, and has the form of a key", async () => {
    const call = translate(server, 42);
    await arrived(1);
    expect((await translate(server, 84)).key).toBe("key_reused");
    requests[0]!.answer();
    await call;
    for (const at of [server, other]) expect((await translate(at, 84)).key).toBe("key_reused");
    expect((await translate(server, 42, "short")).key).toBe("key_missing");
    for (const key of ["of-nothing", "short", "%ff-is-no-text", "with-%00-in-it"])
      expect((await ask("GET", { key })).fault).toBe("not_found");
    expect(await counted()).toBe(1000);
  });

  it("API-17 USR-5 a call can be neither read nor canceled by another account", async () => {
    const call = translate();
    await arrived(1);
    const own = token;
    ({ token } = await server.addUser());
    for (const method of ["GET", "DELETE"] as const)
      expect((await ask(method)).fault).toBe("not_found");
    expect((await ask("POST")).fault).toBe("not_found");
    token = own;
    requests[0]!.answer();
    expect((await call).data.texts).toEqual(["y"]);
  });

  it("TLS-8 USR-10 the oldest sounds of an account are erased beyond a limit, and no script that they are made from", async () => {
    const call = translate(server, 42);
    await arrived(1);
    const [input] = await contents();
    const earlier = (key: string, bytes: number, age: number) => ({
      ...input!,
      key,
      role: "result" as const,
      bytes,
      created_at: server.deps.clock() - age,
    });
    await server.deps.db.write((tx) =>
      tx
        .insertInto("hosted_contents")
        .values([
          earlier("script", 1, 4),
          earlier("the-oldest", 100_000, 3),
          earlier("too-large-with-it", RESULT_BYTES - 100_100, 2),
          earlier("of-another", RESULT_BYTES, 3),
        ])
        .execute(),
    );
    await server.deps.db.write((tx) =>
      tx
        .updateTable("hosted_contents")
        .set({ user_id: "another" })
        .where("key", "=", "of-another")
        .execute(),
    );
    requests[0]!.answer();
    await call;
    const { bytes } = (await contents()).find(({ key }) => key === KEY)!;
    expect(bytes).toBeLessThan(100);
    expect((await contents()).map(({ key }) => key).sort()).toEqual(
      [KEY, "of-another", "script", "the-oldest", "too-large-with-it"].sort(),
    );
    const next = translate(server, 84, "second-call");
    await arrived(2);
    await server.deps.db.write((tx) =>
      tx
        .updateTable("hosted_contents")
        .set({ bytes: RESULT_BYTES })
        .where("key", "=", "too-large-with-it")
        .execute(),
    );
    requests[1]!.answer();
    await next;
    expect((await contents()).map(({ key }) => key).sort()).toEqual(
      [KEY, "of-another", "script", "second-call"].sort(),
    );
  });

  it("USR-5 TLS-8 what is sent and returned is encrypted, and erased when the job ends", async () => {
    const call = translate();
    await arrived(1);
    const [input] = await contents();
    expect(input).toMatchObject({ role: "input", usage_id: usage });
    expect(Buffer.from(input!.sealed).includes("xxxx")).toBe(false);
    requests[0]!.answer();
    await call;
    const stored = await contents();
    expect(stored.map(({ role }) => role)).toEqual(["result"]);
    // With the content of another call, it cannot be decrypted.
    await server.deps.db.write((tx) =>
      tx.updateTable("hosted_contents").set({ sealed: input!.sealed }).execute(),
    );
    expect((await ask("GET")).status).toBe(500);
    await server.call(settle, { usage_id: usage }, { token });
    expect([await contents(), (await ask("GET")).status]).toEqual([[], 404]);
    expect((await translate()).key).toBe("usage_closed");
  });

  it("USR-10 TLS-8 a lost result is made again without being counted, and stays counted if that fails", async () => {
    const call = translate();
    await arrived(1);
    requests[0]!.answer();
    await call;
    await server.deps.db.write((tx) => tx.deleteFrom("hosted_contents").execute());
    expect((await ask("GET")).status).toBe(404);
    const again = translate();
    await arrived(2);
    requests[1]!.fail(UNUSABLE);
    expect((await again).key).toBe("hosted_unusable");
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 TLS-8 a canceled call that waits is not counted, and one that runs is stopped", async () => {
    const first = ask("POST", { wait: 20 });
    await arrived(1);
    requests[0]!.fail(BUSY);
    await first;
    expect(await ask("DELETE", { at: other })).toMatchObject({ status: 204 });
    expect([await counted(), await contents()]).toEqual([0, []]);

    const second = ask("POST", { key: "second-call", wait: 20 });
    await arrived(2);
    await ask("DELETE", { key: "second-call" });
    expect((await second).status).toBe(404);
    expect([requests[1]!.signal.aborted, await counted(), await contents()]).toEqual([true, 0, []]);
    expect((await ask("DELETE", { key: "of-nothing" })).fault).toBe("not_found");
  });

  it("USR-10 TLS-8 a call that was canceled and succeeds nevertheless counts, and has no result", async () => {
    const call = ask("POST", { wait: 20 });
    await arrived(1);
    // The other process cannot stop it.
    await ask("DELETE", { at: other });
    requests[0]!.answer();
    expect((await call).status).toBe(404);
    expect([await counted(), await contents()]).toEqual([60_000, []]);
  });

  /** Begins a call in a process of its own, and kills it while the model works. */
  async function killDuringCall(): Promise<void> {
    const request = JSON.stringify(requestOf(MINUTE));
    const args = [CHILD, JSON.stringify(settings), token, request, KEY];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    await Promise.race([once(child.stdout, "data"), exit]);
    child.kill("SIGKILL");
    expect(await exit).toEqual([null, "SIGKILL"]);
  }

  it(
    "USR-10 TLS-8 another process takes up the call of a killed one, which counts once",
    { timeout: 60_000 },
    async () => {
      await killDuringCall();
      expect((await ask("GET")).data).toMatchObject({ state: "running" });
      advance(CALL_LEASE);
      const again = ask("GET", { at: other, wait: 20 });
      await arrived(1);
      requests[0]!.answer();
      expect((await again).data).toEqual({ texts: ["y"] });
      expect([requests.length, await counted()]).toEqual([1, 60_000]);
    },
  );

  it(
    "USR-10 TLS-8 the count of a call that no process takes up is taken back when its time is over",
    { timeout: 60_000 },
    async () => {
      await killDuringCall();
      await sweep(server.deps);
      expect(await counted()).toBe(60_000);
      advance(CALL_LASTS);
      await sweep(server.deps);
      expect([await counted(), await contents()]).toEqual([0, []]);
      expect(await rows()).toMatchObject([{ state: "done", fault: "unavailable", run: 1 }]);
      expect((await server.call(refund, { usage_id: usage }, { token })).data.cost).toBe(0);
    },
  );

  it(
    "USR-10 TLS-8 a job that was refunded meanwhile gets back what a killed process had counted",
    { timeout: 60_000 },
    async () => {
      await killDuringCall();
      expect((await server.call(refund, { usage_id: usage }, { token })).data.cost).toBe(1);
      advance(CALL_LEASE);
      await sweep(server.deps);
      const { charged } = await server.deps.db.read((queries) =>
        queries.selectFrom("usages").select("charged").executeTakeFirstOrThrow(),
      );
      expect([charged, await contents()]).toEqual([0, []]);
    },
  );

  it("JOB-8 USR-10 TLS-8 a process that ends gives its calls back, and another one runs them at once", async () => {
    const call = ask("POST", { wait: 20 });
    await arrived(1);
    const closing = server.deps.hostedCalls.close(0);
    expect((await call).status).toBe(202);
    await closing;
    expect(requests[0]!.signal.aborted).toBe(true);
    const again = ask("GET", { at: other, wait: 20 });
    await arrived(2);
    requests[1]!.answer();
    expect((await again).data).toEqual({ texts: ["y"] });
    expect(await counted()).toBe(60_000);
  });

  it("USR-10 the rows of calls are deleted once their job cannot be open, and the count stays", async () => {
    const call = translate(server, 42);
    await arrived(1);
    requests[0]!.answer();
    await call;
    await sweep(server.deps);
    expect(await rows()).toHaveLength(1);
    advance(RESERVATION_LASTS * 1000);
    await sweep(server.deps);
    expect([await rows(), await contents(), await counted()]).toEqual([[], [], 1000]);
  });

  it("USR-10 the audit finds calls that their job does not count", async () => {
    const call = translate(server, 42);
    await arrived(1);
    requests[0]!.answer();
    await call;
    const set = (hosted_milliseconds: number) =>
      server.deps.db.write((tx) =>
        tx.updateTable("usages").set({ hosted_milliseconds }).where("id", "=", usage).execute(),
      );
    await set(999);
    const fault = [`job ${usage} does not count its calls of hosted models`];
    expect(await server.deps.db.read((queries) => auditLedger(queries))).toEqual(fault);
    // In parts, as the audit reads an account with many rows.
    expect(await server.deps.db.read((queries) => auditLedger(queries, 1))).toEqual(fault);
    await set(1000);
  });
});
