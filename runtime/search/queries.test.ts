import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createReadTexts, searchDataOf } from "#cli/build/write/search-data.ts";
import { loadSite } from "#cli/check/load-site.ts";
import { HOME } from "#cli/files/home.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import type { SearchData } from "#core/search/search-data.ts";
import { createSearch } from "./create-search.ts";

const FOLDER = path.join(HOME, "tests/search/queries");
/** Queries with the expected first result, or with several acceptable ones. */
type Queries = Readonly<Record<string, string | readonly string[]>>;
const queriesOf = (code: string): Queries =>
  JSON.parse(fs.readFileSync(path.join(FOLDER, `${code}.json`), "utf8")) as Queries;

const data = new Map<string, SearchData>();
beforeAll(async () => {
  const { plan } = await loadSite({ root: HOME, home: HOME });
  for (const { code } of plan.site.locales)
    data.set(code, searchDataOf(plan, code, createReadTexts(HOME)));
});

const CODES = DEFAULT_LOCALES.map(({ code }) => code);

describe.each(CODES)("what people type in %s", (code) => {
  const queries = queriesOf(code);

  /** Queries with an unexpected first result. */
  function missed({ tools, language }: SearchData): string[] {
    const search = createSearch(tools, language);
    return Object.entries(queries).flatMap(([query, expected]) => {
      const [first] = search(query);
      return [expected].flat().includes(first?.slug ?? "") ? [] : `${query} → ${first?.slug}`;
    });
  }

  it("NAV-12 has 50 queries, each for tools that there are", () => {
    const slugs = data.get(code)!.tools.map(({ slug }) => slug);
    expect(Object.keys(queries)).toHaveLength(50);
    expect(slugs).toEqual(expect.arrayContaining(Object.values(queries).flat()));
  });

  it("NAV-12 puts the tool first that is meant", () => {
    expect(missed(data.get(code)!)).toEqual([]);
  });

  it("NAV-12 does so when every tool has been built, too", () => {
    const { tools, language } = data.get(code)!;
    const built = tools.map((tool) => ({ ...tool, available: true }));
    expect(missed({ language, tools: built })).toEqual([]);
  });
});

it("NAV-12 the lists are those of the site's languages", () => {
  const listed = fs.readdirSync(FOLDER).map((file) => path.basename(file, ".json"));
  expect(listed.sort()).toEqual([...CODES].sort());
});
