import { expect, it } from "vitest";
import { takesBuild } from "./build-taken.ts";

function createStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

it("ANL-1 a tab takes a build when it shows another one than before, once", () => {
  const storage = createStorage();
  const shown = ["a", "a", "b", "b", "a"].map((id) => takesBuild(id, () => storage));
  expect(shown).toEqual([false, false, true, false, true]);
});

it("ANL-1 where the tab can remember nothing, no build counts as taken", () => {
  const refuse = (): never => {
    throw new DOMException("refused", "SecurityError");
  };
  expect([takesBuild("a", refuse), takesBuild("b", refuse)]).toEqual([false, false]);
});
