import { expect, it } from "vitest";
import { safeStorage } from "../../services/storage.ts";
import { clearDrafts, createDrafts, pendingOf, stillPending } from "./drafts.ts";

it("USR-4 a code can be entered for 10 minutes, and a new one sent after 60 s", () => {
  const pending = pendingOf("a@b.org", 60, 5000);
  expect(pending).toEqual({ email: "a@b.org", resendFrom: 65_000, until: 605_000 });
  expect(stillPending(pending, 604_999)).toBe(pending);
  expect(stillPending(pending, 605_000)).toBeNull();
  expect(stillPending(null, 0)).toBeNull();
});

/** Storage of a tab. */
function tabStorage() {
  const map = new Map<string, string>();
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  return { map, storage: safeStorage(() => storage as Storage) };
}

it("USR-4 a closed dialog keeps the address and the step, and no password", () => {
  const { map, storage } = tabStorage();
  const drafts = createDrafts(storage);
  drafts.setState({ email: "a@b.org", register: pendingOf("a@b.org", 60, 0) });
  expect([...map.values()].join("")).not.toMatch(/password/i);
});

it("USR-14 a reload preserves the address and the step, until logout", () => {
  const { map, storage } = tabStorage();
  const register = pendingOf("a@b.org", 60, 5000);
  createDrafts(storage).setState({ email: "a@b.org", register });
  const again = createDrafts(storage);
  expect(again.getState()).toEqual({ email: "a@b.org", register, reset: null });
  clearDrafts(again);
  expect(map.size).toBe(0);
});

it.each(["{", "null", "[]", '{"register":{"email":5},"email":7}'])(
  "USR-14 a damaged draft is none: %s",
  (text) => {
    const { map, storage } = tabStorage();
    map.set("toolkit_account_draft", text);
    expect(createDrafts(storage).getState()).toEqual({ email: "", register: null, reset: null });
  },
);
