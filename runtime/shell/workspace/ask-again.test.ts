import { expect, it } from "vitest";
import { ApiError } from "../../services/api/api-error.ts";
import { askAgain } from "./ask-again.ts";

const { signal } = new AbortController();

/** Reported waits. */
const reported: (number | null)[] = [];

/**
 * Runs a request that fails with each of the faults in turn, then succeeds. @returns the result,
 * the number of attempts, and the seconds waited
 */
async function ask(...faults: readonly unknown[]) {
  const left = [...faults];
  const waited: number[] = [];
  reported.length = 0;
  let tries = 0;
  const end = await askAgain(
    () => {
      tries++;
      const fault = left.shift();
      return fault === undefined ? Promise.resolve("answered") : Promise.reject(fault as Error);
    },
    { signal, onWait: (retryAt) => reported.push(retryAt) },
    (seconds) => Promise.resolve(void waited.push(seconds)),
  ).catch((error: unknown) => error);
  return { end, tries, waited };
}
const busy = (status: number, retryAfter: number | null = null, key = "unavailable") =>
  new ApiError("", { status, key, retryAfter });

it("TLS-8 a hosted model that is busy is asked again, after the time that it names", async () => {
  expect(await ask(busy(503, 9))).toEqual({ end: "answered", tries: 2, waited: [9] });
  expect(await ask(busy(429, 30, "too_many_tries"), busy(502))).toEqual({
    end: "answered",
    tries: 3,
    waited: [30, 4],
  });
  expect(await ask(busy(0, null, "unreachable"))).toMatchObject({ end: "answered", waited: [2] });
});

it("TLS-8 it is asked three times, and not where that would be in vain or take long", async () => {
  const last = busy(503, 1);
  expect(await ask(busy(503), busy(503), last)).toEqual({ end: last, tries: 3, waited: [2, 4] });
  for (const fault of [
    busy(502, null, "hosted_unusable"),
    busy(429, 3600, "too_many_tries"),
    busy(404, null, "not_found"),
    new TypeError("a bug"),
  ])
    expect(await ask(fault)).toEqual({ end: fault, tries: 1, waited: [] });
});

it("TLS-8 USR-10 all attempts of a call have one key, and one that is worked on does not use them up", async () => {
  const keys: string[] = [];
  const left = [busy(0, null, "unreachable"), ...Array(5).fill(busy(409, 2, "key_in_flight"))];
  const call = (): Promise<unknown> =>
    askAgain(
      (key) => {
        keys.push(key);
        const fault = left.shift() as ApiError | undefined;
        return fault ? Promise.reject(fault) : Promise.resolve("answered");
      },
      { signal },
      () => Promise.resolve(),
    );
  expect(await call()).toBe("answered");
  expect([keys.length, new Set(keys).size]).toEqual([7, 1]);
  await call();
  expect(new Set(keys).size).toBe(2);
});

it("TLS-8 an earlier attempt that the server works on is waited for at growing intervals, and not for ever", async () => {
  const worked = busy(409, 2, "key_in_flight");
  const { end, waited } = await ask(...Array<ApiError>(100).fill(worked));
  expect(end).toBe(worked);
  expect(waited.slice(0, 6)).toEqual([2, 4, 8, 16, 20, 20]);
  // A call ends after 280 s, and the server takes one of a killed process back after 90 s.
  const total = waited.reduce((sum, seconds) => sum + seconds, 0);
  expect(total).toBeGreaterThan(280 + 90);
  expect(total).toBeLessThan(600);
});

it("TLS-8 it is not asked again once the job was cancelled while it waited", async () => {
  const own = new AbortController();
  let tries = 0;
  const answer = askAgain(() => {
    tries++;
    queueMicrotask(() => own.abort());
    return Promise.reject(busy(503, 60));
  }, own);
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  expect(tries).toBe(1);
});

it("TLS-8 reports the time of the next attempt, and that it is in progress", async () => {
  const start = Date.now();
  await ask(busy(503, 40), busy(503, 9));
  const end = Date.now();
  expect(reported).toEqual([expect.any(Number), null, expect.any(Number), null]);
  for (const [at, seconds] of [
    [0, 40],
    [2, 9],
  ] as const) {
    expect(reported[at]).toBeGreaterThanOrEqual(start + 1000 * seconds);
    expect(reported[at]).toBeLessThanOrEqual(end + 1000 * seconds);
  }
  await ask(busy(404));
  expect(reported).toEqual([]);
});
