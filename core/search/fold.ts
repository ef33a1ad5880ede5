/** Letters without a Unicode decomposition that are often typed without their diacritic. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  // Arabic and Persian forms of the same letter; letters with a hamza are decomposed below.
  ة: "ه",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** Diacritics, except for the kana voicing marks, which distinguish letters. */
const MARKS = /(?![\u3099\u309a])[\p{M}\u0640]/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const KANA_SHIFT = 0x60;

/**
 * A German umlaut that is typed as two letters; the pairs in "neue" and "Quelle" are not umlauts.
 */
const GERMAN_PAIR = /(?<![aeq])([aou])e/g;

/**
 * Normalizes a text for comparison: removes case, accents, width, vowel signs, Arabic letter forms,
 * katakana and vowel length. Hangul syllables stay composed.
 * @param language BCP 47
 */
export function folded(text: string, language = ""): string {
  const bare = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_SHIFT))
    .replace(/(?<=[\u3041-\u3096])ー/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return language.startsWith("de") ? bare.replace(GERMAN_PAIR, "$1") : bare;
}
