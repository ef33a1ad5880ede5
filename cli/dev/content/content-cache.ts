import path from "node:path";
import { readCached, writeCached } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Stamp } from "../../build/load/load.ts";
import { programKey } from "../../build/state/program.ts";
import type { Texts } from "../../check/load-site.ts";

/** A file that could be read, and how it stood on disk then. */
export type Row = readonly [file: string, stamp: Stamp, texts: Texts];

export interface ContentCache {
  /** What an earlier run has read of a locale; nothing where that cannot be relied on. */
  load(code: string): ReadonlyMap<string, Row>;
  save(code: string, rows: readonly Row[]): void;
}

/** Keeps what was read of content files from one start to the next, one file a locale. */
export function createContentCache(folder: string): ContentCache {
  // Another version of the program reads other things.
  const version = programKey();
  const fileOf = (code: string): string => path.join(folder, `${code}.json`);
  return {
    load(code) {
      const text = readCached(fileOf(code))?.toString() ?? "";
      const at = text.indexOf("\n");
      const body = text.slice(at + 1);
      if (at < 0 || text.slice(0, at) !== digest(version + body)) return new Map();
      return new Map((JSON.parse(body) as Row[]).map((row) => [row[0], row]));
    },
    save(code, rows) {
      const body = JSON.stringify(rows);
      writeCached(fileOf(code), `${digest(version + body)}\n${body}`);
    },
  };
}
