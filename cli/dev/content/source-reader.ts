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
  /** As it was when it last had no fault; absent while it always had one. */
  readonly texts: Texts | undefined;
  /** As far as it can be read now; absent while it has no fault. */
  readonly faulty: Texts<AnyEntry> | undefined;
  readonly problems: readonly Problem[];
}

/** A copy that shares no text with its file: a cut-out string would keep the whole file in memory. */
const detached = <Read>(read: Read): Read => JSON.parse(JSON.stringify(read)) as Read;

/** Whether a summary equals the entry of its file. */
const isSame = (summary: Entry, entry: Entry | undefined): boolean =>
  entry !== undefined &&
  JSON.stringify({ ...entry, hash: "", sections: {}, links: [] }) === JSON.stringify(summary);

/**
 * The files of a site as they were last read. A file that cannot be read stays what it was before. For
 * menus the summary of a file is enough.
 */
export function createSourceReader(root: string, cache: ContentCache) {
  const files = new Map<string, Known>();
  /** Summaries of files that have not been read in full yet. */
  const summaries = new Map<string, Entry>();
  /** Locales of which something was read that the cache does not have. */
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
      // The file has changed since, or has a problem in a field that summaries skip.
      if (summary && !isSame(summary, known.texts?.entry)) version += 1;
      summaries.delete(source.file);
    }
    return known;
  }

  /** What plans need of a file, whether or not it has been read in full. */
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

  /** Reads a file again if it has changed. @param relist its folder has to be listed again */
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
    /** Changes with any content. */
    version: () => version,
    /** Counts a change of what there is to be read. */
    renew: () => void (version += 1),
    isThere: (file: string): boolean => stampOf(file) !== undefined,
    /** What was read of a file, where it was. */
    known: (file: string): Known | undefined => files.get(file),
    read,
    plannedOf,
    touch,
    /** Takes over what an earlier run has read of files that are as they were. */
    recall(code: string, sources: readonly SourceFile[]): void {
      const rows = cache.load(code);
      for (const { file } of sources) {
        const row = rows.get(file);
        const stamp = row && !files.has(file) ? stampOf(file) : undefined;
        if (row && stamp?.every((part, at) => part === row[1][at]))
          files.set(file, { stamp, texts: row[2], faulty: undefined, problems: [] });
      }
    },
    /** Keeps what was read for the next start. */
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
