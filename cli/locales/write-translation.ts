import { type Section, SECTIONS } from "#core/page/content.ts";
import { splitFrontMatter } from "../build/load/front-matter.ts";
import { fieldLocations, linesOf } from "../files/field-locations.ts";
import { stampText } from "./stamp-text.ts";

export type SectionValues = Readonly<Partial<Record<Section, unknown>>>;

/**
 * Rewrites and stamps some sections of a translation; every other byte stays unchanged.
 * @param text the whole file; undefined for a page without translation
 */
export function writeTranslation(
  text: string | undefined,
  file: string,
  values: SectionValues,
  hashes: Readonly<Partial<Record<Section, string>>>,
): string {
  const { body, ...fields } = values;
  let result = text ?? "---\n---\n";
  for (const section of SECTIONS)
    if (section !== "body" && fields[section] !== undefined)
      result = writeField(result, file, section, fields[section]);
  if (body !== undefined) result = writeBody(result, file, body as string);
  return stampText(result, file, hashes);
}

/** A field in the format of translations, with every text quoted. */
function fieldLines(section: Section, value: unknown): string[] {
  if (typeof value === "string") return [`${section}: ${JSON.stringify(value)}`];
  if (section === "keywords") {
    const words = (value as readonly string[]).map((word) => JSON.stringify(word));
    return [`${section}: [${words.join(", ")}]`];
  }
  const items = value as readonly Readonly<Record<string, string>>[];
  return [
    `${section}:`,
    ...items.flatMap((item) =>
      Object.entries(item).map(
        ([key, text], at) => `${at === 0 ? "  - " : "    "}${key}: ${JSON.stringify(text)}`,
      ),
    ),
  ];
}

function writeField(text: string, file: string, section: Section, value: unknown): string {
  const split = splitFrontMatter(text, file);
  if ("code" in split) throw new Error(`${file} has no front matter`);
  const newline = /\r\n/.test(text) ? "\r\n" : "\n";
  const lines = linesOf(text);
  const locations = fieldLocations(split.yaml);
  const own = locations.find(({ key }) => key === section);
  // A new field precedes the first one that follows it in the order of sections.
  const later = locations.find(
    ({ key }) => key === "source" || SECTIONS.indexOf(key as Section) > SECTIONS.indexOf(section),
  );
  const start = split.offset + (own ?? later ?? { first: split.yaml.split("\n").length - 1 }).first;
  const end = own ? split.offset + own.last + 1 : start;
  const written = fieldLines(section, value).map((line) => line + newline);
  return [...lines.slice(0, start), ...written, ...lines.slice(end)].join("");
}

/** Replaces the body, and preserves the empty lines before it. */
function writeBody(text: string, file: string, body: string): string {
  const split = splitFrontMatter(text, file);
  if ("code" in split) throw new Error(`${file} has no front matter`);
  const newline = /\r\n/.test(text) ? "\r\n" : "\n";
  const lines = linesOf(text);
  const head = lines.slice(0, split.offset + split.yaml.split("\n").length).join("");
  const before = split.body.trim() === "" ? "\n" : /^\n*/.exec(split.body)![0];
  const front = head.endsWith("\n") ? head : `${head}\n`;
  return front + `${before}${body}\n`.replaceAll("\n", newline);
}
