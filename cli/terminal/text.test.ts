import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTable } from "../command-kit/render-table.ts";
import { cleanData, cleanText } from "../text/clean-text.ts";
import { displayWidth, fit, truncate } from "../text/display-width.ts";
import { wrapText } from "./layout/line.ts";
import { showsUnicode, sparkline } from "./layout/sparkline.ts";
import { NAMES } from "./test-account.ts";

describe("text on a terminal", () => {
  it.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["a title", "\u001b]0;owned\u0007text", "text"],
    ["a link", "\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["eight-bit sequences", "\u009b2Jtext\u0090", "text"],
    ["a sequence that is cut off", "text\u001b[", "text"],
    ["a carriage return over a prompt", "rm -rf\rharmless", "rm -rf harmless"],
    ["lines", "one\r\n\ttwo\u2028three", "one two three"],
    ["backspaces", "abc\b\b\bxyz", "abcxyz"],
    ["overrides of direction", "a\u202egnp.exe\u2066b\u2069", "agnp.exeb"],
    ["half a letter", "a\ud83d", "a\ufffd"],
  ])("CLI-8 %s of others are taken out", (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it("CLI-8 nothing that steers is left of any text, and letters are as they were", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.oneof(fc.nat(0x9f), fc.nat(0x10ffff)), { maxLength: 60 })
          .map((codes) => String.fromCodePoint(...codes)),
        (text) => {
          const clean = cleanText(text);
          expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
          expect(cleanText(clean)).toBe(clean);
        },
      ),
    );
    for (const name of NAMES) expect(cleanText(name)).toBe(name);
    expect(cleanData({ list: [{ "a\u001b": "b\u0007", n: 1, none: null, yes: true }] })).toEqual({
      list: [{ a: "b", n: 1, none: null, yes: true }],
    });
  });

  it("CLI-8 a text without end has one", () => {
    expect(cleanText("x".repeat(1e6))).toHaveLength(10_000);
    expect(cleanText("\u001b]".repeat(1e6))).toBe("");
  });

  it("CLI-8 a cell has the columns that it is given, in all scripts", () => {
    const text = fc.oneof(
      fc.constantFrom(...NAMES),
      fc.string({ unit: "grapheme", maxLength: 30 }).map(cleanText),
    );
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("start" as const, "end" as const),
        (value, columns, align) => {
          expect(displayWidth(fit(value, columns, align))).toBe(columns);
          expect(displayWidth(truncate(value, columns))).toBeLessThanOrEqual(columns);
        },
      ),
    );
    expect(fit("人声分离", 6)).toBe("人声… ");
    expect(truncate("cafe\u0301s", 5)).toBe("cafe\u0301s");
    expect(truncate("👩‍👩‍👧 family", 4)).toBe("👩‍👩‍👧 …");
  });

  it("CLI-8 a table's columns stand one under the other, in all scripts", () => {
    const table = renderTable(
      ["TOOL", "N"],
      NAMES.map((name, at) => [name, String(at)]),
      true,
    );
    const starts = table
      .trimEnd()
      .split("\n")
      .map((row) => displayWidth(/^.*? {2,}(?=\S+$)/.exec(row)![0]));
    expect(new Set(starts).size).toBe(1);
  });

  it("CLI-8 lines break between words, and long ones anywhere", () => {
    expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("see https://fermata.example/x now", 12)).toEqual([
      "see",
      "https://ferm",
      "ata.example/",
      "x now",
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 30 }).map(cleanText),
        fc.integer({ min: 4, max: 30 }),
        (text, columns) => {
          const rows = wrapText(text, columns);
          for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(columns);
          expect(rows.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        },
      ),
    );
  });

  it("CLI-8 a sparkline has a bar for each value, and something is never nothing", () => {
    expect(sparkline([0, 1, 50, 100], true)).toBe("▁▂▅█");
    expect(sparkline([0, 1, 50, 100], false)).toBe(".:=#");
    expect(sparkline([0, 0], true)).toBe("▁▁");
    expect(sparkline([], true)).toBe("");
    expect(showsUnicode({ LANG: "en_US.UTF-8", TERM: "linux" })).toBe(false);
  });
});
