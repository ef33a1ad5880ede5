import type { Config } from "#core/site/config.ts";
import { CONTENT_TYPES } from "#core/page/content.ts";
import type { Problem } from "#core/errors/errors.ts";
import type { AnyEntry, Entry, SourceFile } from "../../build/load/entry.ts";
import { listSources } from "../../build/load/load.ts";
import type { Texts } from "../../check/load-site.ts";
import type { ContentCache } from "./content-cache.ts";
import { createSourceReader } from "./source-reader.ts";

interface Listing {
  readonly sources: readonly SourceFile[];
  readonly problems: readonly Problem[];
}

export type ContentStore = ReturnType<typeof createContentStore>;

/**
 * The content of a site, read lazily by locale; each file is read once, until it changes. Menus
 * need only
 * a file's summary, so the first page of a large site does not wait until all files have been read.
 * For an
 * unreadable file the last valid version is used, so that one error does not remove a page from all
 * menus.
 */
export function createContentStore(root: string, config: () => Config, cache: ContentCache) {
  const reader = createSourceReader(root, cache);
  const { read, plannedOf } = reader;
  const listings = createListings(root, config, (code, sources) => reader.recall(code, sources));
  const sourcesOf = (code: string) => listings.of(code).sources;
  const sourceOf = (file: string) => findSource(file, config());
  /** The data read from a file, if the file belongs to the site. */
  const readIn = (file: string) => {
    const source = sourceOf(file);
    return source && reader.isThere(file) ? read(source) : undefined;
  };

  return {
    /** Version number that changes with any content. */
    version: reader.version,
    /** Reads a file again if it has changed. @returns whether the file has changed */
    touch(file: string): boolean {
      const source = sourceOf(file);
      return source !== undefined && reader.touch(source, () => listings.forget(source.locale));
    },
    sourceOf,
    /** All texts of a locale in file order, each in its last valid version. */
    textsOf: (code: string): Texts[] =>
      sourcesOf(code).flatMap((source) => read(source).texts ?? []),
    /** Entries of a locale for planning, each in its last valid version. */
    entriesOf: (code: string): Entry[] =>
      sourcesOf(code).flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : (found.texts?.entry ?? []);
      }),
    /** Current entries of a locale; files with errors have only their readable parts. */
    currentEntriesOf: (code: string): AnyEntry[] =>
      sourcesOf(code).flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : ((found.faulty ?? found.texts)?.entry ?? []);
      }),
    /** All current texts of a locale. */
    currentOf: (code: string): Texts<AnyEntry>[] =>
      sourcesOf(code).flatMap((source) => {
        const { faulty, texts } = read(source);
        return faulty ?? texts ?? [];
      }),
    /** Errors in the files of a locale. */
    problemsOf: (code: string): Problem[] => {
      const { sources, problems } = listings.of(code);
      return [...problems, ...sources.flatMap((source) => read(source).problems)];
    },
    /** One file in full, even if its locale has not been read. */
    entryOf: (file: string): Entry | undefined => readIn(file)?.texts?.entry,
    /** The current version of one file, in full. */
    currentIn(file: string): Texts<AnyEntry> | undefined {
      const known = readIn(file);
      return known?.faulty ?? known?.texts;
    },
    problemsIn: (file: string): readonly Problem[] => readIn(file)?.problems ?? [],
    /** Files of a locale that currently have errors. */
    faultyOf: (code: string): Texts<AnyEntry>[] =>
      sourcesOf(code).flatMap(({ file }) => reader.known(file)?.faulty ?? []),
    /** Reads files that have not been read, within a budget. @returns whether any are left */
    readAhead(budget: number): boolean {
      for (const { code } of config().locales)
        for (const source of sourcesOf(code)) {
          if (reader.known(source.file)) continue;
          if (budget-- <= 0) return true;
          read(source);
        }
      return false;
    },
    /** Saves the cache for the next start. */
    save: (): void => reader.save(sourcesOf),
    /**
     * Invalidates the folder listings after files were added or removed or the configuration
     * changed.
     */
    forget(): void {
      listings.clear();
      reader.renew();
    },
  };
}

/** Folder listings by locale. @param onFirst called when a locale is listed for the first time */
function createListings(
  root: string,
  config: () => Config,
  onFirst: (code: string, sources: readonly SourceFile[]) => void,
) {
  const listings = new Map<string, Listing>();
  const seen = new Set<string>();
  return {
    of(code: string): Listing {
      let found = listings.get(code);
      if (!found) {
        listings.set(code, (found = listLocale(root, config(), code)));
        if (!seen.has(code)) {
          seen.add(code);
          onFirst(code, found.sources);
        }
      }
      return found;
    },
    forget: (code: string): boolean => listings.delete(code),
    clear: (): void => listings.clear(),
  };
}

function listLocale(root: string, all: Config, code: string): Listing {
  const only = all.locales.filter((locale) => locale.code === code);
  const isDefault = code === all.defaultLocale;
  const listed = listSources(root, { ...all, locales: only });
  // English files are part of every listing.
  const own = (file: string): boolean => file.startsWith("content/") === isDefault;
  return {
    sources: listed.sources.filter(({ file }) => own(file)),
    problems: listed.problems.filter(({ location }) => own(location!.file)),
  };
}

/** The source file for a path; undefined if the path is not content of the site. */
function findSource(file: string, { defaultLocale, locales }: Config): SourceFile | undefined {
  const [, code, type] = /^(?:content|locales\/([^/]+))\/([^/]+)\/[^/]+\.md$/.exec(file) ?? [];
  const known = CONTENT_TYPES.find((each) => each === type);
  if (known === undefined) return undefined;
  const locale = code ?? defaultLocale;
  if (!locales.some((each) => each.code === locale)) return undefined;
  return { file, type: known, locale, source: code === undefined };
}
