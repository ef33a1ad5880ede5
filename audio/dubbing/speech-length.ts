/**
 * Letters and digits that the built-in voice speaks per second at 150 words per minute, measured
 * with the personas' sample lines.
 */
const LETTERS: Readonly<Record<string, number>> = {
  en: 14.4,
  ar: 7.5,
  de: 13.6,
  es: 13.7,
  fr: 17.2,
  id: 11.9,
  it: 13.8,
  ja: 4.4,
  ko: 4.6,
  nl: 12.5,
  "pt-br": 12.3,
  ru: 13.6,
  zh: 3,
  "zh-tw": 3,
};
const RATE = 150;

/**
 * Estimates the spoken duration of a text.
 * @param language locale code
 * @param rate words per minute
 * @returns seconds
 */
export function speechLength(text: string, language: string, rate: number): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (letters / (LETTERS[language] ?? 13)) * (RATE / rate);
}
