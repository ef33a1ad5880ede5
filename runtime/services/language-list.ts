import type { KeyValue } from "./storage.ts";

/** A language as listed in `languages.json`. */
export interface LanguageItem {
  /** BCP 47: used in file names and requests. */
  readonly extname: string;
  readonly name_en: string;
  readonly name_zh: string;
}

/** The list of languages is available neither from its URL nor from an earlier visit. */
export class LanguageListError extends Error {
  override readonly name = "LanguageListError";
  readonly url: string;
  constructor(url: string, cause: unknown) {
    super(`The language list could not be loaded from ${url}`, { cause });
    this.url = url;
  }
}

export interface LanguageListDeps {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly storage: KeyValue;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Time in ms for which a copy replaces the list: 30 hours. */
export const LANGUAGE_LIST_CACHE_MS = 108_000_000;
const KEY = "audio_languageList";

interface Copy {
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly list: readonly LanguageItem[];
}

const isItem = (value: unknown): value is LanguageItem => {
  const item = value as Partial<Record<keyof LanguageItem, unknown>> | null;
  return (
    typeof item === "object" &&
    [item?.extname, item?.name_en, item?.name_zh].every(
      (text) => typeof text === "string" && text !== "",
    )
  );
};

/** The valid entries of a list; none if it is no list. */
const itemsOf = (value: unknown): LanguageItem[] =>
  Array.isArray(value) ? value.filter(isItem) : [];

/** Fetches the list of languages, and stores a copy on the device (CMP-1). */
export function createLanguageList({ url, fetch, storage, now }: LanguageListDeps) {
  let loading: Promise<readonly LanguageItem[]> | null = null;

  function readCopy(): Copy | null {
    try {
      const copy = JSON.parse(storage.get(KEY) ?? "null") as Copy | null;
      const list = itemsOf(copy?.list);
      return list.length > 0 ? { list, timestamp: Number(copy!.timestamp) } : null;
    } catch {
      return null;
    }
  }

  // A time in the future was written by a wrong clock.
  const isFresh = ({ timestamp }: Copy): boolean =>
    now() - timestamp >= 0 && now() - timestamp < LANGUAGE_LIST_CACHE_MS;

  async function fetchList(): Promise<readonly LanguageItem[]> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    const list = itemsOf(await response.json());
    if (list.length === 0) throw new Error("It is no list of languages");
    try {
      storage.set(KEY, JSON.stringify({ timestamp: now(), list } satisfies Copy));
    } catch {
      // Without a copy the next visit fetches the list.
    }
    return list;
  }

  return {
    /**
     * The list: a copy of the last 30 hours, else from its URL, else an older copy.
     * @throws {LanguageListError} if none of these is available; the next call retries
     */
    load(): Promise<readonly LanguageItem[]> {
      const copy = readCopy();
      if (copy && isFresh(copy)) return Promise.resolve(copy.list);
      loading ??= fetchList()
        .catch((error: unknown) => {
          if (copy) return copy.list;
          throw new LanguageListError(url, error);
        })
        .finally(() => {
          loading = null;
        });
      return loading;
    },
  };
}

const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Languages whose code, English or Chinese name contains the query; all for an empty one. */
export function searchLanguages(
  list: readonly LanguageItem[],
  query: string,
): readonly LanguageItem[] {
  const words = folded(query);
  if (words === "") return list;
  return list.filter(({ extname, name_en, name_zh }) =>
    [extname, name_en, name_zh].some((text) => folded(text).includes(words)),
  );
}
