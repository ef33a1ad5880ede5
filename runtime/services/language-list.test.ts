import fs from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import {
  type LanguageItem,
  createLanguageList,
  LANGUAGE_LIST_CACHE_MS,
  LanguageListError,
  searchLanguages,
} from "./language-list.ts";

const published = JSON.parse(
  fs.readFileSync(new URL("../public/languages.json", import.meta.url), "utf8"),
) as LanguageItem[];
const list: LanguageItem[] = [
  { extname: "de", name_en: "German", name_zh: "德语" },
  { extname: "mi", name_en: "Māori", name_zh: "毛利语" },
  { extname: "pt-BR", name_en: "Portuguese (Brazil)", name_zh: "葡萄牙语（巴西）" },
];
const other: LanguageItem[] = [{ extname: "fr", name_en: "French", name_zh: "法语" }];

function create({
  answers,
  stored = {},
  time = 1_000_000_000,
}: {
  /** Responses of the URL in order: a body, a status, or null for a network error. */
  answers: (object | string | number | null)[];
  stored?: Record<string, string>;
  time?: number;
}) {
  const requests: string[] = [];
  const clock = { time };
  return {
    clock,
    stored,
    asked: requests,
    languages: createLanguageList({
      url: "/languages.json",
      now: () => clock.time,
      storage: {
        get: (key) => stored[key] ?? null,
        set: (key, value) => {
          stored[key] = value!;
        },
      },
      fetch: ((url: string) => {
        requests.push(url);
        const answer = answers.shift();
        if (answer === null || answer === undefined) return Promise.reject(new TypeError("off"));
        if (typeof answer === "number")
          return Promise.resolve(new Response("", { status: answer }));
        return Promise.resolve(
          new Response(typeof answer === "string" ? answer : JSON.stringify(answer)),
        );
      }) as unknown as typeof fetch,
    }),
  };
}

it("CMP-1 USR-13 the list is fetched once, and its copy with the time serves for 30 hours", async () => {
  expect(LANGUAGE_LIST_CACHE_MS).toBe(108_000_000);
  const device = create({ answers: [list, other] });
  expect(await device.languages.load()).toEqual(list);
  expect(JSON.parse(device.stored["audio_languageList"]!)).toEqual({
    timestamp: 1_000_000_000,
    list,
  });
  device.clock.time += 107_999_999;
  expect(await device.languages.load()).toEqual(list);
  expect(device.asked).toEqual(["/languages.json"]);
  device.clock.time += 1;
  expect(await device.languages.load()).toEqual(other);
  expect(device.asked).toHaveLength(2);
});

it("CMP-1 concurrent calls share one request", async () => {
  const device = create({ answers: [list] });
  const [first, second] = await Promise.all([device.languages.load(), device.languages.load()]);
  expect(first).toBe(second);
  expect(device.asked).toHaveLength(1);
});

it.each<[string, object | string | number | null]>([
  ["the line is broken", null],
  ["the server fails", 503],
  ["the answer is no JSON", "<!doctype html>"],
  ["the answer is no list", { languages: [] }],
  ["the list has nothing usable", [{ extname: 3 }, null, "de"]],
])("CMP-1 an old copy serves when %s", async (_, answer) => {
  const stored = { audio_languageList: JSON.stringify({ timestamp: 1, list }) };
  const device = create({ answers: [answer], stored });
  expect(await device.languages.load()).toEqual(list);
  expect(device.asked).toHaveLength(1);
  const without = create({ answers: [answer, list] });
  await expect(without.languages.load()).rejects.toThrow(LanguageListError);
  expect(await without.languages.load()).toEqual(list);
});

it("CMP-1 a copy from a clock that ran ahead is not believed", async () => {
  const stored = { audio_languageList: JSON.stringify({ timestamp: 9e15, list }) };
  expect(await create({ answers: [other], stored }).languages.load()).toEqual(other);
});

it("CMP-1 entries that lack a name are left out, the others serve", async () => {
  const device = create({ answers: [[...list, { extname: "xx", name_en: "" }, 7]] });
  expect(await device.languages.load()).toEqual(list);
});

it("CMP-1 a damaged copy counts as none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (audio_languageList) => {
      const device = create({ answers: [list], stored: { audio_languageList } });
      expect(await device.languages.load()).toEqual(list);
      expect(device.asked).toHaveLength(1);
    }),
  );
});

it("CMP-1 storage that is blocked or full is no failure", async () => {
  const blocked = (): never => {
    throw new DOMException("blocked", "SecurityError");
  };
  const languages = createLanguageList({
    url: "/l.json",
    now: () => 5,
    storage: { get: blocked, set: blocked },
    fetch: (() => Promise.resolve(new Response(JSON.stringify(list)))) as unknown as typeof fetch,
  });
  expect(await languages.load()).toEqual(list);
});

it.each([
  ["", ["de", "mi", "pt-BR"]],
  ["  ", ["de", "mi", "pt-BR"]],
  ["DE", ["de"]],
  ["german", ["de"]],
  ["RMA", ["de"]],
  ["德语", ["de"]],
  ["maori", ["mi"]],
  ["PT-br", ["pt-BR"]],
  ["(", ["pt-BR"]],
  ["语", ["de", "mi", "pt-BR"]],
  ["klingon", []],
])("CMP-1 a search for “%s” looks at code, English and Chinese name", (query, expected) => {
  expect(searchLanguages(list, query).map(({ extname }) => extname)).toEqual(expected);
});

it("CMP-1 each published language is found by any part of its three texts, in any case", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...published),
      fc.constantFrom("extname" as const, "name_en" as const, "name_zh" as const),
      fc.boolean(),
      (item, field, upper) => {
        const query = upper ? item[field].toUpperCase() : item[field].toLowerCase();
        expect(searchLanguages(published, query)).toContain(item);
      },
    ),
  );
});

it("CMP-1 the published list has about 100 languages with valid codes, each once", () => {
  expect(published.length).toBeGreaterThanOrEqual(100);
  for (const field of ["extname", "name_en", "name_zh"] as const)
    expect(new Set(published.map((item) => item[field])).size).toBe(published.length);
  for (const item of published) {
    expect(Object.keys(item)).toEqual(["extname", "name_en", "name_zh"]);
    expect(Intl.getCanonicalLocales(item.extname)).toEqual([item.extname]);
    expect(item.name_en).toMatch(/^[A-Z][\p{L} ()]+$/u);
    expect(item.name_zh).toMatch(/^\p{Script=Han}+(（\p{Script=Han}+）)?$/u);
  }
  const codes = published.map(({ extname }) => extname);
  for (const { language } of DEFAULT_LOCALES)
    expect(codes, language).toContain(language === "en-US" ? "en" : language);
  expect(published.map(({ name_en }) => name_en)).toEqual(
    published.map(({ name_en }) => name_en).toSorted((a, b) => a.localeCompare(b, "en")),
  );
});
