import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inLongRun } from "#tests/left-out.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type ServerProcess, startProcess } from "../testing/test-process.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_LEASE, CALLS_AT_ONCE } from "../usage/hosted-queue.ts";

const ANSWER = JSON.stringify({
  choices: [
    {
      message: { content: JSON.stringify({ translations: [{ id: 0, text: "Guten Tag." }] }) },
      finish_reason: "stop",
    },
  ],
});

/** Three processes have to start and respond on a busy machine. */
const PATIENT = { timeout: 20_000 };

/** A model whose response the test controls. */
async function startModel() {
  const waiting: (() => void)[] = [];
  const server = http.createServer((request, response) => {
    request.resume();
    waiting.push(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(ANSWER);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    answerAll: () => waiting.splice(0).forEach((answer) => answer()),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describeOnDatabases(
  "limits of an account in three processes",
  ({ fresh }) => {
    let server: TestServer;
    let model: Awaited<ReturnType<typeof startModel>>;
    let settings: DatabaseSettings;
    let processes: ServerProcess[] = [];
    beforeEach(async () => {
      model = await startModel();
      settings = await fresh();
      server = await createTestServer(settings, { start: Date.now() });
      processes = await Promise.all(
        [0, 1, 2].map(() => startProcess(settings, { HOSTED_URL: model.url })),
      );
    }, 60_000);
    afterEach(async () => {
      await Promise.all(processes.map((one) => one.close()));
      model.close();
      await server.close();
    });

    it("API-17 TLS-8 it has three calls of hosted models running in all of them, and its calls outlive the processes", async () => {
      const { token } = await server.addUser();
      await server.call(claimDaily, {}, { token });
      const { data } = await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token });
      const body = { usage_id: data.usage_id, from: "en", to: "de", texts: ["Good day."] };
      const send = async ({ port }: ServerProcess, key: string, wait: number, isNew = false) =>
        await fetch(
          `http://127.0.0.1:${port}${isNew ? translateHosted.path : `/audio/api/v1/hosted/calls/${key}`}`,
          {
            method: isNew ? "POST" : "GET",
            headers: {
              authorization: token,
              prefer: `respond-async, wait=${wait}`,
              ...(isNew && { "content-type": "application/json", "idempotency-key": key }),
            },
            ...(isNew && { body: JSON.stringify(body) }),
          },
        );
      const keys = ["call-one", "call-two", "call-three", "call-four", "call-five", "call-six"];
      const created = await Promise.all(
        keys.map((key, at) => send(processes[at % 3]!, key, 0, true)),
      );
      expect(created.map(({ status }) => status)).toEqual(keys.map(() => 202));
      await expect.poll(() => model.waiting.length, PATIENT).toBe(CALLS_AT_ONCE);
      const running = async () =>
        (
          await server.deps.db.read((queries) =>
            queries.selectFrom("hosted_calls").select("key").where("lease_until", ">", 0).execute(),
          )
        ).length;
      expect(await running()).toBe(CALLS_AT_ONCE);
      model.answerAll();
      await expect.poll(() => model.waiting.length, PATIENT).toBe(CALLS_AT_ONCE);
      expect(await running()).toBe(CALLS_AT_ONCE);

      await Promise.all(processes.map((one) => one.kill()));
      model.answerAll();
      // Simulates expired leases.
      await server.deps.db.write((tx) =>
        tx
          .updateTable("hosted_calls")
          .set(({ eb }) => ({ lease_until: eb("lease_until", "-", CALL_LEASE) }))
          .where("lease_until", ">", 0)
          .execute(),
      );
      const next = await startProcess(settings, { HOSTED_URL: model.url });
      processes.push(next);
      await expect.poll(() => model.waiting.length, PATIENT).toBe(CALLS_AT_ONCE);
      model.answerAll();
      for (const key of keys) {
        const response = await send(next, key, 20);
        expect(await response.json()).toMatchObject({ data: { texts: ["Guten Tag."] } });
      }
      const { hosted_milliseconds } = await server.deps.db.read((queries) =>
        queries.selectFrom("usages").select("hosted_milliseconds").executeTakeFirstOrThrow(),
      );
      expect(hosted_milliseconds).toBe(keys.length * 500);
    }, 120_000);
  },
  { sqlite: inLongRun },
);
