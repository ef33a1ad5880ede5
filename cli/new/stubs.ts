import type { Config } from "#core/site/config.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { fillTemplate } from "./template.ts";
import { splitList } from "./tool-questions.ts";

/**
 * Locales that a flag names.
 * @param flag `all`, or comma-separated codes; none if missing
 * @throws USAGE for a code that the site does not have
 */
export function localesOf(flag: unknown, { locales, defaultLocale }: Config): Config["locales"] {
  if (typeof flag !== "string") return [];
  const others = locales.filter(({ code }) => code !== defaultLocale);
  if (flag.trim() === "all") return others;
  const codes = others.map(({ code }) => code);
  return splitList(flag).map((code) => {
    const found = others.find((locale) => locale.code === code);
    if (found) return found;
    const similar = findSimilar(code, codes);
    throw new ToolkitError("USAGE", {
      detail: `--locales: there is no locale "${code}" to translate into.${similar === undefined ? "" : ` Did you mean "${similar}"?`} It is all, or some of ${codes.join(", ")}.`,
    });
  });
}

/** Whether a file contains only the comments of a template. */
export const isStub = (text: string): boolean =>
  /^\uFEFF?---[^\S\n]*\n(?:(?:#[^\n]*|[^\S\n]*)\n)*---\s*$/.test(text);

/**
 * Files for translators to fill in, with the English texts as comments: nothing counts as
 * translated until a translator replaces it.
 * @param text the English file
 */
export function stubsOf(
  folders: Parameters<typeof fillTemplate>[0],
  locales: Config["locales"],
  { id, text }: { readonly id: string; readonly text: string },
): { path: string; text: string }[] {
  const from = text.search(/^name:/m);
  const lines = text
    .slice(from, text.indexOf("\n---\n", 4))
    .split("\n")
    .map((line) => `# ${line}`.trimEnd())
    .join("\n");
  return locales.map(({ code, name }) => ({
    path: `locales/${code}/${id}.md`,
    text: fillTemplate(folders, "translation.md", {
      file: `content/${id}.md`,
      language: name,
      lines,
    }),
  }));
}
