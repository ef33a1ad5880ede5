import fs from "node:fs";
import path from "node:path";
import type { Config } from "../../core/site/config.ts";
import { CONTENT_TYPES } from "../../core/page/content.ts";
import type { Problem } from "../../core/errors/errors.ts";
import type { AnyEntry, Entry, SourceFile } from "../build/load/entry.ts";
import { withIo } from "../files/files.ts";
import type { Stamp } from "../build/load/load.ts";
import { listSources } from "../build/load/load.ts";
import type { Texts } from "../check/load-site.ts";
import { isSound, readSource } from "../check/load-site.ts";
import type { ContentCache, Row } from "./content-cache.ts";
import { glanceAt } from "./glance.ts";

interface Known {
  readonly stamp: Stamp;
  /** As it was when it last had no fault; absent while it always had one. */
  readonly texts: Texts | undefined;
  /** As far as it can be read now; absent while it has no fault. */
  readonly faulty: Texts<AnyEntry> | undefined;
  readonly problems: readonly Problem[];
}

/** A copy that shares no text with its file: a cut-out string would keep the whole file in memory. */
const detached = <Read>(read: Read): Read => JSON.parse(JSON.stringify(read)) as Read;

/** Whether a glance saw what is there. */
const isSame = (glance: Entry, entry: Entry | undefined): boolean =>
  entry !== undefined &&
  JSON.stringify({ ...entry, hash: "", sections: {}, links: [] }) === JSON.stringify(glance);

interface Listing {
  readonly sources: readonly SourceFile[];
  readonly problems: readonly Problem[];
}

export type ContentStore = ReturnType<typeof createContentStore>;

/**
 * The content of a site, read locale by locale when it is asked for; each file is read once, until
 * it changes. For menus a glance at a file is enough, so that the first page of a large site need not
 * wait until all of them have been read. A file that cannot be read stays what it was before, so that one mistake does not take
 * a page out of all menus.
 */
