/** A language of the site, as declared in `toolkit.config.ts`. */
export interface Locale {
  /** Path prefix and folder name: `pt-br`. */
  readonly code: string;
  /** BCP 47 tag for `lang`, `hreflang` and `Intl`: `pt-BR`. */
  readonly language: string;
  /** English name. */
  readonly name: string;
  /** The language's own name for itself. */
  readonly endonym: string;
  readonly dir: "ltr" | "rtl";
  /** Message files under `locales/<code>/`, without `.json`. */
  readonly files: readonly string[];
  /** Origin that serves this locale without a prefix: `https://example.de`. */
  readonly domain?: string;
}

/** Message files that every locale has. */
export const MESSAGE_FILES = [
  "common",
  "pages",
  "errors",
  "account",
  "workspace",
  "panel-kit",
  "embed",
] as const;

/** Message files of the server, for emails and payment pages. They are never published. */
export const SERVER_MESSAGE_FILES = ["emails", "payments"] as const;

type Row = readonly [code: string, language: string, name: string, endonym: string];

const ROWS: readonly Row[] = [
  ["en", "en-US", "English", "English"],
  ["ar", "ar", "Arabic", "العربية"],
  ["de", "de", "German", "Deutsch"],
  ["es", "es", "Spanish", "Español"],
  ["fr", "fr", "French", "Français"],
  ["id", "id", "Indonesian", "Bahasa Indonesia"],
  ["it", "it", "Italian", "Italiano"],
  ["ja", "ja", "Japanese", "日本語"],
  ["ko", "ko", "Korean", "한국어"],
  ["nl", "nl", "Nederlands", "Nederlands"],
  ["pt-br", "pt-BR", "Portuguese (Brazil)", "Português (Brasil)"],
  ["ru", "ru", "Russian", "Русский"],
  ["zh", "zh-CN", "Chinese", "简体中文"],
  ["zh-tw", "zh-TW", "Chinese (Taiwan)", "繁體中文"],
];

/** The 14 locales of the default site, in menu order. */
export const DEFAULT_LOCALES: readonly Locale[] = ROWS.map(([code, language, name, endonym]) => ({
  code,
  language,
  name,
  endonym,
  dir: code === "ar" ? "rtl" : "ltr",
  files: MESSAGE_FILES,
}));

const primary = (tag: string): string => tag.split("-")[0]!.toLowerCase();

/**
 * The best locale for a browser's language list: an exact match scores `1 − i/n`, a matching
 * primary subtag `0.999 − i/n` (i: index in the list, n: its length); ties are won by the longer
 * code.
 */
export function bestLocale(
  languages: readonly string[],
  locales: readonly Pick<Locale, "code" | "language">[],
): string | undefined {
  let best: { code: string; score: number } | undefined;
  const n = languages.length;
  for (const { code, language } of locales) {
    const tags = [code.toLowerCase(), language.toLowerCase()];
    const exact = languages.findIndex((tag) => tags.includes(tag.toLowerCase()));
    const partial = languages.findIndex((tag) => primary(tag) === primary(language));
    const score = Math.max(exact < 0 ? -1 : 1 - exact / n, partial < 0 ? -1 : 0.999 - partial / n);
    if (score < 0) continue;
    if (!best || score > best.score || (score === best.score && code.length > best.code.length))
      best = { code, score };
  }
  return best?.code;
}
