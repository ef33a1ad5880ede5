import path from "node:path";
import { readCached, writeCached } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Stamp } from "../../build/load/load.ts";
import { programKey } from "../../build/state/program.ts";
import type { Texts } from "../../check/load-site.ts";

/** A file that was read successfully, with its stamp. */
export type Row = readonly [file: string, stamp: Stamp, texts: Texts];

export interface ContentCache {
  /** Entries of a locale from an earlier run; empty if they are invalid. */
  load(code: string): ReadonlyMap<string, Row>;
  save(code: string, rows: readonly Row[]): void;
}

/** Caches content files between runs, in one file for each locale. */
export function createContentCache(folder: string): ContentCache {
  // Other versions of the program may parse differently.
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
