// Measures what a search costs by the number of tools. See README.md in this folder.
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { THRESHOLDS } from "#cli/build/shared/thresholds.ts";
import { createReadTexts, searchDataOf, searchFilesOf } from "#cli/build/write/search-data.ts";
import { loadSite } from "#cli/check/load-site.ts";
import { HOME } from "#cli/files/home.ts";
import { createPathFilter } from "#core/page/path-filter.ts";
import type { SearchData, SearchTool } from "#core/search/search-data.ts";
import { createSearch } from "#runtime/search/create-search.ts";
import { loadSearch } from "#runtime/search/load-search.ts";

const sizes = (process.argv[2] ?? "41,500,3500").split(",").map(Number);
const QUERIES = 10;

/** Linear congruential numbers from 0 to 1: the same tools from the same arguments. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** As many tools as requested, whose texts are those of this site's tools in other combinations. */
function multiply({ tools, language }: SearchData, count: number): SearchData {
  const random = randomOf(count);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const keywords = tools.flatMap((tool) => tool.keywords);
  const topics = tools.flatMap((tool) => tool.topics);
  const made = Array.from({ length: count }, (_, at): SearchTool => ({
    slug: `tool-${at}`,
    path: `/tool-${at}`,
    name: `${one(tools).name} ${one(keywords)} ${at}`,
    tagline: one(tools).tagline,
    description: one(tools).description,
    keywords: Array.from({ length: 14 }, () => one(keywords)),
    topics: Array.from({ length: 14 }, () => one(topics)),
    available: true,
  }));
  return { language, tools: count === tools.length ? tools : made };
}

const KB = (bytes: number): string => (bytes / 1000).toFixed(1);

async function measure(code: string, data: SearchData): Promise<(string | number)[]> {
  const files = new Map(
    [...searchFilesOf(data, code, THRESHOLDS)].map(([file, value]) => [
      file,
      gzipSync(JSON.stringify(value)),
    ]),
  );
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const texts = searchFilesOf(data, code, THRESHOLDS);
  const whole = createSearch(data.tools, data.language);
  const queries = Object.keys(
    JSON.parse(
      fs.readFileSync(path.join(HOME, `tests/search/queries/${code}.json`), "utf8"),
    ) as Record<string, unknown>,
  ).slice(0, QUERIES);
  const slugsOf = (tools: readonly SearchTool[]): string => tools.map(({ slug }) => slug).join();
  const complete = await loadSearch(code, async (file) => texts.get(file));
  await complete.request(queries[0]!, () => {});
  let [maxFirst, found, alike] = [0, 0, 0];
  for (const query of queries) {
    let bytes = 0;
    let results: number | undefined;
    const loaded = await loadSearch(code, async (file) => {
      // What is loaded after the first results does not count.
      if (results !== undefined) throw new Error("measured");
      bytes += files.get(file)!.length;
      return texts.get(file);
    });
    await loaded
      .request(query, () => (results ??= loaded.search(query).length))
      .catch((error: unknown) => {
        if (results === undefined) throw error;
      });
    maxFirst = Math.max(maxFirst, bytes);
    if ((results ?? loaded.search(query).length) > 0) found += 1;
    if (slugsOf(complete.search(query)) === slugsOf(whole(query))) alike += 1;
  }
  return [
    code,
    data.tools.length,
    files.size,
    KB(total),
    (total / data.tools.length).toFixed(0),
    KB(maxFirst),
    `${found} of ${QUERIES}`,
    `${alike} of ${QUERIES}`,
  ];
}

const { plan } = await loadSite({ root: HOME, home: HOME });
console.log(
  "| language | tools | files | all, KB gzip | bytes a tool | first result, KB gzip | found by it | as one index |\n|---|---|---|---|---|---|---|---|",
);
for (const size of sizes)
  for (const { code } of plan.site.locales) {
    const data = multiply(searchDataOf(plan, code, createReadTexts(HOME)), size);
    console.log(`| ${(await measure(code, data)).join(" | ")} |`);
  }
for (const pages of [700, 7000, 49_000, 1_000_000]) {
  const routes = Array.from({ length: pages / 14 }, (_, at) => `/tool-${at}`);
  const bytes = gzipSync(JSON.stringify(createPathFilter(routes))).length;
  console.log(`filter of the routes of ${pages} pages: ${KB(bytes)} KB gzip`);
}
