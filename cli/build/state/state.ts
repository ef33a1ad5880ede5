import fs from "node:fs";
import path from "node:path";
import { type EntryRow, fromRow, toRow } from "./entry-row.ts";
import { readCached, writeCached } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Known } from "../load/load.ts";
import type { PageKind } from "#core/page/page.ts";
import type { PageAssets } from "#core/page/render.ts";
import { programKey } from "./program.ts";

/**
 * Record of a rendered page: its key, its set of message keys with the digest of their texts, and
 * the bytes of its HTML, payload and image.
 */
export type StoredPage = readonly [
  key: string,
  messageSet: number,
  messagesDigest: string,
  htmlBytes: number,
  payloadBytes: number,
  /** Key of the image's content; empty without an image. */
  imageKey: string,
  imageBytes: number,
];

/** State of a finished build, from which the next build derives what has changed. */
export interface State {
  /** Name of the published tree. */
  readonly live: string;
  /** Stamp of the published tree at the time of publishing. */
  readonly liveStamp: number;
  /** Name of the tree that was published before; the next build updates and reuses it. */
  readonly spare: string | null;
  /** Stamp of the spare tree; a different stamp means that it was modified. */
  readonly spareStamp: number;
  /** Paths in which the spare tree differs from the live one. */
  readonly behind: readonly string[];
  /** Time when the content was read, in ms since 1970. */
  readonly savedAt: number;
  /** Digest of configuration and panels. */
  readonly base: string;
  /** Digest of each file that is not a page, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Size of each of these files in bytes. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Content files by path. */
  readonly known: ReadonlyMap<string, Known>;
  /** Pages by the path of their HTML. */
  readonly pages: ReadonlyMap<string, StoredPage>;
  /** Scripts and styles of each kind of page. */
  readonly assets: Readonly<Partial<Record<PageKind, PageAssets>>>;
  /** Message keys that pages looked up, joined by spaces. */
  readonly messageSets: readonly string[];
  /** Digest of each locale's part file, as stored on disk. */
  readonly parts: Readonly<Record<string, string>>;
}

/** State of another version of the program may have another format or describe other output. */
const VERSION = programKey();

interface Index extends Omit<State, "known" | "pages"> {
  readonly version: string;
}
interface Part {
  /** Whether its files are the English source. */
  readonly source: boolean;
  readonly known: readonly EntryRow[];
  readonly pages: readonly (readonly [string, ...StoredPage])[];
}

const seal = (text: string, name = digest(text)): string => `${name}\n${text}`;
function unseal(text: string | undefined, expected?: string): unknown {
  if (text === undefined) return undefined;
  const at = text.indexOf("\n");
  const body = text.slice(at + 1);
  const found = text.slice(0, at);
  if (digest(body) !== found || (expected !== undefined && found !== expected)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Reads the state of the previous build. A file that is truncated, modified or from another build
 * counts as missing, and everything is built from scratch.
 * @param live name of the tree that is published
 */
export function loadState(folder: string, live: string | undefined): State | undefined {
  if (live === undefined) return undefined;
  for (const name of ["state.json", "state.next.json"]) {
    const index = unseal(readCached(path.join(folder, name))?.toString()) as Index | undefined;
    if (index?.version !== VERSION || index.live !== live) continue;
    const state = readParts(folder, index);
    if (state) return state;
  }
  return undefined;
}

function readParts(folder: string, index: Index): State | undefined {
  const known = new Map<string, Known>();
  const pages = new Map<string, StoredPage>();
  for (const [locale, expected] of Object.entries(index.parts)) {
    const part = unseal(
      readCached(path.join(folder, partName(locale, expected)))?.toString(),
      expected,
    ) as Part | undefined;
    if (!part) return undefined;
    for (const row of part.known) known.set(row[1], fromRow(row, locale, part.source));
    for (const [out, ...stored] of part.pages) pages.set(out, stored);
  }
  return { ...index, known, pages };
}

const partName = (locale: string, part: string): string => `part-${locale}-${part}.json`;

/**
 * Writes the new state next to the current one. `commit` activates it after the site that it
 * describes has been published.
 * @param isDirty whether a locale's files or pages differ from those on disk
 */
export function saveState(
  folder: string,
  state: State,
  localeOfPage: (out: string) => string,
  isDirty: (locale: string) => boolean,
): () => void {
  const unchanged = new Set(Object.keys(state.parts).filter((locale) => !isDirty(locale)));
  const parts = new Map<
    string,
    { source: boolean; known: EntryRow[]; pages: (readonly [string, ...StoredPage])[] }
  >();
  const part = (locale: string) => {
    let found = parts.get(locale);
    if (!found) parts.set(locale, (found = { source: false, known: [], pages: [] }));
    return found;
  };
  for (const file of state.known.values()) {
    const { locale, source } = file.entry;
    if (unchanged.has(locale)) continue;
    const rows = part(locale);
    rows.source = source;
    rows.known.push(toRow(file));
  }
  for (const [out, stored] of state.pages) {
    const locale = localeOfPage(out);
    if (!unchanged.has(locale)) part(locale).pages.push([out, ...stored]);
  }
  const digests: Record<string, string> = {};
  for (const locale of unchanged) digests[locale] = state.parts[locale]!;
  for (const [locale, rows] of parts) {
    const text = JSON.stringify(rows);
    const name = digest(text);
    digests[locale] = name;
    writeCached(path.join(folder, partName(locale, name)), seal(text, name));
  }
  const { known: _known, pages: _pages, ...rest } = state;
  const next = path.join(folder, "state.next.json");
  writeCached(next, seal(JSON.stringify({ ...rest, version: VERSION, parts: digests })));
  return () => {
    fs.renameSync(next, path.join(folder, "state.json"));
    const used = new Set(Object.entries(digests).map(([locale, value]) => partName(locale, value)));
    for (const file of fs.readdirSync(folder))
      if (file.startsWith("part-") && !used.has(file))
        fs.rmSync(path.join(folder, file), { force: true });
  };
}
