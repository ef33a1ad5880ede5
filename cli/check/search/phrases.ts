import { z } from "zod";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnyEntry } from "../../build/load/entry.ts";
import { readEdited } from "../../glossary/load.ts";
import type { LoadedSite } from "../load-site.ts";

/** What people type to find a tool, most frequent first, by language and name of the page. */
export const PHRASES_FILE = "locales/phrases.json";

const phrasesSchema = z.record(
  z.string(),
  z.record(z.string(), z.array(z.string().trim().min(1)).min(1)),
);

/** Languages whose searches do not depend on spaces between words. */
const UNSPACED = new Set(["ja", "ko", "zh", "zh-tw"]);

/** A text as a search engine compares it: no case, marks of vowels or punctuation. */
function normalize(text: string, locale: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0640]/g, "");
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return UNSPACED.has(locale) ? words.join("") : ` ${words.join(" ")} `;
}

/**
 * Pages without a listed phrase in their headings and questions, and phrases of pages that do not
 * exist.
 */
export function checkPhrases({
  root,
  texts,
  config,
}: Pick<LoadedSite<AnyEntry>, "root" | "texts" | "config">): Problem[] {
  const { data, problems } = readEdited(root, PHRASES_FILE, phrasesSchema);
  const codes = config.locales.map(({ code }) => code);
  const pages = new Map(texts.map((page) => [`${page.entry.locale} ${page.entry.id}`, page]));
  const named = new Set(texts.map(({ entry }) => entry.id));
  const missing = Object.entries(data ?? {}).flatMap(([locale, tools]) => {
    if (!codes.includes(locale)) {
      const field = { field: locale, expected: `a language of the site: ${codes.join(", ")}` };
      return [problem("GLOSSARY_INVALID", field, { file: PHRASES_FILE, text: `"${locale}"` })];
    }
    return Object.entries(tools).flatMap(([slug, phrases]) => {
      const id = `tools/${slug}`;
      if (!named.has(id)) {
        const field = { field: `${locale}.${slug}`, expected: "the name of a tool's page" };
        return [problem("GLOSSARY_INVALID", field, { file: PHRASES_FILE, text: `"${slug}"` })];
      }
      const page = pages.get(`${locale} ${id}`);
      // What a translation lacks or has wrong is reported as such.
      if (!page?.entry.present.includes("heading") || page.entry.faults) return [];
      const found = page.headings.map((heading) => normalize(heading, locale));
      return phrases
        .filter((phrase) => !found.some((words) => words.includes(normalize(phrase, locale))))
        .map((phrase) =>
          problem(
            "PHRASE_MISSING",
            { phrase, page: `/${slug}` },
            { file: page.entry.file, field: ["heading"] },
          ),
        );
    });
  });
  return [...problems, ...missing];
}
