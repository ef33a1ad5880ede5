import { expect, it } from "vitest";
import { CHECK_MS, createBriefCheck } from "./brief-check.ts";

it("TLS-19 the check in a button disappears by itself, and not before the last one's time", () => {
  const shown: boolean[] = [];
  let timer: { work: () => void; ms: number } | null = null;
  let canceled = 0;
  const check = createBriefCheck(
    (isShown) => shown.push(isShown),
    (work, ms) => {
      const own = { work, ms };
      timer = own;
      return () => {
        canceled++;
        if (timer === own) timer = null;
      };
    },
  );
  check.show();
  expect(timer!.ms).toBe(CHECK_MS);
  const first = timer;
  check.show();
  expect(canceled).toBe(1);
  expect(timer).not.toBe(first);
  timer!.work();
  expect(shown).toEqual([true, true, false]);
  check.show();
  check.end();
  expect(timer).toBeNull();
});
