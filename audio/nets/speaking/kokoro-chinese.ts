/** Kokoro's letters for the initials of pinyin (misaki 0.9, `transcription.py`), longest first. */
const INITIALS: readonly (readonly [pinyin: string, letters: string])[] = [
  ["zh", "ꭧ"],
  ["ch", "ꭧʰ"],
  ["sh", "ʂ"],
  ["b", "p"],
  ["p", "pʰ"],
  ["m", "m"],
  ["f", "f"],
  ["d", "t"],
  ["t", "tʰ"],
  ["n", "n"],
  ["l", "l"],
  ["g", "k"],
  ["k", "kʰ"],
  ["h", "x"],
  ["j", "ʨ"],
  ["q", "ʨʰ"],
  ["x", "ɕ"],
  ["r", "ɻ"],
  ["z", "ʦ"],
  ["c", "ʦʰ"],
  ["s", "s"],
];
/** Letters for finals; the tone is written where `0` is. */
const FINALS: Readonly<Record<string, string>> = {
  a: "a0",
  ai: "ai0",
  an: "a0n",
  ang: "a0ŋ",
  ao: "au0",
  e: "ɤ0",
  ei: "ei0",
  en: "ə0n",
  eng: "ə0ŋ",
  i: "i0",
  ia: "ja0",
  ian: "jɛ0n",
  iang: "ja0ŋ",
  iao: "jau0",
  ie: "je0",
  in: "i0n",
  iou: "jou0",
  ing: "i0ŋ",
  iong: "jʊ0ŋ",
  ong: "ʊ0ŋ",
  ou: "ou0",
  u: "u0",
  uei: "wei0",
  ua: "wa0",
  uai: "wai0",
  uan: "wa0n",
  uen: "wə0n",
  uang: "wa0ŋ",
  ueng: "wə0ŋ",
  uo: "wo0",
  o: "wo0",
  ü: "y0",
  üe: "ɥe0",
  üan: "ɥɛ0n",
  ün: "y0n",
};
/** Syllables without an initial that are not written as a final. */
const WHOLE: Readonly<Record<string, string>> = {
  er: "ɚ0",
  ê: "ɛ0",
  o: "ɔ0",
  yo: "jɔ0",
  m: "m0",
  n: "n0",
  ng: "ŋ0",
  hm: "hm0",
  hng: "hŋ0",
};
/** Finals whose vowel is not written after an initial. */
const SHORT: Readonly<Record<string, string>> = { iu: "iou", ui: "uei", un: "uen" };
/** By tone; the neutral tone, 0 or 5, has no letter. */
const TONES = ["", "→", "↗", "↓", "↘", ""] as const;

/** The spelling with `ü` of a syllable that begins with y or w, or has an initial. */
function spellOut(syllable: string): { readonly initial: string; readonly final: string } {
  if (syllable.startsWith("w"))
    return { initial: "", final: syllable === "wu" ? "u" : `u${syllable.slice(1)}` };
  if (syllable.startsWith("y")) {
    const rest = syllable.slice(1);
    if (rest.startsWith("u")) return { initial: "", final: `ü${rest.slice(1)}` };
    return { initial: "", final: rest.startsWith("i") ? rest : `i${rest}` };
  }
  const initial = INITIALS.find(([pinyin]) => syllable.startsWith(pinyin))?.[0] ?? "";
  const final = syllable.slice(initial.length);
  const isRounded = /^[jqx]$/.test(initial) && final.startsWith("u");
  return { initial, final: isRounded ? `ü${final.slice(1)}` : (SHORT[final] ?? final) };
}

/**
 * Converts a syllable of pinyin to Kokoro's alphabet.
 * @param pinyin with `ü` or `v`, and the number of the tone: `nü3`
 * @returns empty if it is no syllable
 */
export function pinyinForKokoro(pinyin: string): string {
  const [, letters = "", tone = "0"] = /^([a-zê-ü]+)([0-5])?$/u.exec(pinyin) ?? [];
  const syllable = letters.replace("v", "ü");
  const { initial, final } = spellOut(syllable);
  const isSyllabic = final === "i" && /^(?:[zcs]h?|r)$/.test(initial);
  const whole = Object.hasOwn(WHOLE, syllable) ? WHOLE[syllable] : undefined;
  const vowels = Object.hasOwn(FINALS, final) ? FINALS[final] : undefined;
  const sound = whole ?? (isSyllabic ? "ɨ0" : vowels);
  if (sound === undefined) return "";
  const start = whole ? "" : (INITIALS.find(([own]) => own === initial)?.[1] ?? "");
  return start + sound.replace("0", TONES[Number(tone)] ?? "");
}
