import { expect, it } from "vitest";
import { createAnswerCache } from "./answer-cache.ts";

const MEGABYTE = 1024 * 1024;

/** A cache whose timers the test runs. */
function openCache() {
  const timers = new Set<() => void>();
  const cache = createAnswerCache((run) => {
    timers.add(run);
    return () => timers.delete(run);
  });
  const nameOf = (userId: string, key: string) => ({ userId, key, digest: "same" });
  return {
    cache,
    timers,
    has: (userId: string, key: string) => cache.has({ userId, key }),
    keep: (userId: string, key: string, megabytes: number) =>
      cache.once(nameOf(userId, key), async () => new Uint8Array(megabytes * MEGABYTE)),
    hold: (userId: string, key: string) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      return { done: cache.once(nameOf(userId, key), () => promise), end: () => resolve("answer") };
    },
  };
}

it("TLS-8 USR-5 an answer is deleted by its own timer, and with its account", async () => {
  const { cache, timers, has, hold } = openCache();
  const [ada, eve] = [hold("ada", "1"), hold("eve", "1")];
  for (const each of [ada, eve]) each.end();
  expect(await Promise.all([ada.done, eve.done])).toEqual(["answer", "answer"]);
  expect([has("ada", "1"), has("eve", "1"), timers.size]).toEqual([true, true, 2]);
  cache.forget("ada");
  expect([has("ada", "1"), has("eve", "1"), timers.size]).toEqual([false, true, 1]);
  for (const run of timers) run();
  expect(has("eve", "1")).toBe(false);
});

it("USR-5 the answer of a call that ends after its account was deleted is not kept", async () => {
  const { cache, timers, has, hold } = openCache();
  const call = hold("ada", "1");
  cache.forget("ada");
  call.end();
  expect(await call.done).toBe("answer");
  expect([has("ada", "1"), timers.size]).toEqual([false, 0]);
});

it("TLS-8 answers are limited by their bytes, of an account and of all", async () => {
  const { timers, has, keep } = openCache();
  await keep("ada", "large", 17);
  expect([has("ada", "large"), timers.size]).toEqual([false, 0]);
  await keep("ada", "1", 12);
  for (const user of ["b", "c", "d", "e"]) await keep(user, "1", 12);
  expect(has("ada", "1")).toBe(true);
  await keep("b", "2", 5);
  expect([has("b", "1"), has("b", "2"), has("ada", "1")]).toEqual([false, true, true]);
  await keep("f", "1", 12);
  expect([has("ada", "1"), has("c", "1"), has("f", "1")]).toEqual([false, true, true]);
});

it("TLS-8 the answers of calls that ended first are deleted first", async () => {
  const { has, hold, keep } = openCache();
  const long = hold("ada", "long");
  await keep("ada", "1", 9);
  long.end();
  await long.done;
  await keep("ada", "2", 9);
  expect([has("ada", "long"), has("ada", "1"), has("ada", "2")]).toEqual([true, false, true]);
});
