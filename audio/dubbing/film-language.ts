/** Languages of tracks as films name them (ISO 639-2/T), by the codes of locales. */
const CODES: Readonly<Record<string, string>> = {
  en: "eng",
  ar: "ara",
  de: "deu",
  es: "spa",
  fr: "fra",
  id: "ind",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nl: "nld",
  "pt-br": "por",
  ru: "rus",
  zh: "zho",
  "zh-tw": "zho",
};

/** `und` where it is not known. */
export const filmLanguage = (language: string): string => CODES[language] ?? "und";
