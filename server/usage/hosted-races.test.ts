import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { isLong } from "#tests/left-out.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import {
  type Kind,
  HOSTED,
  openHostedBench,
  secondsOf,
  SITE,
  sizeOf,
} from "../testing/hosted-bench.ts";

describeOnDatabases("hosted calls at once", ({ fresh }) => {
  let bench: Awaited<ReturnType<typeof openHostedBench>>;
  beforeEach(async () => (bench = await openHostedBench(await fresh())));
  afterEach(() => bench.close());

  it(`TLS-8 USR-10 calls that race with each other and with the end of their job use no more than was paid`, async () => {
    const calls = fc.array(
      fc.record({
        by: fc.constantFrom("transcribe", "translate", "speak", "script"),
        amount: fc.integer({ min: 1, max: 150 }),
        at: fc.nat(1),
      }),
      { minLength: 2, maxLength: 8 },
    ) as fc.Arbitrary<{ by: Kind; amount: number; at: number }[]>;
    const ends = fc.array(fc.constantFrom("settle", "refund"), { maxLength: 3 });
    const round = fc.record({
      calls,
      ends,
      tool: fc.constantFrom(...HOSTED),
      seconds: fc.nat(300),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const { call, use, balance } = await bench.begin();
        // Some calls fail, and all take a while, so that jobs end while their calls are in
        // progress.
        bench.failWhen((seconds) => Math.round(seconds) % 3 === 0);
        for (const { calls: requested, ends: closing, tool, seconds } of rounds) {
          const before = bench.worked();
          const had = await balance();
          const { data } = await call(reserve, { tool, seconds });
          await Promise.all([
            ...requested.map(({ by, amount, at }) =>
              use(data.usage_id, by, sizeOf(by, amount), at),
            ),
            ...closing.map((kind, at) =>
              call(kind === "settle" ? settle : refund, { usage_id: data.usage_id }, at % 2),
            ),
          ]);
          const isSettled = (await call(refund, { usage_id: data.usage_id })).status === 409;
          const used = bench.worked() - before;
          const each = secondsOf(SITE.costs.get(tool));
          // Includes calls that failed after the refund of their job: failed work is not charged.
          const due = isSettled ? data.cost : Math.ceil(Math.max(0, used / each - 1e-6));
          expect(had - (await balance())).toBe(due);
          expect(used).toBeLessThanOrEqual(due * each + 1e-6);
        }
      }),
      { numRuns: isLong ? 500 : 12 },
    );
  }, 600_000);
});
