import type { Config } from "#core/site/config.ts";
import type {
  AnyEntry,
  AnySourceEntry,
  Entry,
  SourceEntry,
  TranslationEntry,
} from "../load/entry.ts";

/** Content by ID: the English files, and their translations by locale. */
export interface ContentIndex<English extends AnySourceEntry = AnySourceEntry> {
  readonly entries: ReadonlyMap<string, English>;
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, TranslationEntry>>;
}

/** Indexes content files by ID; if two files are for one page, the later one wins. */
export function indexContent(config: Config, content: readonly Entry[]): ContentIndex<SourceEntry>;
export function indexContent(config: Config, content: readonly AnyEntry[]): ContentIndex;
export function indexContent(config: Config, content: readonly AnyEntry[]): ContentIndex {
  const entries = new Map<string, AnySourceEntry>();
  const translations = new Map<string, Map<string, TranslationEntry>>();
  for (const { code } of config.locales)
    if (code !== config.defaultLocale) translations.set(code, new Map());
  for (const entry of content)
    if (entry.source) entries.set(entry.id, entry);
    else translations.get(entry.locale)?.set(entry.id, entry);
  return { entries, translations };
}
