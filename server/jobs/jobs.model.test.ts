import fc from "fast-check";
import { expect, it } from "vitest";
import { refund } from "#core/api/usage/refund.ts";
import { settle } from "#core/api/usage/settle.ts";
import { isLong } from "#tests/left-out.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { readBalance } from "../ledger/balance.ts";
import { sweep } from "../sweep.ts";
import { type JobAccount, addJob, addJobAccount, attemptOf } from "../testing/job-bench.ts";
import { createTestServer } from "../testing/test-server.ts";
import { cancelJob, failJob, finishJob, giveBackJob } from "./end-job.ts";
import { redriveJobs } from "./redrive-jobs.ts";
import { recoverLost } from "./sweep-jobs.ts";

const HISTORIES = isLong ? 2000 : 25;
const CREDITS = 40;
const RESULT = { outputs: [] };

/** `job` and `attempt` number what has been created and taken so far. */
type Step =
  | { readonly kind: "create"; readonly account: number; readonly cost: number }
  | { readonly kind: "take" | "recover" | "sweep" | "redrive" }
  | { readonly kind: "cancel" | "closeAsClient"; readonly job: number }
  | { readonly kind: "finish"; readonly attempt: number; readonly seconds: number }
  | { readonly kind: "fail"; readonly attempt: number; readonly fault: string }
  | { readonly kind: "giveBack"; readonly attempt: number }
  | { readonly kind: "wait"; readonly minutes: number };

const attempt = fc.nat(5);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create"),
      account: fc.nat(1),
      cost: fc.integer({ min: 0, max: 9 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("take") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("finish"),
      attempt,
      seconds: fc.constantFrom(30, 60, 90),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fail"),
      attempt,
      fault: fc.constantFrom("crashed", "crashed", "AUDIO_UNREADABLE"),
    }),
  },
  fc.record({ kind: fc.constant("giveBack"), attempt }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel"), job: fc.nat(5) }) },
  fc.record({ kind: fc.constant("closeAsClient"), job: fc.nat(5) }),
  fc.record({ kind: fc.constantFrom("recover", "sweep", "redrive") }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("wait"), minutes: fc.constantFrom(1, 1, 10, 1500) }),
  },
) as fc.Arbitrary<Step>;

/** A job as its owner sees it: what it holds, and what it was charged when it was done. */
interface ModelJob {
  readonly row: Jobs;
  readonly account: number;
  readonly cost: number;
  /** Null until the job is done. */
  charged: number | null;
  holds: boolean;
}

const spentBy = (jobs: readonly ModelJob[], account: number): number =>
  jobs
    .filter((job) => job.account === account)
    .reduce((sum, { cost, charged, holds }) => sum + (charged ?? 0) + (holds ? cost : 0), 0);

describeOnDatabases("random histories of jobs", ({ fresh }) => {
  it(
    `JOB-1 JOB-3 ${HISTORIES} of them cost what the model says, whatever runs at the same time`,
    async () => {
      const server = await createTestServer(await fresh());
      const { deps } = server;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 14 }),
          async (rounds) => {
            const accounts = [
              await addJobAccount(server, CREDITS),
              await addJobAccount(server, CREDITS, true),
            ] as const;
            const jobs: ModelJob[] = [];
            const attempts: Jobs[] = [];
            for (const together of rounds) {
              await Promise.all(together.map((each) => run(each, { accounts, jobs, attempts })));
              await follow(jobs);
              for (const [account, user] of accounts.entries())
                expect(await creditsOf(user)).toBe(CREDITS - spentBy(jobs, account));
            }
            server.advance(60 * 3_600_000);
            await sweep(deps);
            await follow(jobs);
            expect(jobs.filter(({ holds }) => holds)).toEqual([]);
            for (const [account, user] of accounts.entries())
              expect(await creditsOf(user)).toBe(CREDITS - spentBy(jobs, account));
          },
        ),
        { numRuns: HISTORIES },
      );
      expect(await deps.db.read(auditLedger)).toEqual([]);
      const usages = await deps.db.read((queries) =>
        queries.selectFrom("usages").select("id").where("state", "=", "reserved").execute(),
      );
      expect(usages).toEqual([]);
      await server.close();

      async function creditsOf({ userId }: JobAccount): Promise<number> {
        const balance = await deps.db.read((queries) => readBalance(queries, userId, deps.clock()));
        return balance.buy_credits;
      }
      /** Which jobs hold credits; a redriven one has another usage, without a price. */
      async function follow(jobs: readonly ModelJob[]): Promise<void> {
        for (const job of jobs) {
          const row = await deps.db.read((queries) =>
            queries.selectFrom("jobs").selectAll().where("id", "=", job.row.id).executeTakeFirst(),
          );
          const isOpen = row?.state === "queued" || row?.state === "running";
          job.holds = isOpen && row.usage_id === job.row.usage_id;
        }
      }

      async function run(
        one: Step,
        {
          accounts,
          jobs,
          attempts,
        }: {
          readonly accounts: readonly JobAccount[];
          readonly jobs: ModelJob[];
          readonly attempts: Jobs[];
        },
      ): Promise<void> {
        const taken = "attempt" in one ? attempts.at(-1 - one.attempt) : undefined;
        const job = "job" in one ? jobs.at(-1 - one.job) : undefined;
        switch (one.kind) {
          case "create": {
            const { account, cost } = one;
            const row = await addJob(server, accounts[account]!, { cost }).catch(
              (error: { key?: string }) => {
                expect(error.key).toBe("not_enough_credits");
                return null;
              },
            );
            if (row) jobs.push({ row, account, cost, charged: null, holds: true });
            return;
          }
          case "take": {
            const next = await deps.jobQueue.take("cpu");
            if (next) attempts.push(next);
            return;
          }
          case "finish": {
            if (!taken) return;
            const { seconds } = one;
            const end = await finishJob(deps, attemptOf(taken), { seconds, result: RESULT });
            if (end !== null) expect(end).toBe(seconds > 65 ? "failed" : "done");
            if (end !== "done") return;
            const done = jobs.find(({ row }) => row.id === taken.id)!;
            expect(done.charged).toBeNull();
            done.charged = taken.usage_id === done.row.usage_id ? done.cost : 0;
            return;
          }
          case "fail":
            if (taken) await failJob(deps, attemptOf(taken), one.fault);
            return;
          case "giveBack":
            if (taken) await giveBackJob(deps, attemptOf(taken));
            return;
          case "cancel":
            if (!job) return;
            // The row is missing if it was deleted long after its end.
            await deps.db
              .write((tx) => cancelJob(tx, deps, { userId: job.row.user_id, id: job.row.id }))
              .catch((error: { key?: string }) => expect(error.key).toBe("not_found"));
            return;
          case "closeAsClient": {
            if (!job) return;
            const { token } = accounts[job.account]!;
            for (const call of [settle, refund]) {
              const { key } = await server.call(call, { usage_id: job.row.usage_id }, { token });
              // The session of the account is over after a long wait.
              expect(["not_found", "not_signed_in"]).toContain(key);
            }
            return;
          }
          case "recover":
            await recoverLost(deps);
            return;
          case "sweep":
            await sweep(deps);
            return;
          case "redrive":
            await redriveJobs(deps, {});
            return;
          case "wait":
            server.advance(one.minutes * 60_000);
        }
      }
    },
    isLong ? 3_600_000 : 240_000,
  );
});
