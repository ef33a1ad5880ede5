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
 * The content of a site, read locale by locale when it is asked for; each file is read once, until
 * it changes. For menus the summary of a file is enough, so that the first page of a large site need
 * not wait until all files have been read. A file that cannot be read stays what it was before, so that
 * one mistake does not take a page out of all menus.
 */
export function createContentStore(root: string, config: () => Config, cache: ContentCache) {
  const reader = createSourceReader(root, cache);
  const { read, plannedOf } = reader;
  const listings = createListings(root, config, (code, sources) => reader.recall(code, sources));
  const sourcesOf = (code: string) => listings.of(code).sources;
  const sourceOf = (file: string) => findSource(file, config());
  /** What is read of a file, if it is one of the site's. */
  const readIn = (file: string) => {
    const source = sourceOf(file);
    return source && reader.isThere(file) ? read(source) : undefined;
  };

  return {
    /** Changes with any content. */
    version: reader.version,
    /** Reads a file again if it has changed. @returns whether it has */
    touch(file: string): boolean {
      const source = sourceOf(file);
      return source !== undefined && reader.touch(source, () => listings.forget(source.locale));
    },
    sourceOf,
    /** Everything of a locale, in the order of the files, each as it was when it last had no fault. */
    textsOf: (code: string): Texts[] =>
      sourcesOf(code).flatMap((source) => read(source).texts ?? []),
    /** What plans need of a locale's files; those with faults as they were before. */
    entriesOf: (code: string): Entry[] =>
      sourcesOf(code).flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : (found.texts?.entry ?? []);
      }),
    /** The same as they are now, of files with faults as far as those can be read. */
    currentEntriesOf: (code: string): AnyEntry[] =>
      sourcesOf(code).flatMap((source) => {
        const found = plannedOf(source);
        return "id" in found ? found : ((found.faulty ?? found.texts)?.entry ?? []);
      }),
    /** Everything of a locale as it is now. */
    currentOf: (code: string): Texts<AnyEntry>[] =>
      sourcesOf(code).flatMap((source) => {
        const { faulty, texts } = read(source);
        return faulty ?? texts ?? [];
      }),
    /** What is wrong in the files of a locale. */
    problemsOf: (code: string): Problem[] => {
      const { sources, problems } = listings.of(code);
      return [...problems, ...sources.flatMap((source) => read(source).problems)];
    },
    /** One file in full, whether or not its locale has been read. */
    entryOf: (file: string): Entry | undefined => readIn(file)?.texts?.entry,
    /** One file as it is now, in full. */
    currentIn(file: string): Texts<AnyEntry> | undefined {
      const known = readIn(file);
      return known?.faulty ?? known?.texts;
    },
    problemsIn: (file: string): readonly Problem[] => readIn(file)?.problems ?? [],
    /** Files of a locale that have faults now. */
    faultyOf: (code: string): Texts<AnyEntry>[] =>
      sourcesOf(code).flatMap(({ file }) => reader.known(file)?.faulty ?? []),
    /** Reads what is not read yet, a part at a time. @returns whether anything is left */
    readAhead(budget: number): boolean {
      for (const { code } of config().locales)
        for (const source of sourcesOf(code)) {
          if (reader.known(source.file)) continue;
          if (budget-- <= 0) return true;
          read(source);
        }
      return false;
    },
    /** Keeps what was read for the next start. */
    save: (): void => reader.save(sourcesOf),
    /** The folders have to be listed again: files came or went, or the configuration is another one. */
    forget(): void {
      listings.clear();
      reader.renew();
    },
  };
}

/** What is in the folders of each locale. @param onFirst told of a locale that is listed for the first time */
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
  // The English files belong to every listing.
  const own = (file: string): boolean => file.startsWith("content/") === isDefault;
  return {
    sources: listed.sources.filter(({ file }) => own(file)),
    problems: listed.problems.filter(({ location }) => own(location!.file)),
  };
}

/** What a file would be by its path; undefined where it is no content of the site. */
function findSource(file: string, { defaultLocale, locales }: Config): SourceFile | undefined {
  const [, code, type] = /^(?:content|locales\/([^/]+))\/([^/]+)\/[^/]+\.md$/.exec(file) ?? [];
  const known = CONTENT_TYPES.find((each) => each === type);
  if (known === undefined) return undefined;
  const locale = code ?? defaultLocale;
  if (!locales.some((each) => each.code === locale)) return undefined;
  return { file, type: known, locale, source: code === undefined };
}
