import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inLongRun } from "#tests/left-out.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type ServerProcess, startProcess } from "../testing/test-process.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { LEASE } from "./slots.ts";

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
    let processes: ServerProcess[] = [];
    beforeEach(async () => {
      model = await startModel();
      const settings = await fresh();
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

    it("API-17 TLS-8 it has three calls of hosted models in all of them; those of a killed process are free after their lease", async () => {
      const { token } = await server.addUser();
      await server.call(claimDaily, {}, { token });
      const { data } = await server.call(reserve, { tool: "cleaner", seconds: 60 }, { token });
      const body = { usage_id: data.usage_id, from: "en", to: "de", texts: ["Good day."] };
      const statuses: (number | "gone")[] = [];
      const translate = async ({ port }: ServerProcess): Promise<number | "gone"> => {
        const answer = await fetch(`http://127.0.0.1:${port}${translateHosted.path}`, {
          method: "POST",
          headers: { authorization: token, "content-type": "application/json" },
          body: JSON.stringify(body),
        }).catch(() => null);
        const status = answer?.status ?? "gone";
        statuses.push(status);
        await answer?.arrayBuffer();
        return status;
      };
      const first = processes.flatMap((one) => [translate(one), translate(one), translate(one)]);
      await expect.poll(() => statuses, PATIENT).toEqual([429, 429, 429, 429, 429, 429]);
      await expect.poll(() => model.waiting.length, PATIENT).toBe(3);
      model.answerAll();
      const done = await Promise.all(first);
      expect(done.filter((status) => status === 200)).toHaveLength(3);

      const [killed, other] = processes as [ServerProcess, ServerProcess];
      const lost = [translate(killed), translate(killed), translate(killed)];
      await expect.poll(() => model.waiting.length, PATIENT).toBe(3);
      await killed.kill();
      expect(await Promise.all(lost)).toEqual(["gone", "gone", "gone"]);
      model.answerAll();
      expect(await translate(other)).toBe(429);
      // Simulates an expired lease.
      await server.deps.db.write((tx) =>
        tx
          .updateTable("slots")
          .set(({ eb }) => ({ until: eb("until", "-", LEASE) }))
          .execute(),
      );
      const again = translate(other);
      await expect.poll(() => model.waiting.length, PATIENT).toBe(1);
      model.answerAll();
      expect(await again).toBe(200);
    }, 120_000);
  },
  { sqlite: inLongRun },
);
