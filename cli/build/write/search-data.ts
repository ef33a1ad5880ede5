import fs from "node:fs";
import path from "node:path";
import { siteLocale } from "#core/site/site.ts";
import { type SearchData, type SearchTool, searchFile } from "#core/tools/search.ts";
import type { SectionFields } from "#core/page/content.ts";
import type { Entry } from "../load/entry.ts";
import { type Texts, parseEntry } from "../load/read-entry.ts";
import { readText, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Plan } from "../plan/plan.ts";

/** Texts of a content file that the search uses and the plan does not contain. */
export type SearchTexts = Pick<SearchTool, "description" | "keywords" | "topics">;

/** Reads a content file's texts; empty if the file has become unreadable. */
export type ReadTexts = (entry: Entry) => Partial<SearchTexts>;

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
export const searchKeyOf = (plan: Plan, code: string): string =>
  digest(
    JSON.stringify([
      siteLocale(plan.site, code).language,
      toolsOf(plan, code).map(({ link, own }) => [link, own?.hash]),
    ]),
  );

/** Tools of published search data; empty if the file was modified and is invalid. */
function toolsIn(text: string | undefined): readonly SearchTool[] {
  try {
    const { tools } = JSON.parse(text ?? "{}") as Partial<SearchData>;
    return Array.isArray(tools) ? (tools as readonly SearchTool[]) : [];
  } catch {
    return [];
  }
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
      const text = previous && readText(path.join(previous, searchFile(code)));
      known.set(code, (found = new Map(toolsIn(text).map((tool) => [tool.slug, tool]))));
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
