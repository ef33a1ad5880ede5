/** ISO 639-2/T codes of track languages, by locale code. */
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

/** `und` if unknown. */
export const videoLanguage = (language: string): string => CODES[language] ?? "und";
