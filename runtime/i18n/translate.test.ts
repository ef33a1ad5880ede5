import { expect, it } from "vitest";
import { createFormat } from "./format.ts";
import { createTranslate } from "./translate.ts";

const messages = {
  common: {
    hello: "Hello",
    credits_zero: "none",
    credits_one: "one",
    credits_two: "two",
    credits_few: "{{count, number}} few",
    credits_many: "many",
    credits_other: "other",
    shift: "{{count, number(signDisplay: exceptZero; maximumFractionDigits: 2)}} st",
  },
  pages: { note: "Path <{{path}}>" },
};

it("LOC-6 plurals take the forms of the language: Arabic has six", () => {
  const t = createTranslate("ar", messages);
  const form = (count: number) => t("common:credits", { count });
  expect([0, 1, 2, 11, 100].map(form)).toEqual(["none", "one", "two", "many", "other"]);
  expect(form(3)).toMatch(/few$/);
});

it("every lookup is reported by file and key, also a repeated one", () => {
  const seen: string[] = [];
  const t = createTranslate("en-US", messages, (key) => seen.push(key));
  expect(t("common:hello")).toBe("Hello");
  expect(t("common:hello")).toBe("Hello");
  expect(t("pages:note", { path: "/a&b" })).toBe("Path </a&b>");
  t("common:credits", { count: 1 });
  expect(seen).toEqual(["common:hello", "common:hello", "pages:note", "common:credits"]);
});

it("LOC-6 numbers, dates and prices are written as the language writes them", () => {
  const german = createFormat("de");
  expect(german.number(3750)).toBe("3.750");
  expect(german.date("2026-11-21")).toBe("21. November 2026");
  expect(german.price(9, "USD").replace(/\s/g, " ")).toBe("9 $");
  expect(createFormat("en-US").price(0.075, "USD")).toBe("$0.075");
  expect(createFormat("en-US").price(7.5, "USD")).toBe("$7.50");
  expect(createFormat("ar", "rtl").price(9, "USD")).toMatch(/^\u2066.*\u2069$/);
});

it("LOC-6 less than nothing has a minus before it, not a hyphen, in a message as well", () => {
  const shift = (count: number) => createTranslate("en-US", messages)("common:shift", { count });
  expect([-1.5, 0, 2].map(shift)).toEqual(["\u22121.5 st", "0 st", "+2 st"]);
  expect(createFormat("en-US").number(-1200)).toBe("\u22121,200");
  expect(createFormat("ar", "rtl").number(-3)).toContain("\u2212");
});
