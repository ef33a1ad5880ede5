/** A language of the built-in voice: its eSpeak name, and the file group of its dictionary. */
export interface SpokenLanguage {
  readonly voice: string;
  readonly data: string;
}

/** The languages of the built-in voice by locale code. English is part of the common files. */
export const SPOKEN_LANGUAGES: Readonly<Record<string, SpokenLanguage>> = {
  en: { voice: "en-us", data: "base" },
  ar: { voice: "ar", data: "ar" },
  de: { voice: "de", data: "de" },
  es: { voice: "es", data: "es" },
  fr: { voice: "fr", data: "fr" },
  id: { voice: "id", data: "id" },
  it: { voice: "it", data: "it" },
  ja: { voice: "ja", data: "ja" },
  ko: { voice: "ko", data: "ko" },
  nl: { voice: "nl", data: "nl" },
  "pt-br": { voice: "pt-br", data: "pt" },
  ru: { voice: "ru", data: "ru" },
  zh: { voice: "cmn", data: "cmn" },
  "zh-tw": { voice: "cmn", data: "cmn" },
};

/** The voice's code of a language (BCP 47), for example `fr` for `fr-CA`; null if unsupported. */
export function spokenCode(tag: string): string | null {
  const code = tag.toLowerCase();
  if (Object.hasOwn(SPOKEN_LANGUAGES, code)) return code;
  const [language] = code.split("-");
  if (language === "pt") return "pt-br";
  if (/^(?:zh|yue)-(?:\w+-)?(?:hant|tw|hk|mo)\b/.test(code)) return "zh-tw";
  if (language === "yue") return "zh";
  return Object.hasOwn(SPOKEN_LANGUAGES, language!) ? language! : null;
}

/** Languages whose script does not show the pronunciation. */
export type ScriptLanguage = "ja" | "zh";

/** The language of a locale whose script does not show the pronunciation; null for others. */
export function scriptOf(locale: string): ScriptLanguage | null {
  const [language] = locale.split("-");
  return language === "ja" || language === "zh" ? language : null;
}

/** Whether a voice speaks the language of a locale. A Chinese one reads both scripts. */
export const speaksLocale = (voice: { readonly language: string }, locale: string): boolean =>
  voice.language === (scriptOf(locale) ?? locale);
