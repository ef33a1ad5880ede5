import { expect, it } from "vitest";
import { createActions } from "./api-actions.ts";
import { ApiError } from "./api-error.ts";

const counted = () => {
  let count = 0;
  return createActions(() => `k${++count}`);
};
const keysOf = async (outcomes: readonly (Error | null)[]): Promise<string[]> => {
  const { run } = counted();
  const keys: string[] = [];
  for (const outcome of outcomes)
    await run("claim", (key) => {
      keys.push(key);
      return outcome ? Promise.reject(outcome) : Promise.resolve();
    }).catch(() => {});
  return keys;
};
const answered = (status: number, key: string) => new ApiError("", { status, key });

it("USR-10 an action keeps its key until its outcome is known", async () => {
  const line = new ApiError("", { key: "offline" });
  const aborted = new DOMException("", "AbortError");
  const busy = answered(409, "key_in_flight");
  expect(await keysOf([line, aborted, busy, answered(502, "internal"), null, null])).toEqual([
    "k1",
    "k1",
    "k1",
    "k1",
    "k1",
    "k2",
  ]);
});

it("USR-10 an action that was refused is another one the next time", async () => {
  expect(await keysOf([answered(409, "claim_too_soon"), null])).toEqual(["k1", "k2"]);
});

it("USR-10 an action that is under way is not begun again", async () => {
  const { run } = counted();
  let begun = 0;
  const work = () => Promise.resolve(++begun);
  expect(await Promise.all([run("a", work), run("a", work), run("b", work)])).toEqual([1, 1, 2]);
});

it("USR-10 keys of one user are not used for another", async () => {
  const { run, clear } = counted();
  const keys: string[] = [];
  let end: () => void = () => {};
  const first = run("a", (key) => {
    keys.push(key);
    return new Promise<void>((resolve) => (end = resolve));
  });
  clear();
  const second = run("a", (key) => {
    keys.push(key);
    return Promise.reject(new ApiError("", { key: "offline" }));
  });
  await expect(second).rejects.toThrow();
  end();
  await first;
  await run("a", (key) => {
    keys.push(key);
    return Promise.resolve();
  });
  expect(keys).toEqual(["k1", "k2", "k2"]);
});
