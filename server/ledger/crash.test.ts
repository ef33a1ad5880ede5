import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { reserve } from "#core/api/usage/reserve.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { sweep } from "../sweep.ts";
import { createTestServer } from "../testing/test-server.ts";
import { auditLedger } from "./audit.ts";
import { isLong } from "#tests/left-out.ts";

const ROUNDS = isLong ? 50 : 2;
const CHILD = path.join(import.meta.dirname, "../testing/crash-child.ts");

/** A request and the response that the process has reported. */
interface Reported {
  readonly kind: "ready" | "user" | "given" | "reserved" | "settled" | "refunded";
  readonly userId: string;
  readonly token: string;
  readonly key: string;
  readonly request: { readonly tool: string; readonly seconds: number };
  readonly data: { readonly usage_id: string; readonly cost: number };
  readonly usage_id: string;
}

/** Lets a process run, and kills it. @param after number of lines after which it is killed */
async function crash(settings: DatabaseSettings, seed: string, after: number): Promise<Reported[]> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(settings), seed], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const reported: Reported[] = [];
  let failure = "";
  child.stderr.on("data", (chunk: Buffer) => (failure += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    reported.push(JSON.parse(line) as Reported);
    if (reported.length === after) child.kill("SIGKILL");
  });
  const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
  const [[, signal]] = (await ended) as [[number | null, string | null], unknown];
  if (signal !== "SIGKILL") throw new Error(`It ended by itself: ${failure}`);
  return reported;
}

describeOnDatabases("a process that is ended under load", ({ fresh }) => {
  it(
    `USR-10 ${ROUNDS} times loses nothing that it has acknowledged`,
    async () => {
      const settings = await fresh();
      const all: Reported[] = [];
      let jobs = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const reported = await crash(
          settings,
          `round-${round}`,
          round === 0 ? 150 : 1 + Math.floor(Math.random() * 200),
        );
        all.push(...reported);
        const server = await createTestServer(settings);
        const { deps, call } = server;
        const [usages, keys, grants, faults] = await deps.db.read((q) =>
          Promise.all([
            q.selectFrom("usages").select(["id", "state", "cost"]).execute(),
            q.selectFrom("idempotency").select("key").where("path", "=", reserve.path).execute(),
            q.selectFrom("grants").select(["user_id", "source"]).execute(),
            auditLedger(q),
          ]),
        );
        expect(faults).toEqual([]);
        // There is a stored response for each job, and a job for each response.
        expect(usages.length).toBe(keys.length);
        jobs = usages.length;
        const states = new Map(usages.map((usage) => [usage.id, usage]));
        for (const { kind, data, usage_id } of all) {
          if (kind === "reserved") expect(states.get(data.usage_id)?.cost).toBe(data.cost);
          if (kind === "settled" || kind === "refunded")
            expect(states.get(usage_id)?.state).toBe(kind);
        }
        for (const { kind, userId } of reported)
          if (kind === "given")
            expect(
              grants
                .filter((grant) => grant.user_id === userId)
                .map(({ source }) => source)
                .sort(),
            ).toEqual(["daily", "gift", "support"]);
        // Repeated with the same keys, the last requests get their original responses.
        for (const { token, key, request, data } of reported
          .filter(({ kind }) => kind === "reserved")
          .slice(-20)) {
          const again = await call(reserve, request, { token, key });
          expect(again.data).toEqual(data);
          expect(again.headers.get("idempotent-replayed")).toBe("true");
        }
        await server.close();
      }
      expect(jobs).toBeGreaterThan(0);

      const server = await createTestServer(settings);
      const { db } = server.deps;
      server.advance(2 * RESERVATION_LASTS * 1000 + 365 * 86_400_000);
      for (let more = true; more;) {
        await sweep(server.deps);
        const open = await db.read((q) =>
          q.selectFrom("usages").select("id").where("state", "=", "reserved").limit(1).execute(),
        );
        more = open.length > 0;
      }
      expect(await db.read(auditLedger)).toEqual([]);
      await server.close();
    },
    isLong ? 900_000 : 180_000,
  );
});
