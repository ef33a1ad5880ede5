import { type Section, CONTENT_TYPES, SECTIONS } from "#core/page/content.ts";
import type { Entry } from "../load/entry.ts";
import type { Known, Stamp } from "../load/load.ts";

/**
 * A content file in the stored state: a tuple, half the size of an object, for sites with tens of
 * thousands of files. A bit for each section says whether the file has it.
 */
export type EntryRow = readonly [
  stamp: Stamp,
  file: string,
  type: number,
  hash: string,
  name: string,
  tagline: string,
  modified: string | null,
  fixed: Entry["fixed"],
  present: number,
  sections: string,
  links: readonly string[],
  labels: readonly string[],
];

export const toRow = ({ stamp, entry }: Known): EntryRow => [
  stamp,
  entry.file,
  CONTENT_TYPES.indexOf(entry.type),
  entry.hash,
  entry.name,
  entry.tagline,
  entry.modified,
  entry.fixed,
  SECTIONS.reduce((bits, section, at) => bits | (entry.present.includes(section) ? 1 << at : 0), 0),
  SECTIONS.map((section) => entry.sections[section] ?? "").join(),
  entry.links,
  entry.labels,
];

/** Lists of sections by their bits. There are few of them, and all entries share them. */
const known = new Map<number, readonly Section[]>();
function sectionsOf(bits: number): readonly Section[] {
  let found = known.get(bits);
  if (!found) known.set(bits, (found = SECTIONS.filter((_, at) => bits & (1 << at))));
  return found;
}

export function fromRow(row: EntryRow, locale: string, source: boolean): Known {
  const [
    stamp,
    file,
    type,
    hash,
    name,
    tagline,
    modified,
    fixed,
    present,
    sections,
    links,
    labels,
  ] = row;
  const folder = CONTENT_TYPES[type]!;
  const entry = {
    file,
    type: folder,
    locale,
    source,
    id: `${folder}/${file.slice(file.lastIndexOf("/") + 1, -".md".length)}`,
    hash,
    name,
    tagline,
    modified,
    fixed,
    present: sectionsOf(present),
    links,
    labels,
    // Few of many rows are read, so the list is created on access.
    get sections() {
      const hashes = sections.split(",");
      return Object.fromEntries(
        SECTIONS.map((section, at) => [section, hashes[at]]).filter(([, value]) => value !== ""),
      ) as Entry["sections"];
    },
  };
  // A row is created from an entry that was validated.
  return { stamp, entry: entry as Entry };
}
