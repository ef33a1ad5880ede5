/** Letters that have no decomposition, and are typed without their sign. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  // Arabic and Persian forms of one letter; what carries a hamza is decomposed below.
  ة: "ه",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** Marks that make another letter of a kana are none of these. */
const MARKS = /(?![\u3099\u309a])[\p{M}\u0640]/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const KANA_SHIFT = 0x60;

/** A German umlaut may be typed as two letters; in "neue" and "Quelle" they are no umlaut. */
const GERMAN_PAIR = /(?<![aeq])([aou])e/g;

/**
 * One form for all the ways in which a text is typed: without case, accents, width, vowel signs,
 * Arabic letter forms, katakana and lengths of vowels. Syllables of Hangul stay whole.
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
