import path from "node:path";
import { z } from "zod";
import type { ContentType, Section } from "../../../core/page/content.ts";
import {
  MAX_CONTENT_BYTES,
  SECTIONS,
  SOURCE_SCHEMAS,
  TRANSLATION_SCHEMAS,
} from "../../../core/page/content.ts";
import type { Problem } from "../../../core/errors/errors.ts";
import { problem } from "../../../core/errors/errors.ts";
import type { PageKind } from "../../../core/page/page.ts";
import { faultyFields, fieldProblems } from "./field-problems.ts";
import type { Split } from "./front-matter.ts";
import { locate, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { digest, shortDigest } from "../../files/hash.ts";
import { markdownLinks, relativeLinks } from "./markdown.ts";
import { recoverFrontMatter } from "./recover-front-matter.ts";

/** A content file as the listing of its folder names it. */
export interface SourceFile {
  /** Path relative to the site's root, with forward slashes. */
  readonly file: string;
  readonly type: ContentType;
  /** Locale of a translation; the default locale for `content/`. */
  readonly locale: string;
  readonly source: boolean;
}

/** What the plan needs to know of a content file; its texts are read again when it is rendered. */
export interface Entry extends SourceFile {
  /** `tools/audio-trimmer`: what a translation shares with its English page. */
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly tagline: string;
  readonly modified: string | null;
  /** Fields that no locale translates; null for a translation. */
  readonly fixed: Readonly<Record<string, unknown>> | null;
  /** Hash of each section of an English file; of a translation, of the English that it translates. */
  readonly sections: Partial<Record<Section, string>>;
  /** Sections that the file has. */
  readonly present: readonly Section[];
  /** Root-relative links of the body, in order of appearance, then relative ones. */
  readonly links: readonly string[];
  /** Of a file with faults alone, which is no page until they are mended. */
  readonly faults?: Faults;
}

/** What of a file cannot be used. The rest of it takes part in the checks of the site. */
export interface Faults {
  /** Fields that are missing, wrong or not to be read; `body` where it could not be found. */
  readonly fields: readonly string[];
  /** Addresses that the page would have by a field that is wrong: links to them are not wrong, too. */
  readonly addresses: readonly string[];
}

export interface ParsedEntry {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly split: Split;
}

const isSection = (key: string): key is Section => (SECTIONS as readonly string[]).includes(key);

/** What a section's hash is taken of: its value without the accidents of YAML. */
export const sectionText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : JSON.stringify(value);

/** A link of the body to a path of the site. */
export const LINK = /\]\(\s*<?(\/[^)\s>]*)/g;
/** Forms in which the pattern above may be mistaken: code, images, references, brackets in addresses. */
const NOT_PLAIN = /`|!\[|^\s*\[[^\]]+\]:|\]\([^)\s]*\(|~~~|^ {4}/m;

const linksOf = (body: string): string[] => [
  ...new Set([
    ...(NOT_PLAIN.test(body)
      ? markdownLinks(body)
      : Array.from(body.matchAll(LINK), ([, href]) => href!)),
    ...relativeLinks(body),
  ]),
];

/** A file as far as it can be read. */
export interface ReadEntry extends ParsedEntry {
  /** Everything that is wrong with the file itself. */
  readonly problems: readonly Problem[];
  readonly faults?: Faults;
}

/** Reads a file's text into its front matter and body, or says everything that is wrong with it. */
export function parseEntry(text: string, source: SourceFile): ParsedEntry | Problem[] {
  const read = readEntry(text, source);
  return read.problems.length > 0 ? [...read.problems] : read;
}

/** Reads a file's text field by field: what is wrong with one does not hide the others. */
export function readEntry(text: string, source: SourceFile): ReadEntry {
  const { file, type } = source;
  if (text.length > MAX_CONTENT_BYTES / 3 && Buffer.byteLength(text) > MAX_CONTENT_BYTES) {
    const params = { bytes: Buffer.byteLength(text), limit: MAX_CONTENT_BYTES };
    return unreadable(text, source, [problem("FILE_TOO_LARGE", params, { file })]);
  }
  const problems = oddCharacters(text, file);
  // Whatever else such a file cannot be read for follows from them.
  const unlessOdd = (found: readonly Problem[]): readonly Problem[] =>
    problems.length > 0 ? [] : found;
  const split = splitFrontMatter(text, file);
  if ("code" in split) return unreadable(text, source, [...problems, ...unlessOdd([split])]);
  const front = parseFields(split, file);
  problems.push(...unlessOdd(front.problems));
  if (front.data === undefined) return unreadable(text, source, problems, split);

  const schema = (source.source ? SOURCE_SCHEMAS : TRANSLATION_SCHEMAS)[type];
  const result = schema.safeParse(front.data, { reportInput: true });
  const names = Object.keys(schema.shape);
  const fields = new Set(front.fields);
  let data = result.data as Record<string, unknown> | undefined;
  if (!result.success) {
    // That a field is missing which is there and could not be read is no news.
    const issues = result.error.issues.filter(({ path: at }) => !fields.has(String(at[0])));
    problems.push(...fieldProblems(issues, front.split, file, names));
    faultyFields(issues, names).forEach((field) => fields.add(field));
    data = soundFields(schema.shape, front.data, fields);
  }
  const { slug } = data!;
  const stem = path.posix.basename(file, ".md");
  if (source.source && typeof slug === "string" && slug !== stem) {
    const place = locate(front.split, file, ["slug"]);
    problems.push(problem("SLUG_MISMATCH", { slug, file: `${stem}.md` }, place));
    fields.add("slug");
  }
  const read = { body: split.body.trim(), split: front.split, problems };
  if (problems.length === 0) return { ...read, data: data! };
  return { ...read, ...standIn(data!, [...fields], text, source) };
}

/** Front matter, field by field where it cannot be read as a whole; without data where not even so. */
function parseFields(split: Split, file: string) {
  const parsed = parseFrontMatter(split, file);
  if (!Array.isArray(parsed)) return { split, data: parsed.data, fields: [], problems: [] };
  return (
    recoverFrontMatter(split, file) ?? { split, data: undefined, fields: [], problems: parsed }
  );
}

/** A file of which no field can be read, with what is known of it by its name. */
function unreadable(
  text: string,
  source: SourceFile,
  problems: readonly Problem[],
  split?: Split,
): ReadEntry {
  const schema = (source.source ? SOURCE_SCHEMAS : TRANSLATION_SCHEMAS)[source.type];
  const fields = [...Object.keys(schema.shape), ...(split ? [] : ["body"])];
  return {
    ...standIn({}, fields, text, source),
    body: split?.body.trim() ?? "",
    split: split ?? { yaml: "", body: "", offset: 0 },
    problems,
  };
}

/** Gives a page whose address is wrong the one that its file's name stands for. */
function standIn(
  data: Record<string, unknown>,
  fields: readonly string[],
  text: string,
  source: SourceFile,
): { data: Record<string, unknown>; faults: Faults } {
  const field = source.type === "pages" ? "path" : "slug";
  if (!source.source || !fields.includes(field)) return { data, faults: { fields, addresses: [] } };
  const stem = path.posix.basename(source.file, ".md");
  const route = (value: string) => addressOf(source.type, value);
  const written = new RegExp(`^${field}:[ \\t]*["']?([^\\s"']+)`, "m").exec(text)?.[1];
  const value = source.type === "pages" ? `/${stem === "home" ? "" : stem}` : stem;
  return {
    data: { ...data, [field]: value },
    faults: { fields, addresses: written === undefined ? [] : [route(written)] },
  };
}

