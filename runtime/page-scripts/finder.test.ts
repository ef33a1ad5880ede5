import { afterEach, expect, it, vi } from "vitest";
import { searchFilesOf } from "#cli/build/write/search-data.ts";
import type { SearchTool } from "#core/search/search-data.ts";
import { createFinder } from "./finder.ts";

afterEach(() => vi.unstubAllGlobals());

const tools = Array.from({ length: 12 }, (_, at): SearchTool => ({
  slug: `t${at}`,
  path: `/t${at}`,
  name: `Tool ${at}`,
  tagline: "",
  description: "",
  keywords: [`word${at}`, "audio"],
  topics: [],
  available: true,
}));
const links = tools
  .slice(0, 2)
  .map(
    ({ path, name }) => ({ textContent: name, getAttribute: () => path }) as unknown as HTMLElement,
  );

/** Serves the search data of a locale, which no other test has requested. */
function serve(
  locale: string,
  isMissing: (file: string) => boolean = () => false,
  until: (file: string) => Promise<void> | undefined = () => undefined,
): void {
  const sizes = { toolsASearchFile: 1, toolsASearchPart: 2 };
  const files = searchFilesOf({ language: "en", tools }, locale, sizes);
  vi.stubGlobal("fetch", async (address: string) => {
    const file = address.slice(1);
    await until(file);
    return isMissing(file) || !files.has(file)
      ? new Response(null, { status: 404 })
      : Response.json(files.get(file));
  });
}

it("NAV-12 finds names on the page at once, and all tools when their parts are there", async () => {
  serve("aa");
  const paths = (): string[] => finder.find("audio").map(({ path }) => path);
  const shown: string[][] = [];
  const finder = createFinder({ locale: "aa", language: "en", links }, () => shown.push(paths()));
  expect(finder.find("tool 1").map(({ path }) => path)).toContain("/t1");
  expect(paths()).toEqual([]);
  await finder.settled;
  expect(paths()).toEqual(tools.map(({ path }) => path));
  // Results only grow while parts arrive.
  expect(shown.length).toBeGreaterThan(1);
  for (const [at, some] of shown.entries())
    expect(some).toEqual(expect.arrayContaining(shown[at - 1] ?? []));
});

it("NAV-12 answers with the first results, before the other parts are there", async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  serve(
    "dd",
    () => false,
    (file) => (/-tools-[^5]-/.test(file) ? held : undefined),
  );
  const finder = createFinder({ locale: "dd", language: "en", links }, () => {
    finder.find("word11");
  });
  let isSettled = false;
  finder.find("word11");
  void finder.settled.then(() => (isSettled = true));
  await finder.answered;
  expect(finder.find("word11").map(({ path }) => path)[0]).toBe("/t11");
  expect(isSettled).toBe(false);
  release();
  await finder.settled;
  await finder.answered;
  expect(finder.find("word11").map(({ path }) => path)[0]).toBe("/t11");
});

it("NAV-12 answers a query without results when all parts are there", async () => {
  serve("ee");
  const finder = createFinder({ locale: "ee", language: "en", links }, () => finder.find("zzzz"));
  finder.find("zzzz");
  await finder.answered;
  expect(finder.find("zzzz")).toEqual([]);
});

it("NAV-12 a tool that the page names stays found while its part is missing", async () => {
  serve("bb", (file) => file.includes("-tools-0-"));
  const finder = createFinder({ locale: "bb", language: "en", links }, () => finder.find("tool 1"));
  await finder.settled;
  const found = finder.find("tool 1").map(({ path }) => path);
  expect(found).toContain("/t1");
  expect(new Set(found).size).toBe(found.length);
});

it("NAV-12 names alone are found where no search data can be had", async () => {
  serve("cc", () => true);
  const finder = createFinder({ locale: "cc", language: "en", links }, () => {});
  await finder.settled;
  expect(finder.find("tool 1").map(({ path }) => path)[0]).toBe("/t1");
});
