import path from "node:path";
import { z } from "zod";
import {
  type ContentType,
  type SectionFields,
  type SourceFields,
  type TranslationFields,
  isSection,
  MAX_CONTENT_BYTES,
  SOURCE_SCHEMAS,
  TRANSLATION_SCHEMAS,
} from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { type Faults, type SoundFields, type SourceFile, addressOf } from "./entry.ts";
import { faultyFields, fieldProblems } from "./field-problems.ts";
import { type Split, locate, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { recoverFrontMatter } from "./recover-front-matter.ts";
import { hiddenWithin } from "./text-characters.ts";

/** A content file of one type with its data: an English file or a translation. */
interface FileWith<Type extends ContentType, IsSource extends boolean, Data> extends SourceFile {
  readonly type: Type;
  readonly source: IsSource;
  readonly data: Data;
  readonly body: string;
  readonly split: Split;
}
type ParsedFile<Type extends ContentType> =
  | FileWith<Type, true, SourceFields[Type]>
  | FileWith<Type, false, TranslationFields[Type]>;
type FaultyFile<Type extends ContentType> = { readonly faults: Faults } & (
  | FileWith<Type, true, SoundFields<Type> & SectionFields>
  | FileWith<Type, false, TranslationFields[Type]>
);

/** A file without errors. */
export type ParsedEntry = { [Type in ContentType]: ParsedFile<Type> }[ContentType] & {
  readonly faults?: undefined;
};
/** The texts of a file without errors. */
export type Texts = Pick<ParsedEntry, "data" | "body">;

/** The readable parts of a file. */
export type ReadEntry = (ParsedEntry | { [Type in ContentType]: FaultyFile<Type> }[ContentType]) & {
  /** All errors of the file itself. */
  readonly problems: readonly Problem[];
};

/** Fields before validation. */
type Fields = Readonly<Record<string, unknown>>;

/** Parses a file into front matter and body, or returns all its problems. */
export function parseEntry(text: string, source: SourceFile): ParsedEntry | Problem[] {
  const read = readEntry(text, source);
  return read.faults ? [...read.problems] : read;
}

/** Parses a file field by field, so that an error in one field does not hide the others. */
export function readEntry(text: string, source: SourceFile): ReadEntry {
  const { file, type } = source;
  if (text.length > MAX_CONTENT_BYTES / 3 && Buffer.byteLength(text) > MAX_CONTENT_BYTES) {
    const params = { bytes: Buffer.byteLength(text), limit: MAX_CONTENT_BYTES };
    return unreadable(text, source, [problem("FILE_TOO_LARGE", params, { file })]);
  }
  const problems = oddCharacters(text, file);
  // Invalid characters cause the other errors of a file.
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
  let data: Fields;
  if (result.success) data = result.data;
  else {
    // Do not report an unreadable field as missing.
    const issues = result.error.issues.filter(({ path: at }) => !fields.has(String(at[0])));
    problems.push(...fieldProblems(issues, front.split, file, names));
    faultyFields(issues, names).forEach((field) => fields.add(field));
    data = soundFields(schema.shape, front.data, fields);
  }
  // In YAML, control characters can also be written as escapes.
  const hidden = split.yaml.includes("\\") ? hiddenWithin(data) : [];
  for (const { path: at, characters, severity } of hidden) {
    if (severity !== "error") continue;
    const location = locate(front.split, file, at);
    problems.push(problem("TEXT_CHARACTERS", { what: at.join("."), characters }, location));
    fields.add(String(at[0]));
    data = soundFields(schema.shape, front.data, fields);
  }
  const { slug } = data;
  const stem = path.posix.basename(file, ".md");
  if (source.source && typeof slug === "string" && slug !== stem) {
    const location = locate(front.split, file, ["slug"]);
    problems.push(problem("SLUG_MISMATCH", { slug, file: `${stem}.md` }, location));
    fields.add("slug");
  }
  const read = { ...source, body: split.body.trim(), split: front.split, problems };
  // Validated by the schema of its type.
  if (problems.length === 0) return { ...read, data } as ReadEntry;
  return { ...read, ...standIn(data, [...fields], text, source) } as ReadEntry;
}

/**
 * Parses front matter, field by field if it is not valid as a whole; returns no data if that fails
 * too.
 */
function parseFields(split: Split, file: string) {
  const parsed = parseFrontMatter(split, file);
  if (!Array.isArray(parsed)) return { split, data: parsed.data, fields: [], problems: [] };
  return (
    recoverFrontMatter(split, file) ?? { split, data: undefined, fields: [], problems: parsed }
  );
}

/** A file without readable fields; its entry is derived from its name. */
function unreadable(
  text: string,
  source: SourceFile,
  problems: readonly Problem[],
  split?: Split,
): ReadEntry {
  const schema = (source.source ? SOURCE_SCHEMAS : TRANSLATION_SCHEMAS)[source.type];
  const fields = [...Object.keys(schema.shape), ...(split ? [] : ["body"])];
  return {
    ...source,
    ...standIn({}, fields, text, source),
    body: split?.body.trim() ?? "",
    split: split ?? { yaml: "", body: "", offset: 0 },
    problems,
  } as ReadEntry;
}

/** Replaces an invalid address by the one derived from the file name. */
function standIn(
  data: Fields,
  fields: readonly string[],
  text: string,
  source: SourceFile,
): { data: Fields; faults: Faults } {
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

/** Valid fields; in a list with errors, invalid items are replaced by null. */
function soundFields(
  shape: Readonly<Record<string, z.ZodType>>,
  data: unknown,
  faulty: ReadonlySet<string>,
): Fields {
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

const ODD = /[^\t\n\r\x20-\x7e\xa0-\ufffc\ufffe\uffff]/;

/** Reports bytes that are not text once, and each invalid character. */
function oddCharacters(text: string, file: string): Problem[] {
  // Without an assertion this takes a third of the time, and nearly every text has no match.
  if (!ODD.test(text)) return [];
  const odd = Array.from(text.matchAll(/(?![\t\n\r])[\p{Cc}\ufffd]/gu));
  // A wrong encoding or a binary file: saving it as UTF-8 fixes all errors, so report one.
  const reported = /[\0\ufffd]/.test(text) ? odd.slice(0, 1) : odd;
  return reported.map(({ 0: character, index }) => {
    const before = text.slice(0, index).split("\n");
    const what = character === "\ufffd" ? "bytes that are not UTF-8" : "a control character";
    return problem(
      "ENCODING_INVALID",
      { detail: `It contains ${what}.` },
      { file, line: before.length, column: before.at(-1)!.length + 1 },
    );
  });
}
