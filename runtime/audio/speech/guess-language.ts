import { SPOKEN_LANGUAGES } from "../../../audio/speech/languages.ts";

/** Scripts that tell a language, the first one that is found before the others. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Arabic}/u, "ar"],
];
const NOT_LATIN: readonly string[] = ["zh-tw", ...SCRIPTS.map(([, language]) => language)];

/** The language of a text by its script; where that is Latin, that of the page, or else English; without letters, that of the page. */
export function guessLanguage(text: string, locale: string): string {
  // What is not written yet will probably be in the language of its reader.
  if (!/\p{L}/u.test(text) && Object.hasOwn(SPOKEN_LANGUAGES, locale)) return locale;
  const found = SCRIPTS.find(([script]) => script.test(text))?.[1];
  if (found === "zh" && locale === "zh-tw") return locale;
  if (found) return found;
  return Object.hasOwn(SPOKEN_LANGUAGES, locale) && !NOT_LATIN.includes(locale) ? locale : "en";
}
