import path from "node:path";
import type { z } from "zod";
import type { ContentType, Section } from "../../core/content.ts";
import {
  MAX_CONTENT_BYTES,
  SECTIONS,
  SOURCE_SCHEMAS,
  TRANSLATION_SCHEMAS,
} from "../../core/content.ts";
import type { Problem } from "../../core/errors.ts";
import { problem } from "../../core/errors.ts";
import type { PageKind } from "../../core/page.ts";
import { mostSimilar } from "../../core/similar.ts";
import type { Split } from "./front-matter.ts";
import { locate, locateKey, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { digest, shortDigest } from "./hash.ts";
import { markdownLinks } from "./markdown.ts";

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
  /** Root-relative links of the body, in order of appearance. */
  readonly links: readonly string[];
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
  ...new Set(
    NOT_PLAIN.test(body)
      ? markdownLinks(body)
      : Array.from(body.matchAll(LINK), ([, href]) => href!),
  ),
];

/** Reads a file's text into its front matter and body, or says everything that is wrong with it. */
export function parseEntry(text: string, source: SourceFile): ParsedEntry | Problem[] {
  const { file } = source;
  if (text.length > MAX_CONTENT_BYTES / 3 && Buffer.byteLength(text) > MAX_CONTENT_BYTES)
    return [
      problem(
        "FILE_TOO_LARGE",
        { bytes: Buffer.byteLength(text), limit: MAX_CONTENT_BYTES },
        { file },
      ),
    ];
  const odd = text.search(/(?![\t\n\r])[\p{Cc}\ufffd]/u);
  if (odd >= 0) {
    const before = text.slice(0, odd).split("\n");
    const what =
      text.charCodeAt(odd) === 0xfffd ? "bytes that are not UTF-8" : "a control character";
    return [
      problem(
        "ENCODING_INVALID",
        { detail: `It contains ${what}.` },
        { file, line: before.length, column: before.at(-1)!.length + 1 },
      ),
    ];
  }
  const split = splitFrontMatter(text, file);
  if ("code" in split) return [split];
  const parsed = parseFrontMatter(split, file);
  if (Array.isArray(parsed)) return parsed;
  const schema = (source.source ? SOURCE_SCHEMAS : TRANSLATION_SCHEMAS)[source.type];
  const result = schema.safeParse(parsed.data, { reportInput: true });
  if (!result.success)
    return result.error.issues.flatMap((issue) =>
      describe(issue, split, source, Object.keys(schema.shape)),
    );
  const data = result.data as Record<string, unknown>;
  const problems: Problem[] = [];
  const stem = path.posix.basename(file, ".md");
  if (source.source && "slug" in data && data["slug"] !== stem)
    problems.push(
      problem(
        "SLUG_MISMATCH",
        { slug: String(data["slug"]), file: `${stem}.md` },
        locate(split, file, ["slug"]),
      ),
    );
  return problems.length > 0 ? problems : { data, body: split.body.trim(), split };
}

/** Condenses a parsed file to what the plan keeps. */
export function toEntry({ data, body }: ParsedEntry, source: SourceFile, text: string): Entry {
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
  };
}

/** One schema issue as a located problem, with what was probably meant. */
function describe(
  issue: z.core.$ZodIssue,
  split: Split,
  { file }: SourceFile,
  fields: readonly string[],
): Problem[] {
  const name = issue.path
    .map((part) => (typeof part === "number" ? `${part + 1}` : String(part)))
    .join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) =>
      problem(
        "FIELD_UNKNOWN",
        {
          field: name === "" ? key : `${name}.${key}`,
          similar: mostSimilar(
            key,
            issue.path.length === 0
              ? fields
              : ["title", "text", "question", "answer", "value", "count", "reviews"],
          ),
        },
        locateKey(split, file, issue.path, key),
      ),
    );
  const location = locate(split, file, issue.path);
  if (issue.input === undefined && name !== "")
    return [problem("FIELD_MISSING", { field: name }, location)];
  if (name === "")
    return [
      problem(
        "FIELD_INVALID",
        { field: "front matter", expected: "must be fields, one a line" },
        location,
      ),
    ];
  const choices = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const similar = choices.length > 0 ? mostSimilar(String(issue.input), choices) : undefined;
  return [
    problem(
      "FIELD_INVALID",
      { field: name, expected: `must be ${issue.message}`, similar },
      location,
    ),
  ];
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
  if (entry.type === "pages") return entry.fixed!["path"] as string;
  const slug = entry.fixed!["slug"] as string;
  return entry.type === "voices" ? `/ai-voice-generator/${slug}` : `/${slug}`;
}
