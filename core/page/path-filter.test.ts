import { expect, it } from "vitest";
import { createPathFilter, mayContain } from "./path-filter.ts";

const pathsOf = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, at) => `/${word}-${at.toString(36)}`);

it.each([0, 1, 2, 51, 709, 20_000])(
  "NAV-10 of %i paths each is found, of others about one in a hundred",
  (count) => {
    const filter = createPathFilter(pathsOf(count, "tool"));
    expect(pathsOf(count, "tool").every((path) => mayContain(filter, path))).toBe(true);
    const others = pathsOf(20_000, "other");
    const found = others.filter((path) => mayContain(filter, path)).length;
    expect(found / others.length).toBeLessThan(0.03);
    // What is in a small filter by chance is in it for good.
    if (count > 10_000) expect(found).toBeGreaterThan(0);
  },
);

it("NAV-10 a million pages in 14 languages are sent in less than 150 KB, before compression", () => {
  const bits = createPathFilter(pathsOf(Math.ceil(1_000_000 / 14), "tool"));
  expect(bits.length).toBeLessThan(150_000);
});

it("NAV-10 characters of a filter are printable and stay as they are in JSON, but for the backslash", () => {
  const bits = createPathFilter(pathsOf(5000, "a"));
  expect(bits).toMatch(/^[@-_]+$/);
  expect(JSON.parse(JSON.stringify(bits))).toBe(bits);
});
