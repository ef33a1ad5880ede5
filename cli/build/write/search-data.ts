import fs from "node:fs";
import path from "node:path";
import { siteLocale } from "#core/site/site.ts";
import {
  type PartedSearchData,
  type SearchData,
  type SearchTool,
  searchFile,
} from "#core/search/search-data.ts";
import { unitFilesOf } from "#core/search/search-units.ts";
import type { SectionFields } from "#core/page/content.ts";
import type { Entry } from "../load/entry.ts";
import { type Texts, parseEntry } from "../load/read-entry.ts";
import { readText, withIo } from "../../files/files.ts";
import { digest, shortDigest } from "../../files/hash.ts";
import type { Plan } from "../plan/plan.ts";
import type { Thresholds } from "../shared/thresholds.ts";

/** Texts of a content file that the search uses and the plan does not contain. */
export type SearchTexts = Pick<SearchTool, "description" | "keywords" | "topics">;

/** Reads a content file's texts; empty if the file has become unreadable. */
export type ReadTexts = (entry: Entry) => Partial<SearchTexts>;

type SearchSizes = Pick<Thresholds, "toolsASearchFile" | "toolsASearchPart">;

const EMPTY: SearchTexts = { description: "", keywords: [], topics: [] };

/** Each tool with its link in a locale and its file there. */
const toolsOf = ({ site, links, entries, translations }: Plan, code: string) =>
  [...entries.values()]
    .filter(({ type }) => type === "tools")
    .map(({ id }) => ({
      link: links.get(code)!.get(id)!.link,
      own: (code === site.defaultLocale ? entries : translations.get(code))?.get(id),
    }));

/**
 * Search data of a locale: every tool, including those that menus omit. Names and taglines are
 * English if the locale has none; English keywords are not used for other languages.
 */
export const searchDataOf = (plan: Plan, code: string, read: ReadTexts): SearchData => ({
  language: siteLocale(plan.site, code).language,
  tools: toolsOf(plan, code).map(({ link, own }): SearchTool => {
    const { slug, path: at, name, tagline, available = false } = link;
    return { slug, path: at, name, tagline, ...EMPTY, ...(own && read(own)), available };
  }),
});

/**
 * Creates the function that reads the texts of files below a folder. @param cached texts that are
 * known, by path
 */
export const createReadTexts =
  (root: string, cached?: ReadonlyMap<string, Texts>): ReadTexts =>
  (entry) => {
    const known = cached?.get(entry.file);
    if (known) return textsOf(known);
    const text = withIo(entry.file, () => fs.readFileSync(path.join(root, entry.file), "utf8"));
    const parsed = parseEntry(text, entry);
    return Array.isArray(parsed) ? {} : textsOf(parsed);
  };

function textsOf({ data, body }: Texts): Partial<SearchTexts> {
  const { description, keywords, features = [], faq = [] }: SectionFields = data;
  const headings = Array.from(body.matchAll(/^#{2,3} (.+)$/gm), ([, heading]) => heading!);
  return {
    ...(description !== undefined && { description }),
    ...(keywords && { keywords }),
    topics: [
      ...features.map(({ title }) => title),
      ...faq.map(({ question }) => question),
      ...headings,
    ],
  };
}

/** Key of a locale's search data: equal keys mean equal data. */
export function searchKeyOf(
  plan: Plan,
  code: string,
  { toolsASearchFile, toolsASearchPart }: SearchSizes,
): string {
  const language = siteLocale(plan.site, code).language;
  const tools = toolsOf(plan, code).map(({ link, own }) => [link, own?.hash]);
  const size = tools.length > toolsASearchFile && toolsASearchPart;
  return digest(JSON.stringify([language, tools, size]));
}

/**
 * Files of a locale's search data. The names of parts contain a digest, as all below `assets/` do,
 * so that an index is never read with the parts of another build.
 */
export function searchFilesOf(
  { language, tools }: SearchData,
  code: string,
  { toolsASearchFile, toolsASearchPart }: SearchSizes,
): Map<string, unknown> {
  if (tools.length <= toolsASearchFile)
    return new Map([[searchFile(code), { language, tools } satisfies SearchData]]);
  const parts = inParts(tools, toolsASearchPart);
  const { files, firstUnits } = unitFilesOf(parts, language);
  const named = (kind: string, data: readonly unknown[]) =>
    data.map((one, at): [string, unknown] => {
      const hash = shortDigest(JSON.stringify(one));
      return [`assets/search-${code}-${kind}-${at}-${hash}.json`, one];
    });
  const [toolFiles, unitFiles] = [named("tools", parts), named("units", files)];
  const data: PartedSearchData = {
    language,
    parts: toolFiles.map(([file]) => file),
    toolsAPart: toolsASearchPart,
    units: unitFiles.map(([file]) => file),
    firstUnits,
  };
  return new Map([...toolFiles, ...unitFiles, [searchFile(code), data]]);
}

const inParts = <T>(tools: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(tools.length / size) }, (_, at) =>
    tools.slice(at * size, (at + 1) * size),
  );

function readJson(folder: string, file: string): unknown {
  try {
    return JSON.parse(readText(path.join(folder, file)) ?? "null");
  } catch {
    return null;
  }
}

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

const publishedIndex = (folder: string, code: string) =>
  readJson(folder, searchFile(code)) as Partial<SearchData & PartedSearchData> | null;

/** Files that a published index names; null if it cannot be read. */
export function publishedParts(folder: string, code: string): readonly string[] | null {
  const data = publishedIndex(folder, code);
  return data && [...listOf<string>(data.parts), ...listOf<string>(data.units)];
}

/** Tools of a published tree's search data; those of files that are missing or invalid are left out. */
function publishedTools(folder: string, code: string): SearchTool[] {
  const data = publishedIndex(folder, code);
  const parts = listOf<string>(data?.parts);
  return [
    ...listOf<SearchTool>(data?.tools),
    ...parts.flatMap((part) => listOf<SearchTool>(readJson(folder, part))),
  ];
}

/**
 * Reads the texts of files that have changed since the last build, and takes the others from its
 * published data.
 * @param isSame whether an entry's file is unchanged since that build
 */
export function createCachedReadTexts(
  root: string,
  previous: string | undefined,
  isSame: (entry: Entry) => boolean,
  cached?: ReadonlyMap<string, Texts>,
): ReadTexts {
  const read = createReadTexts(root, cached);
  const known = new Map<string, ReadonlyMap<string, SearchTool>>();
  const publishedIn = (code: string): ReadonlyMap<string, SearchTool> => {
    let found = known.get(code);
    if (!found) {
      const tools = previous === undefined ? [] : publishedTools(previous, code);
      known.set(code, (found = new Map(tools.map((tool) => [tool.slug, tool]))));
    }
    return found;
  };
  return (entry) => {
    const before = isSame(entry) ? publishedIn(entry.locale).get(entry.id.slice(6)) : undefined;
    if (!before) return read(entry);
    const { description, keywords, topics } = before;
    return { description, keywords, topics };
  };
}
