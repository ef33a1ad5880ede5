import path from "node:path";
import { z } from "zod";
import { type ContentType, type SectionFields, CONTENT_TYPES, SECTIONS, SOURCE_SCHEMAS, TRANSLATION_SCHEMAS } from "#core/page/content.ts";
import type { Entry, SourceFile } from "../../build/load/entry.ts";
import { labelsIn } from "../../build/load/labels.ts";
import { parseFrontMatter, UNUSUAL } from "../../build/load/front-matter.ts";

/** Sections whose text menus show; for other sections only their presence matters. */
const SHOWN = new Set(["name", "tagline"]);
/** Fields that only the page itself shows. */
const SKIPPED = new Set<string>([...SECTIONS.filter((section) => !SHOWN.has(section)), "source"]);

const summarySchemas = (schemas: Readonly<Record<ContentType, z.ZodObject>>) =>
  Object.fromEntries(
    CONTENT_TYPES.map((type) => [
      type,
      z.strictObject(
        Object.fromEntries(
          Object.entries(schemas[type].shape).filter(([field]) => !SKIPPED.has(field)),
        ),
      ),
    ]),
  ) as Record<ContentType, z.ZodObject>;
const SOURCES = summarySchemas(SOURCE_SCHEMAS);
const TRANSLATIONS = summarySchemas(TRANSLATION_SCHEMAS);

/** Fields of a file that are read by name; other fields are copied. */
type Summary = Pick<SectionFields, "name" | "tagline"> & {
  readonly modified?: string;
  readonly slug?: string;
};

const FIELD = /^([A-Za-z_][\w-]*):(?= |$)/gm;

/**
 * Reads the front matter preview of a content file: the fields that menus and addresses use. Lists
 * and the
 * body are not parsed; hashes and links are empty.
 * @returns undefined for a file that must be read in full, for example a file with an error
 */
export function readSummary(text: string, source: SourceFile): Entry | undefined {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  if (end < 0) return undefined;
  const front = text.slice(4, end + 1);
  const present = new Set<string>();
  const fields = [...front.matchAll(FIELD)];
  let yaml = "";
  for (const [at, { 1: field, index }] of fields.entries()) {
    if (present.has(field!)) return undefined;
    present.add(field!);
    if (!SKIPPED.has(field!)) yaml += front.slice(index, fields[at + 1]?.index);
  }
  // A skipped field may contain an anchor.
  if (UNUSUAL.test(yaml)) return undefined;
  const parsed = parseFrontMatter({ yaml, body: "", offset: 1 }, source.file);
  if (Array.isArray(parsed)) return undefined;
  const result = (source.source ? SOURCES : TRANSLATIONS)[source.type].safeParse(parsed.data);
  if (!result.success) return undefined;
  const { name = "", tagline = "", ...fixed }: Summary = result.data;
  const { modified = null, slug } = fixed;
  const stem = path.posix.basename(source.file, ".md");
  if (slug !== undefined && slug !== stem) return undefined;
  if (/\S/.test(text.slice(end + 5))) present.add("body");
  return {
    ...source,
    id: `${source.type}/${stem}`,
    hash: "",
    name,
    tagline,
    modified,
    fixed: source.source ? fixed : null,
    sections: {},
    present: SECTIONS.filter((section) => present.has(section)),
    links: [],
    labels: labelsIn(text),
    // Validated by the schema of its type.
  } as Entry;
}
