import { pinyinForKokoro } from "../nets/speaking/kokoro-chinese.ts";
import { kanaForKokoro } from "../nets/speaking/kokoro-japanese.ts";
import type { ScriptLanguage } from "./languages.ts";
import { numbersInWords } from "./number-words.ts";
import { splitWords } from "./split-words.ts";
import type { Reading } from "./speech.ts";

/** Returns the readings of a text: katakana for `ja`, pinyin with the number of its tone for `zh`. */
export type ReadScript = (
  language: ScriptLanguage,
  text: string,
) => Promise<readonly Reading[]> | readonly Reading[];

export interface ScriptPronunciation {
  readonly read: ReadScript;
  /** Kokoro's phonemes of English words. */
  readonly pronounceEnglish: (texts: readonly string[]) => Promise<readonly string[]>;
}

const LATIN = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*/gu;

/**
 * Converts Chinese or Japanese to Kokoro's phonemes, words separated by spaces. Numbers are written
 * out, and words in Latin letters are pronounced as English.
 * @returns one per text
 */
export async function pronounceScript(
  texts: readonly string[],
  language: ScriptLanguage,
  { read, pronounceEnglish }: ScriptPronunciation,
): Promise<string[]> {
  const toPhonemes = language === "ja" ? kanaForKokoro : pinyinForKokoro;
  const pronounceText = async (text: string): Promise<string> => {
    let spoken = "";
    const starts = splitWords(text).map((word) => {
      const start = spoken.length;
      spoken += numbersInWords(word.text, language);
      return start;
    });
    const latin = [...spoken.matchAll(LATIN)].map(({ 0: word, index }) => ({ word, start: index }));
    const english = latin.length === 0 ? [] : await pronounceEnglish(latin.map(({ word }) => word));
    const parts = [
      ...latin.map(({ start, word }, at) => ({
        start,
        end: start + word.length,
        phonemes: (english[at] ?? "").replaceAll(" ", ""),
      })),
      ...(await read(language, spoken)).map(({ start, end, reading }) => ({
        start,
        end,
        phonemes: toPhonemes(reading),
      })),
      // Stable: of what begins together, English comes first, and readings within it are left out.
    ].sort((a, b) => a.start - b.start);
    let part = 0;
    let end = 0;
    return starts
      .map((_, at) => {
        const next = starts[at + 1] ?? Infinity;
        let word = "";
        for (; part < parts.length && parts[part]!.start < next; part++) {
          const { start, phonemes, end: ownEnd } = parts[part]!;
          if (start < end) continue;
          word += phonemes;
          end = ownEnd;
        }
        return word;
      })
      .filter((word) => word !== "")
      .join(" ");
  };
  return Promise.all(texts.map(pronounceText));
}