/** Fields without faults; of a list with faults, the items in their places, those with faults as null. */
function soundFields(
  shape: Readonly<Record<string, z.ZodType>>,
  data: unknown,
  faulty: ReadonlySet<string>,
): Record<string, unknown> {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return {};
  const sound: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data as Record<string, unknown>)) {
    const schema = Object.hasOwn(shape, field) ? shape[field]! : undefined;
    if (!schema) continue;
    if (!faulty.has(field)) sound[field] = schema.safeParse(value).data;
    else if (schema instanceof z.ZodArray && Array.isArray(value) && !isSection(field))
      sound[field] = value.map((item) => z.safeParse(schema.element, item).data ?? null);
  }
  return sound;
}

/** Bytes that are no text, told once, and characters that no text has, each. */
function oddCharacters(text: string, file: string): Problem[] {
  const odd = Array.from(text.matchAll(/(?![\t\n\r])[\p{Cc}\ufffd]/gu));
  // Of another encoding, or no text at all: saving it anew mends all of it.
  const told = /[\0\ufffd]/.test(text) ? odd.slice(0, 1) : odd;
  return told.map(({ 0: character, index }) => {
    const before = text.slice(0, index).split("\n");
    const what = character === "\ufffd" ? "bytes that are not UTF-8" : "a control character";
    return problem(
      "ENCODING_INVALID",
      { detail: `It contains ${what}.` },
      { file, line: before.length, column: before.at(-1)!.length + 1 },
    );
  });
}

/** Condenses a parsed file to what the plan keeps. */
export function toEntry(
  { data, body, faults }: ParsedEntry & { readonly faults?: Faults },
  source: SourceFile,
  text: string,
): Entry {
  const stem = path.posix.basename(source.file, ".md");
  const values: Record<string, unknown> = { ...data, ...(body !== "" && { body }) };
  const present = SECTIONS.filter((section) => values[section] !== undefined);
  const sections: Partial<Record<Section, string>> = {};
  if (source.source)
    for (const section of present) sections[section] = shortDigest(sectionText(values[section]));
  else Object.assign(sections, data["source"]);
  return {
    ...source,
    id: `${source.type}/${stem}`,
    hash: digest(text),
    name: (data["name"] as string | undefined) ?? "",
    tagline: (data["tagline"] as string | undefined) ?? "",
    modified: (data["modified"] as string | undefined) ?? null,
    fixed: source.source
      ? Object.fromEntries(Object.entries(data).filter(([key]) => !isSection(key)))
      : null,
    sections,
    present,
    links: linksOf(body),
    ...(faults && { faults }),
  };
}

export function kindOf(entry: Entry): PageKind {
  switch (entry.type) {
    case "tools":
      return "tool";
    case "policies":
      return "policy";
    case "voices":
      return "voice";
    case "pages":
      return entry.fixed!["kind"] as PageKind;
  }
}

export function routeOf(entry: Entry): string {
  return addressOf(entry.type, entry.fixed![entry.type === "pages" ? "path" : "slug"] as string);
}

/** The address of a page by the field of its front matter that gives it: `path`, or `slug`. */
const addressOf = (type: ContentType, value: string): string =>
  type === "pages" ? value : type === "voices" ? `/ai-voice-generator/${value}` : `/${value}`;
