import { expect, it } from "vitest";
import { mayReload } from "./reload-guard.ts";

function memory(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

it("NAV-11 a path is reloaded once within 10 s, and again after", () => {
  const storage = memory();
  expect(mayReload("/a", storage, 1000)).toBe(true);
  expect(mayReload("/a", storage, 10_999)).toBe(false);
  expect(mayReload("/a", storage, 11_000)).toBe(true);
});

it("NAV-11 two paths that fail in turn do not reload each other for ever", () => {
  const storage = memory();
  const tries = Array.from({ length: 20 }, (_, i) =>
    mayReload(i % 2 ? "/a" : "/b", storage, 100 * i),
  );
  expect(tries.filter(Boolean)).toHaveLength(2);
});

it("NAV-11 nothing is reloaded where the tab cannot remember it", () => {
  const blocked = {
    getItem: () => null,
    setItem: () => {
      throw new Error("blocked");
    },
  };
  expect(mayReload("/a", blocked, 0)).toBe(false);
});

it("NAV-11 a record that was damaged or comes from a clock that was wrong counts as none", () => {
  const storage = memory();
  for (const text of ["{", "null", "[]", '{"/a":"x"}', '{"/a":99999}']) {
    storage.setItem("toolkit_reloads", text);
    expect(mayReload("/a", storage, 50), text).toBe(true);
  }
});
