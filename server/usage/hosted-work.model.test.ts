import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { costOf } from "#core/credits/credits.ts";
import { isLong } from "#tests/left-out.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import {
  type Kind,
  CREDITS,
  HOSTED,
  openHostedBench,
  secondsOf,
  SITE,
  sizeOf,
} from "../testing/hosted-bench.ts";

const HISTORIES = isLong ? 2000 : 40;
const TOOLS = [...SITE.costs.keys()];
const HASHES = ["a".repeat(64), "b".repeat(64), undefined];

type Step =
  | {
      readonly kind: "reserve";
      readonly tool: string;
      readonly seconds: number;
      readonly hash: number;
      readonly announced: number;
    }
  | {
      readonly kind: "use";
      readonly job: number;
      readonly by: Kind;
      /** Seconds of hosted work. */
      readonly amount: number;
      readonly fails: boolean;
    }
  | { readonly kind: "settle" | "refund"; readonly job: number }
  | { readonly kind: "release" };

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("reserve"),
      tool: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom("ai-audio-to-text", "ai-audio-translator") },
        fc.constantFrom(...HOSTED),
        fc.constantFrom(...TOOLS),
      ),
      seconds: fc.integer({ min: 0, max: 240 }),
      hash: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(HASHES.length - 1)),
      announced: fc.constantFrom(0, 30, 100, 100, 700),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("use"),
      job: fc.nat(6),
      by: fc.constantFrom("transcribe", "translate", "speak", "script"),
      amount: fc.integer({ min: 1, max: 150 }),
      fails: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("settle", "refund", "refund"), job: fc.nat(6) }),
  },
  fc.record({ kind: fc.constant("release") }),
) as fc.Arbitrary<Step>;

const mayUse = (tool: string): boolean => HOSTED.includes(tool);

/** Model of a job; times are in seconds. */
interface Job {
  readonly id: string;
  readonly tool: string;
  readonly hash: number;
  readonly cost: number;
  /** Carried over from earlier jobs with the same input. */
  readonly carried: number;
  used: number;
  state: "reserved" | "settled" | "refunded";
  charged: number;
}

describeOnDatabases("hosted work of random histories", ({ fresh }) => {
  let bench: Awaited<ReturnType<typeof openHostedBench>>;
  beforeEach(async () => (bench = await openHostedBench(await fresh())));
  afterEach(() => bench.close());

  it(`TLS-8 USR-10 over all tools, ${HISTORIES} histories cost what the model says and use no more than was paid`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), async (steps) => {
        const { call, use, balance } = await bench.begin();
        const jobs: Job[] = [];
        const pool = new Map<string, number>();
        let releases = 0;
        const poolOf = ({ tool, hash }: Pick<Job, "tool" | "hash">): string => `${tool} ${hash}`;
        const close = (job: Job, state: "settled" | "refunded"): void => {
          const each = secondsOf(SITE.costs.get(job.tool));
          const own = Math.max(0, job.used - job.carried);
          job.state = state;
          job.charged = state === "settled" ? job.cost : Math.min(job.cost, Math.ceil(own / each));
          if (!mayUse(job.tool)) return;
          const left = job.charged * each + job.carried - job.used;
          pool.set(poolOf(job), (pool.get(poolOf(job)) ?? 0) + left);
        };
        const before = bench.worked();
        for (const one of steps) {
          const job = "job" in one ? jobs[one.job % Math.max(1, jobs.length)] : undefined;
          switch (one.kind) {
            case "reserve": {
              const { tool, seconds, hash, announced } = one;
              const cost = SITE.costs.get(tool)!;
              const known =
                HASHES[hash] === undefined
                  ? []
                  : jobs.filter((other) => poolOf(other) === poolOf(one));
              const carried =
                known.length === 0 || !mayUse(tool) ? 0 : (pool.get(poolOf(one)) ?? 0);
              const paid = known.reduce((sum, { charged }) => sum + charged, 0);
              const price = cost === "free" ? 0 : costOf(cost, seconds);
              const lacking = mayUse(tool)
                ? Math.ceil(Math.max(0, announced - carried) / secondsOf(cost))
                : 0;
              const due = Math.max(0, price - paid, lacking);
              const spare = await balance();
              const { status, data } = await call(reserve, {
                tool,
                seconds,
                ...(HASHES[hash] !== undefined && { input_hash: HASHES[hash] }),
                ...(announced > 0 && { hosted_seconds: announced }),
              });
              if (due > spare) {
                expect(status).toBe(402);
                break;
              }
              expect(data.cost).toBe(due);
              if (HASHES[hash] !== undefined) pool.set(poolOf(one), 0);
              const made = { id: data.usage_id, tool, hash, cost: due, carried };
              jobs.push({ ...made, used: 0, state: "reserved", charged: 0 });
              break;
            }
            case "use": {
              if (!job) break;
              const size = sizeOf(one.by, one.amount);
              const paid = mayUse(job.tool)
                ? job.cost * secondsOf(SITE.costs.get(job.tool)) + job.carried
                : 0;
              const left = paid - job.used;
              const margin = one.by === "transcribe" ? 5 : 0;
              const isPaid = job.state === "reserved" && left > 0 && size - margin <= left;
              bench.failWhen(() => one.fails);
              const status = await use(job.id, one.by, size);
              if (isPaid && !one.fails) {
                expect(status).toBe(200);
                job.used += Math.min(size, left);
              } else expect(status).toBeGreaterThanOrEqual(400);
              break;
            }
            case "settle":
            case "refund": {
              if (!job) break;
              const expected = one.kind === "settle" ? "settled" : "refunded";
              const { status, data } = await call(one.kind === "settle" ? settle : refund, {
                usage_id: job.id,
              });
              expect(status).toBe(job.state === "reserved" || job.state === expected ? 200 : 409);
              if (job.state === "reserved") close(job, expected);
              if (one.kind === "refund" && status === 200)
                expect((data as { cost?: number }).cost).toBe(job.charged);
              break;
            }
            case "release":
              if (++releases > 3) break;
              await bench.release();
              for (const open of jobs) if (open.state === "reserved") close(open, "refunded");
          }
          const held = jobs.reduce(
            (sum, { state, cost, charged }) => sum + (state === "reserved" ? cost : charged),
            0,
          );
          expect(await balance()).toBe(CREDITS - held);
        }
        await bench.release();
        for (const open of jobs) if (open.state === "reserved") close(open, "refunded");
        const spent = CREDITS - (await balance());
        expect(spent).toBe(jobs.reduce((sum, { charged }) => sum + charged, 0));
        const paid = jobs
          .filter(({ tool }) => mayUse(tool))
          .reduce((sum, { tool, charged }) => sum + charged * secondsOf(SITE.costs.get(tool)), 0);
        expect(bench.worked() - before).toBeLessThanOrEqual(paid + 1e-6);
      }),
      { numRuns: HISTORIES },
    );
  }, 600_000);
});
