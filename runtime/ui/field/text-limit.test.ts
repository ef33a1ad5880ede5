import fc from "fast-check";
import { expect, it } from "vitest";
import { TEXT_LIMIT } from "../constants.ts";
import { boundaryBefore, excessOf, fitText } from "./text-limit-cut.ts";

const FAMILY = "👩‍👩‍👧‍👦";
const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter("und").segment(text), ({ segment }) => segment);
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    fc.constantFrom(FAMILY, "🇩🇪", "é", "각", "क्षि", "\r\n", "ü"),
  ),
  maxLength: 60,
});

it("CMP-2 a field takes 3000 characters", () => {
  expect(TEXT_LIMIT).toBe(3000);
  expect(fitText("x".repeat(4000), TEXT_LIMIT)).toHaveLength(3000);
});

it.each([
  ["abc", 2, "ab"],
  ["abc", 3, "abc"],
  ["abc", 0, ""],
  ["abc", -1, ""],
  ["a😀", 2, "a"],
  ["a😀", 3, "a😀"],
  [`a${FAMILY}b`, 11, "a"],
  [`a${FAMILY}b`, 12, `a${FAMILY}`],
  ["ae\u0301", 2, "a"],
])("CMP-2 of %j, %s characters are %j", (given, limit, expected) => {
  expect(fitText(given, limit)).toBe(expected);
});

it("CMP-2 what fits is the most of whole characters, never a part of one", () => {
  fc.assert(
    fc.property(text, fc.nat(80), (given, limit) => {
      const fitted = fitText(given, limit);
      expect(given.startsWith(fitted)).toBe(true);
      expect(fitted.length).toBeLessThanOrEqual(limit);
      const all = graphemesOf(given);
      const count = graphemesOf(fitted).length;
      expect(all.slice(0, count).join("")).toBe(fitted);
      expect(fitted.length + (all[count]?.length ?? Infinity)).toBeGreaterThan(limit);
    }),
  );
});

it("CMP-2 a boundary is never inside a pair of surrogates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(40), (given, at) => {
      const boundary = boundaryBefore(given, at);
      expect(boundary).toBeLessThanOrEqual(Math.min(at, given.length));
      expect(given.slice(0, boundary).isWellFormed()).toBe(given.isWellFormed());
    }),
  );
});

it("CMP-2 text inserted in the middle is cut at its own end: existing text stays", () => {
  fc.assert(
    fc.property(text, text, text, fc.nat(40), (head, inserted, tail, room) => {
      const limit = head.length + tail.length + room;
      const value = head + inserted + tail;
      const [start, end] = excessOf(value, limit, {
        from: head.length,
        caret: head.length + inserted.length,
      });
      const rest = value.slice(0, start) + value.slice(end);
      expect(rest.length).toBeLessThanOrEqual(limit);
      expect(rest.startsWith(head)).toBe(true);
      expect(rest.endsWith(tail)).toBe(true);
      if (value.length <= limit) expect(rest).toBe(value);
    }),
  );
});
