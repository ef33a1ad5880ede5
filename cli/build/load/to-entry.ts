import path from "node:path";
import { type Section, type SectionFields, isSection, SECTIONS } from "#core/page/content.ts";
import { digest, shortDigest } from "../../files/hash.ts";
import { labelsIn } from "./labels.ts";
import type { AnyEntry, AnySourceEntry, Entry } from "./entry.ts";
import { markdownLinks, relativeLinks } from "./markdown.ts";
import type { ParsedEntry, ReadEntry } from "./read-entry.ts";

/** Input of a section's hash: its value, independent of YAML formatting. */
export const sectionText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : JSON.stringify(value);

/** A link of the body to a path of the site. */
export const LINK = /\]\(\s*<?(\/[^)\s>]*)/g;
/** Syntax that the pattern above may misread: code, images, references, brackets in addresses. */
const NOT_PLAIN = /`|!\[|^[ \t]*\[[^[\]]+\]:|\]\([^()\s]*\(|~~~|^ {4}/m;
/** Places where a backtick neither starts nor ends code. */
const LITERAL_BACKTICK = /\\`|\]\([^)\n[\]]*[`[\]]|<[^<>\n]*`/;
/** Code within a line, without anything that a link or a table could be made of. */
const CODE = /(?<!`)`[^`\n[\]()|]+`(?!`)/g;

/**
 * Fenced code, which contains no links. It is removed first so that it does not force a full parse.
 */
const FENCED = /(?<![^\n])```[^\n`]*\n(?:(?! {0,3}```)[^\n]*\n)*```(?:\n|(?![^]))/g;

/** Unique root-relative and relative addresses to which a body links. */
export function linksOf(body: string): string[] {
  let text = body.includes("```") ? body.replace(FENCED, "\n") : body;
  if (text.includes("`") && !LITERAL_BACKTICK.test(text)) text = text.replace(CODE, "x");
  const links = NOT_PLAIN.test(text)
    ? markdownLinks(body)
    : Array.from(text.matchAll(LINK), ([, href]) => href!);
  return [...new Set([...links, ...relativeLinks(body)])];
}

/** Reduces a parsed file to the data that the plan stores. */
export function toEntry(read: ParsedEntry, text: string): Entry;
export function toEntry(read: ParsedEntry | ReadEntry, text: string): AnyEntry;
export function toEntry(read: ParsedEntry | ReadEntry, text: string): AnyEntry {
  const { file, type, locale, source, data, body, faults } = read;
  const values: SectionFields & { readonly body?: string } = {
    ...data,
    ...(body !== "" && { body }),
  };
  const present = SECTIONS.filter((section) => values[section] !== undefined);
  const base = {
    file,
    type,
    locale,
    source,
    id: `${type}/${path.posix.basename(file, ".md")}`,
    hash: digest(text),
    name: values.name ?? "",
    tagline: values.tagline ?? "",
    modified: data.modified ?? null,
  };
  const rest = { present, links: linksOf(body), labels: labelsIn(text), ...(faults && { faults }) };
  if (!read.source)
    return { ...base, source: false, fixed: null, sections: read.data.source ?? {}, ...rest };
  const sections: Partial<Record<Section, string>> = {};
  for (const section of present) sections[section] = shortDigest(sectionText(values[section]));
  const fixed = Object.fromEntries(Object.entries(data).filter(([key]) => !isSection(key)));
  return {
    ...base,
    source: true,
    fixed: fixed as AnySourceEntry["fixed"],
    sections,
    ...rest,
  } as AnySourceEntry;
}
