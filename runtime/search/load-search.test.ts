import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchFilesOf } from "#cli/build/write/search-data.ts";
import type { SearchTool } from "#core/search/search-data.ts";
import { createSearch } from "./create-search.ts";
import { loadSearch } from "./load-search.ts";

const tool = (at: number, over: Partial<SearchTool> = {}): SearchTool => ({
  slug: `t${at}`,
  path: `/t${at}`,
  name: `Other ${at}`,
  tagline: "",
  description: "",
  keywords: [],
  topics: [],
  available: true,
  ...over,
});

/** A site that answers from memory, and records what is requested. */
function siteOf(tools: readonly SearchTool[], language: string, toolsASearchPart: number) {
  const files = new Map(
    [...searchFilesOf({ language, tools }, "x", { toolsASearchFile: 1, toolsASearchPart })].map(
      ([file, value]) => [file, JSON.stringify(value)],
    ),
  );
  const requests: string[] = [];
  const broken = new Set<string>();
  const readJson = async (file: string): Promise<unknown> => {
    requests.push(file);
    if (broken.has(file)) throw new TypeError("network");
    return JSON.parse(files.get(file)!) as unknown;
  };
  return { files, requests, broken, readJson };
}

/** Numbers of the parts among requested files. */
const partsIn = (requests: readonly string[]): string[] =>
  requests.flatMap((file) => /-tools-(\d+)-/.exec(file)?.[1] ?? []);

const slugs = (tools: readonly SearchTool[]): string[] => tools.map(({ slug }) => slug);

/** Words of each script that tools and queries are made of, so that queries match often. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ["cut", "cutting", "louder", "remove", "noise", "karaoke", "mp3", "3d", "voices"],
  de: ["Geräusche", "entfernen", "Hintergrund", "lauter", "schneiden", "Straße"],
  ar: ["الصوت", "صوت", "إزالة", "ازاله", "الضوضاء", "كاريوكي"],
  ru: ["обрезать", "обрезка", "шум", "голос", "караоке"],
  ja: ["音声", "カラオケ", "ノイズ", "除去", "動画の音", "bgm"],
  zh: ["去除", "噪音", "人声", "伴奏", "提取", "音"],
  ko: ["노이즈", "제거", "음량 조절", "번역", "노래방"],
};

describe("a search whose tools are in parts", () => {
  it.each(Object.keys(WORDS))(
    "NAV-12 has the results of one index, in the same order, in %s",
    async (language) => {
      const words = WORDS[language]!;
      const word = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...words) },
        // Beginnings and typing errors.
        fc
          .tuple(fc.constantFrom(...words), fc.nat(6))
          .map(([text, at]) => text.slice(0, at) + text.slice(at + 1)),
        fc.string({ maxLength: 4 }),
      );
      const text = fc.array(word, { maxLength: 4 }).map((some) => some.join(" "));
      const fields = fc.record({
        name: text,
        tagline: text,
        keywords: fc.array(text, { maxLength: 4 }),
        topics: fc.array(text, { maxLength: 2 }),
        available: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fields, { minLength: 2, maxLength: 24 }),
          fc.integer({ min: 1, max: 5 }),
          fc.array(text, { minLength: 1, maxLength: 3 }),
          async (some, size, queries) => {
            const tools = some.map((over, at) => tool(at, over));
            const whole = createSearch(tools, language);
            const site = siteOf(tools, language, size);
            const loaded = await loadSearch("x", site.readJson);
            for (const query of queries) {
              await loaded.request(query, () => {});
              expect(loaded.isComplete()).toBe(true);
              expect(slugs(loaded.search(query))).toEqual(slugs(whole(query)));
            }
            // No file is requested twice.
            expect(new Set(site.requests).size).toBe(site.requests.length);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it.each([
    ["en", "remove the karaoke vocals", "karaoke"],
    ["en", "kara", "karaoke"],
    ["en", "karaeoke", "karaoke"],
    ["de", "Geräusche", "Hintergrundgeräusche geräuschlos"],
    ["ar", "صوت", "الصوت"],
    ["ja", "カラオケ", "無料カラオケ"],
    ["zh", "去除噪音", "噪音去除"],
    ["ko", "노래방", "노래방 만들기"],
    ["en", "3d", "3d"],
  ])("NAV-12 finds a name first by three files, in %s: %s", async (language, query, name) => {
    const tools = Array.from({ length: 40 }, (_, at) => tool(at, at === 33 ? { name } : {}));
    const { requests, readJson } = siteOf(tools, language, 4);
    const loaded = await loadSearch("x", readJson);
    let first: [string | undefined, string[]] | undefined;
    await loaded.request(query, () => {
      first ??= [loaded.search(query)[0]?.slug, [...requests]];
    });
    expect(first![0]).toBe("t33");
    expect(partsIn(first![1])).toEqual(["8"]);
  });

  it("NAV-12 shows first results before the others, and a later query ends an earlier one", async () => {
    const tools = Array.from({ length: 40 }, (_, at) => tool(at, { keywords: [`word${at}`] }));
    const { requests, readJson } = siteOf(tools, "en", 1);
    const loaded = await loadSearch("x", readJson);
    let later: Promise<void> | undefined;
    const shown: string[][] = [];
    await loaded.request("word39", () => {
      shown.push(slugs(loaded.search("word39")));
      later ??= loaded.request("word17", () => {});
    });
    expect(shown).toEqual([["t39"]]);
    expect(loaded.isComplete()).toBe(false);
    await later;
    expect(partsIn(requests).slice(0, 2)).toEqual(["39", "17"]);
    expect(loaded.isComplete()).toBe(true);
  });

  it("NAV-12 shows what it has when a part cannot be loaded, and loads it for the next query", async () => {
    const tools = Array.from({ length: 6 }, (_, at) => tool(at, { keywords: [`word${at}`] }));
    const { files, broken, readJson } = siteOf(tools, "en", 1);
    const loaded = await loadSearch("x", readJson);
    broken.add([...files.keys()].find((file) => file.includes("-tools-5-"))!);
    await expect(loaded.request("word2", () => {})).rejects.toThrow("network");
    expect(slugs(loaded.search("word2"))[0]).toBe("t2");
    broken.clear();
    await loaded.request("word2", () => {});
    expect(loaded.isComplete()).toBe(true);
  });

  it("NAV-12 a build published in mid-search gives no part of another index", async () => {
    const before = Array.from({ length: 6 }, (_, at) => tool(at, { name: `name${at}` }));
    // A new tool moves all others.
    const after = [tool(9, { name: "name9" }), ...before];
    const old = siteOf(before, "en", 2);
    const loaded = await loadSearch("x", old.readJson);
    const { files } = siteOf(after, "en", 2);
    const parts = [...old.files.keys()].filter((file) => file.includes("-tools-"));
    expect(parts.some((file) => files.has(file))).toBe(false);
    // Without the parts of its own build a search is not complete.
    old.files.clear();
    for (const [file, text] of files) old.files.set(file, text);
    await expect(loaded.request("name5", () => {})).rejects.toThrow();
    expect(loaded.isComplete()).toBe(false);
  });

  it("NAV-12 loads some parts of very many for each query", async () => {
    const tools = Array.from({ length: 100 }, (_, at) => tool(at, { name: `name${at}` }));
    const { requests, readJson } = siteOf(tools, "en", 1);
    const loaded = await loadSearch("x", readJson);
    for (const query of ["name93", "name57"]) {
      await loaded.request(query, () => {});
      expect(slugs(loaded.search(query))[0]).toBe(query.replace("name", "t"));
    }
    expect(partsIn(requests).length).toBeLessThanOrEqual(16);
  });
});
