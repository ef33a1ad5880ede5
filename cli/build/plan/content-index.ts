import type { Config } from "../../../core/site/config.ts";
import type { Entry } from "../load/entry.ts";

/** Content by id: the English files, and their translations by locale. */
export interface ContentIndex {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
}

/** Content files by id; of two for one page, the later. */
export function indexContent(config: Config, content: readonly Entry[]): ContentIndex {
  const entries = new Map<string, Entry>();
  const translations = new Map<string, Map<string, Entry>>();
  for (const { code } of config.locales)
    if (code !== config.defaultLocale) translations.set(code, new Map());
  for (const entry of content)
    if (entry.source) entries.set(entry.id, entry);
    else translations.get(entry.locale)?.set(entry.id, entry);
  return { entries, translations };
}
