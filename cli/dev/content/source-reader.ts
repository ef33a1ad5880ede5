import fs from "node:fs";
import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import type { AnyEntry, Entry, SourceFile } from "../../build/load/entry.ts";
import type { Stamp } from "../../build/load/load.ts";
import { type Texts, isSound, readSource } from "../../check/load-site.ts";
import { withIo } from "../../files/files.ts";
import type { ContentCache, Row } from "./content-cache.ts";
import { readSummary } from "./read-summary.ts";

export interface Known {
  readonly stamp: Stamp;
  /** The last valid version; undefined if there was none. */
  readonly texts: Texts | undefined;
  /** The readable parts of the current version; undefined if it has no errors. */
  readonly faulty: Texts<AnyEntry> | undefined;
  readonly problems: readonly Problem[];
}

/** A deep copy: a substring would keep the whole file in memory. */
const detached = <Read>(read: Read): Read => JSON.parse(JSON.stringify(read)) as Read;

/** Whether a summary equals the entry of its file. */
const isSame = (summary: Entry, entry: Entry | undefined): boolean =>
  entry !== undefined &&
  JSON.stringify({ ...entry, hash: "", sections: {}, links: [] }) === JSON.stringify(summary);

/**
 * Cache of a site's files. For an unreadable file the last valid version is used. Menus need only a
 * file's
 * summary.
 */
export function createSourceReader(root: string, cache: ContentCache) {
  const files = new Map<string, Known>();
  /** Summaries of files that have not been read in full yet. */
  const summaries = new Map<string, Entry>();
  /** Locales with data that is not in the cache yet. */
  const unsaved = new Set<string>();
  let version = 0;

  const stampOf = (file: string): Stamp | undefined => {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    return stat?.isFile() ? [stat.size, stat.mtimeMs, stat.ctimeMs] : undefined;
  };

  function readNow(source: SourceFile, before: Known | undefined): Known {
    const stamp = stampOf(source.file) ?? [0, 0, 0];
    unsaved.add(source.locale);
    const { problems, ...found } = readSource(root, source);
    const texts = detached(found);
    return isSound(texts)
      ? { stamp, texts, faulty: undefined, problems }
      : { stamp, texts: before?.texts, faulty: texts, problems };
  }

  function read(source: SourceFile): Known {
    let known = files.get(source.file);
    if (!known) {
      files.set(source.file, (known = readNow(source, undefined)));
      const summary = summaries.get(source.file);
      // The file has changed since, or has an error in a field that summaries skip.
      if (summary && !isSame(summary, known.texts?.entry)) version += 1;
      summaries.delete(source.file);
    }
    return known;
  }

  /** Data of a file for planning, read in full or as a summary. */
  function plannedOf(source: SourceFile): Pick<Known, "texts" | "faulty"> | Entry {
    const { file } = source;
    const summary = summaries.get(file);
    if (summary || files.has(file)) return summary ?? files.get(file)!;
    const text = withIo(file, () => fs.readFileSync(path.join(root, file), "utf8"));
    const found = readSummary(text, source);
    if (!found) return read(source);
    const entry = detached(found);
    summaries.set(file, entry);
    return entry;
  }

  /** Reads a file again if it has changed. @param relist invalidates the listing of its folder */
  function touch(source: SourceFile, relist: () => void): boolean {
    const { file } = source;
    const stamp = stampOf(file);
    if (stamp && summaries.has(file)) {
      const was = version;
      read(source);
      return version !== was;
    }
    const before = files.get(file);
    if (!stamp) {
      if (!before && !summaries.delete(file)) return false;
      files.delete(file);
      relist();
    } else {
      if (before?.stamp.every((part, at) => part === stamp[at])) return false;
      if (!before) relist();
      const now = readNow(source, before);
      files.set(file, now);
      const same =
        now.problems.length + (before?.problems.length ?? 0) === 0 &&
        before?.texts?.entry.hash === now.texts?.entry.hash;
      if (same) return false;
    }
    version += 1;
    return true;
  }

  return {
    /** Version number that changes with any content. */
    version: () => version,
    /** Increments the version after files were added or removed. */
    renew: () => void (version += 1),
    isThere: (file: string): boolean => stampOf(file) !== undefined,
    /** Data of a file that has been read. */
    known: (file: string): Known | undefined => files.get(file),
    read,
    plannedOf,
    touch,
    /** Restores the data of unchanged files from an earlier run. */
    recall(code: string, sources: readonly SourceFile[]): void {
      const rows = cache.load(code);
      for (const { file } of sources) {
        const row = rows.get(file);
        const stamp = row && !files.has(file) ? stampOf(file) : undefined;
        if (row && stamp?.every((part, at) => part === row[1][at]))
          files.set(file, { stamp, texts: row[2], faulty: undefined, problems: [] });
      }
    },
    /** Saves the cache for the next start. */
    save(sourcesOf: (code: string) => readonly SourceFile[]): void {
      for (const code of unsaved)
        cache.save(
          code,
          sourcesOf(code).flatMap(({ file }): Row[] => {
            const { stamp, texts, problems } = files.get(file) ?? { problems: [] };
            return stamp && texts && problems.length === 0 ? [[file, stamp, texts]] : [];
          }),
        );
      unsaved.clear();
    },
  };
}