export function createContentStore(root: string, config: () => Config, cache: ContentCache) {
  const files = new Map<string, Known>();
  /** Of files that nobody has asked for in full yet. */
  const glances = new Map<string, Entry>();
  const listings = new Map<string, Listing>();
  /** Locales of which something was read that the cache does not have. */
  const unsaved = new Set<string>();
  let version = 0;

  const listingOf = (code: string): Listing => {
    let found = listings.get(code);
    if (!found) {
      const all = config();
      const only = all.locales.filter((locale) => locale.code === code);
      const isDefault = code === all.defaultLocale;
      const listed = listSources(root, { ...all, locales: only });
      // The English files belong to every listing.
      const own = (file: string): boolean => file.startsWith("content/") === isDefault;
      found = {
        sources: listed.sources.filter(({ file }) => own(file)),
        problems: listed.problems.filter(({ location }) => own(location!.file)),
      };
      listings.set(code, found);
      if (!loaded.has(code)) recall(code, found.sources);
    }
    return found;
  };

  /** Takes over what an earlier run has read of files that are as they were. */
  const loaded = new Set<string>();
  function recall(code: string, sources: readonly SourceFile[]): void {
    loaded.add(code);
    const rows = cache.load(code);
    for (const { file } of sources) {
      const row = rows.get(file);
      const stamp = row && !files.has(file) ? stampOf(file) : undefined;
      if (row && stamp?.every((part, at) => part === row[1][at]))
        files.set(file, { stamp, texts: row[2], faulty: undefined, problems: [] });
    }
  }

  const stampOf = (file: string): Stamp | undefined => {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    return stat?.isFile() ? [stat.size, stat.mtimeMs, stat.ctimeMs] : undefined;
  };

  function read(source: SourceFile): Known {
    let known = files.get(source.file);
    if (!known) {
      files.set(source.file, (known = readNow(source, undefined)));
      const glance = glances.get(source.file);
      // It has changed since, or has a fault that a glance does not see.
      if (glance && !isSame(glance, known.texts?.entry)) version += 1;
      glances.delete(source.file);
    }
    return known;
  }
  /** What plans need of a file, whether or not it has been read in full. */
  function plannedOf(source: SourceFile): Pick<Known, "texts" | "faulty"> | Entry {
    const { file } = source;
    const glance = glances.get(file);
    if (glance || files.has(file)) return glance ?? files.get(file)!;
    const text = withIo(file, () => fs.readFileSync(path.join(root, file), "utf8"));
    const found = glanceAt(text, source);
    if (!found) return read(source);
    const entry = detached(found);
    glances.set(file, entry);
    return entry;
  }
  function readNow(source: SourceFile, before: Known | undefined): Known {
    const stamp = stampOf(source.file) ?? [0, 0, 0];
    unsaved.add(source.locale);
    const { problems, ...found } = readSource(root, source);
    const texts = detached(found);
    return isSound(texts)
      ? { stamp, texts, faulty: undefined, problems }
      : { stamp, texts: before?.texts, faulty: texts, problems };
  }

  const sourceOf = (file: string): SourceFile | undefined => {
    const [, code, type] = /^(?:content|locales\/([^/]+))\/([^/]+)\/[^/]+\.md$/.exec(file) ?? [];
    const known = CONTENT_TYPES.find((each) => each === type);
    if (known === undefined) return undefined;
    const { defaultLocale, locales } = config();
    const locale = code ?? defaultLocale;
    if (!locales.some((each) => each.code === locale)) return undefined;
    return { file, type: known, locale, source: code === undefined };
  };

  /** Reads a file again if it has changed. @returns whether it has */
  function touch(file: string): boolean {
    const source = sourceOf(file);
    if (!source) return false;
    const stamp = stampOf(file);
    if (stamp && glances.has(file)) {
      const was = version;
      read(source);
      return version !== was;
    }
    const before = files.get(file);
    if (!stamp) {
      if (!before && !glances.delete(file)) return false;
      files.delete(file);
      listings.delete(source.locale);
    } else {
      if (before?.stamp.every((part, at) => part === stamp[at])) return false;
      if (!before) listings.delete(source.locale);
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
    touch,
    sourceOf,
    /** Everything of a locale, in the order of the files, each as it was when it last had no fault. */
    textsOf: (code: string): Texts[] =>
      listingOf(code).sources.flatMap((source) => read(source).texts ?? []),
    /** What plans need of a locale's files; those with faults as they were before. */
    entriesOf: (code: string): Entry[] =>
      listingOf(code).sources.flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : (found.texts?.entry ?? []);
      }),
    /** The same as they are now, of files with faults as far as those can be read. */
    currentEntriesOf: (code: string): AnyEntry[] =>
      listingOf(code).sources.flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : ((found.faulty ?? found.texts)?.entry ?? []);
      }),
    /** Everything of a locale as it is now. */
    currentOf: (code: string): Texts<AnyEntry>[] =>
      listingOf(code).sources.flatMap((source) => {
        const { faulty, texts } = read(source);
        return faulty ?? texts ?? [];
      }),
    /** What is wrong in the files of a locale. */
    problemsOf: (code: string): Problem[] => {
      const { sources, problems } = listingOf(code);
      return [...problems, ...sources.flatMap((source) => read(source).problems)];
    },
    /** One file in full, whether or not its locale has been read. */
    entryOf(file: string): Entry | undefined {
      const source = sourceOf(file);
      if (!source || !stampOf(file)) return undefined;
      return read(source).texts?.entry;
    },
    /** One file as it is now, in full. */
    currentIn(file: string): Texts<AnyEntry> | undefined {
      const source = sourceOf(file);
      if (!source || !stampOf(file)) return undefined;
      const { faulty, texts } = read(source);
      return faulty ?? texts;
    },
    problemsIn(file: string): readonly Problem[] {
      const source = sourceOf(file);
      return source && stampOf(file) ? read(source).problems : [];
    },
    /** Files of a locale that have faults now. */
    faultyOf: (code: string): Texts<AnyEntry>[] =>
      listingOf(code).sources.flatMap(({ file }) => files.get(file)?.faulty ?? []),
    /** Reads what is not read yet, a part at a time. @returns whether anything is left */
    readAhead(budget: number): boolean {
      for (const { code } of config().locales)
        for (const source of listingOf(code).sources) {
          if (files.has(source.file)) continue;
          if (budget-- <= 0) return true;
          read(source);
        }
      return false;
    },
    /** Keeps what was read for the next start. */
    save(): void {
      for (const code of unsaved)
        cache.save(
          code,
          listingOf(code).sources.flatMap(({ file }): Row[] => {
            const { stamp, texts, problems } = files.get(file) ?? { problems: [] };
            return stamp && texts && problems.length === 0 ? [[file, stamp, texts]] : [];
          }),
        );
      unsaved.clear();
    },
    /** The folders have to be listed again: files came or went, or the configuration is another one. */
    forget(): void {
      listings.clear();
      version += 1;
    },
  };
}
