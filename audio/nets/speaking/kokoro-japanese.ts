/**
 * Kokoro's letters for kana (misaki 0.9, `cutlet.py`): the vowels of a row of the syllabary, each
 * with the consonant that precedes it.
 */
const ROWS: readonly (readonly [kana: string, letters: string])[] = [
  ["アイウエオ", "a i ɯ e o"],
  ["カキクケコ", "ka kʲi kɯ ke ko"],
  ["ガギグゲゴ", "ɡa ɡʲi ɡɯ ɡe ɡo"],
  ["サシスセソ", "sa ɕi sɨ se so"],
  ["ザジズゼゾ", "ʣa ʥi zɨ ʣe ʣo"],
  ["タチツテト", "ta ʨi ʦɨ te to"],
  ["ダヂヅデド", "da ʥi zɨ de do"],
  ["ナニヌネノ", "na ɲi nɯ ne no"],
  ["ハヒフヘホ", "ha çi ɸɯ he ho"],
  ["バビブベボ", "ba bʲi bɯ be bo"],
  ["パピプペポ", "pa pʲi pɯ pe po"],
  ["マミムメモ", "ma mʲi mɯ me mo"],
  ["ラリルレロ", "ɾa ɾʲi ɾɯ ɾe ɾo"],
  ["ヤユヨ", "ja jɯ jo"],
  ["ワヰヱヲ", "βa i e o"],
  ["ヷヸヴヹヺ", "va vʲi vɯ ve vo"],
  // Small letters that stand alone.
  ["ァィゥェォ", "a i ɯ e o"],
  ["ャュョヮヵヶ", "ja jɯ jo βa ka ke"],
];
const LETTERS = new Map(
  ROWS.flatMap(([kana, letters]) => {
    const each = letters.split(" ");
    return Array.from(kana, (one, at) => [one, each[at]!] as const);
  }),
);
/** Small letters that replace the vowel of the letter before them. */
const GLIDES: Readonly<Record<string, string>> = { ャ: "a", ュ: "ɨ", ョ: "o" };
const SMALL_VOWELS: Readonly<Record<string, string>> = {
  ァ: "a",
  ィ: "i",
  ゥ: "ɯ",
  ェ: "e",
  ォ: "o",
};
/** Consonants before a small vowel where it does not only replace the vowel. */
const BEFORE_SMALL: Readonly<Record<string, string>> = {
  イ: "j",
  ウ: "β",
  ク: "kᵝ",
  グ: "ɡᵝ",
};
/** Consonants that are palatal before `i` and before a glide. */
const PALATALIZED = /^[tdɸʦv]$/u;

/** A letter with the small letter after it. */
function joinSmall(kana: string, small: string): string {
  const consonant = LETTERS.get(kana)!.slice(0, -1);
  const isGlide = small in GLIDES;
  if (!isGlide && kana in BEFORE_SMALL) return BEFORE_SMALL[kana]! + SMALL_VOWELS[small]!;
  const isPalatal = PALATALIZED.test(consonant) && (isGlide || small === "ィ");
  return consonant + (isPalatal ? "ʲ" : "") + (GLIDES[small] ?? SMALL_VOWELS[small]!);
}

/** `ン` takes the place of the consonant that follows. */
function nasalBefore(next: string): string {
  if (/^[mpb]/u.test(next)) return "m";
  if (/^[kɡ]/u.test(next)) return "ŋ";
  if (/^[ɲʨʥ]/u.test(next)) return "ɲ";
  return /^[ntdɾz]/u.test(next) ? "n" : "ɴ";
}

const toKatakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/gu, (kana) => String.fromCodePoint(kana.codePointAt(0)! + 0x60));

/** Converts kana to Kokoro's alphabet; what is no kana is left out. */
export function kanaForKokoro(kana: string): string {
  const all = Array.from(toKatakana(kana.normalize("NFKC")));
  const letters: string[] = [];
  for (let at = 0; at < all.length; at++) {
    const one = all[at]!;
    const next = all[at + 1] ?? "";
    const isJoined = LETTERS.has(one) && (next in GLIDES || next in SMALL_VOWELS);
    if (isJoined && !(one in GLIDES) && !(one in SMALL_VOWELS)) {
      letters.push(joinSmall(one, next));
      at++;
    } else if (one === "ー") letters.push("ː");
    else if (one === "ッ") letters.push("ʔ");
    else if (one === "ン") letters.push("ン");
    else letters.push(LETTERS.get(one) ?? "");
  }
  return letters
    .map((letter, at) => (letter === "ン" ? nasalBefore(letters[at + 1] ?? "") : letter))
    .join("");
}
