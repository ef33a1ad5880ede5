import path from "node:path";
import { z } from "zod";
import { type ContentType, type SectionFields, CONTENT_TYPES, SECTIONS, SOURCE_SCHEMAS, TRANSLATION_SCHEMAS } from "#core/page/content.ts";
import type { Entry, SourceFile } from "../../build/load/entry.ts";
import { parsePlainYaml } from "../../build/load/plain-yaml.ts";

/** Sections of which menus show the text; of the others it counts whether they are there. */
const SHOWN = new Set(["name", "tagline"]);
/** Fields that a glance leaves out: they matter to those who look at one page. */
const PASSED = new Set<string>([...SECTIONS.filter((section) => !SHOWN.has(section)), "source"]);

const glanced = (schemas: Readonly<Record<ContentType, z.ZodObject>>) =>
  Object.fromEntries(
    CONTENT_TYPES.map((type) => [
      type,
      z.strictObject(
        Object.fromEntries(
          Object.entries(schemas[type].shape).filter(([field]) => !PASSED.has(field)),
        ),
      ),
    ]),
  ) as Record<ContentType, z.ZodObject>;
const SOURCES = glanced(SOURCE_SCHEMAS);
const TRANSLATIONS = glanced(TRANSLATION_SCHEMAS);

/** Fields of a file that this asks for; the others go with them as they are. */
type Glance = Pick<SectionFields, "name" | "tagline"> & {
  readonly modified?: string;
  readonly slug?: string;
};

const FIELD = /^([A-Za-z_][\w-]*):(?= |$)/gm;

/**
 * What menus and addresses show of a content file, at a fifth of the cost of reading it: no look is
 * taken at its lists, at its body, or at what is wrong with them. Hashes and links are empty.
 * @returns undefined for a file that has to be read in full, such as one with a fault
 */
export function glanceAt(text: string, source: SourceFile): Entry | undefined {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  if (end < 0) return undefined;
  const front = text.slice(4, end + 1);
  const data: Record<string, unknown> = {};
  const present = new Set<string>();
  const fields = [...front.matchAll(FIELD)];
  for (const [at, { 1: field, index }] of fields.entries()) {
    if (present.has(field!)) return undefined;
    present.add(field!);
    if (PASSED.has(field!)) continue;
    const found = parsePlainYaml(front.slice(index, fields[at + 1]?.index));
    if (!found) return undefined;
    data[field!] = found[field!];
  }
  const result = (source.source ? SOURCES : TRANSLATIONS)[source.type].safeParse(data);
  if (!result.success) return undefined;
  const { name = "", tagline = "", ...fixed }: Glance = result.data;
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
    // The schema of its type has looked at its fields.
  } as Entry;
}
