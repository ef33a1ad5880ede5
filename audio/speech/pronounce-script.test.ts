import { describe, expect, it } from "vitest";
import { kanaForKokoro } from "../nets/speaking/kokoro-japanese.ts";
import { pinyinForKokoro } from "../nets/speaking/kokoro-chinese.ts";
import { readChinese } from "./chinese-readings.ts";
import { speaksLocale } from "./languages.ts";
import { numbersInWords } from "./number-words.ts";
import { type ScriptPronunciation, pronounceScript } from "./pronounce-script.ts";
import { splitWords } from "./split-words.ts";

/** The letters of Kokoro 1.0's `tokenizer.json`. */
const VOCABULARY = new Set(
  '$;:,.!?—…"()“” \u0303ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ',
);
const unknownIn = (phonemes: string): string[] =>
  Array.from(phonemes).filter((letter) => !VOCABULARY.has(letter));

/** Readings as IPADIC has them. */
const JAPANESE: Readonly<Record<string, string>> = {
  今日: "キョー",
  は: "ワ",
  東京: "トーキョー",
  へ: "エ",
  行き: "イキ",
  ます: "マス",
};
const readJapanese = (text: string) =>
  [...text.matchAll(new RegExp(Object.keys(JAPANESE).join("|"), "gu"))].map(
    ({ 0: written, index }) => ({
      start: index,
      end: index + written.length,
      reading: JAPANESE[written]!,
    }),
  );
const pronunciation: ScriptPronunciation = {
  read: (language, text) => (language === "zh" ? readChinese(text) : readJapanese(text)),
  pronounceEnglish: async (texts) => texts.map((text) => `<${text}>`),
};
const pronounce = async (language: "ja" | "zh", text: string): Promise<string> =>
  (await pronounceScript([text], language, pronunciation))[0]!;

describe("Chinese for Kokoro", () => {
  it("TLS-9 characters are read by their word, simplified and traditional alike", async () => {
    const simple = await pronounce("zh", "银行行长在长江边行走");
    expect(simple.replaceAll(" ", "")).toBe("i↗nxa↗ŋxa↗ŋꭧa↓ŋʦai↘ꭧʰa↗ŋʨja→ŋpjɛ→nɕi↗ŋʦou↓");
    expect((await pronounce("zh", "銀行行長在長江邊行走")).replaceAll(" ", "")).toBe(
      simple.replaceAll(" ", ""),
    );
  });

  it("TLS-9 every syllable of the dictionary has letters that the model knows", () => {
    const characters = Array.from({ length: 0x9fa6 - 0x4e00 }, (_, at) =>
      String.fromCodePoint(0x4e00 + at),
    );
    const syllables = new Set(readChinese(characters.join("，")).map(({ reading }) => reading));
    expect(syllables.size).toBeGreaterThan(1_200);
    const bad = [...syllables].filter((syllable) => {
      const phonemes = pinyinForKokoro(syllable);
      return phonemes === "" || unknownIn(phonemes).length > 0;
    });
    expect(bad).toEqual([]);
  });

  it("TLS-9 what is no syllable has no phonemes", () => {
    expect(["", "abc1", "x", "3", "ABC", "constructor1"].map(pinyinForKokoro)).toEqual(
      Array<string>(6).fill(""),
    );
  });

  it("TLS-9 numbers are read as they are spoken", () => {
    const words = (text: string): string => numbersInWords(text, "zh");
    expect(
      ["0", "10", "105", "2026年", "10500", "3.5%", "1,000,000", "20010000", "007"].map(words),
    ).toEqual([
      "零",
      "十",
      "一百零五",
      "二零二六年",
      "一万零五百",
      "百分之三点五",
      "一百万",
      "二千零一万",
      "零零七",
    ]);
  });

  it("TLS-9 English words are pronounced as English, and each word has its own group", async () => {
    const text = "请打开MP3文件，谢谢";
    const groups = (await pronounce("zh", text)).split(" ");
    expect(groups.filter((group) => group.includes("<MP>"))).toHaveLength(1);
    expect(groups).toHaveLength(splitWords(text).length);
  });
});

describe("Japanese for Kokoro", () => {
  it("TLS-9 kanji are read in their sentence, particles as they are pronounced", async () => {
    const spoken = await pronounce("ja", "今日は東京へ行きます。");
    expect(spoken.replaceAll(" ", "")).toBe("kʲoːβatoːkʲoːeikʲimasɨ");
  });

  it.each([
    ["ニッポン", "ɲiʔpoɴ"],
    ["しんぶん", "ɕimbɯɴ"],
    ["こんにちは", "koɲɲiʨiha"],
    ["りんご", "ɾʲiŋɡo"],
    ["ティーシャツ", "tʲiːɕaʦɨ"],
    ["ウィキ", "βikʲi"],
    ["フォト", "ɸoto"],
    ["クァ", "kᵝa"],
    ["ﾁｪｯｸ", "ʨeʔkɯ"],
    ["。", ""],
  ])("TLS-9 the kana %s are %s", (kana, phonemes) => {
    expect(kanaForKokoro(kana)).toBe(phonemes);
  });

  it("TLS-9 every kana, alone and before a small one, has letters that the model knows", () => {
    const kana = Array.from({ length: 0x30fa - 0x30a1 + 1 }, (_, at) =>
      String.fromCodePoint(0x30a1 + at),
    );
    const pairs = kana.flatMap((one) => [
      one,
      ...Array.from("ァィゥェォャュョー", (next) => one + next),
    ]);
    expect(pairs.filter((pair) => kanaForKokoro(pair) === "")).toEqual([]);
    expect(pairs.filter((pair) => unknownIn(kanaForKokoro(pair)).length > 0)).toEqual([]);
  });

  it("TLS-9 numbers have the sounds that merge", () => {
    expect(
      ["0", "8", "300", "600", "3800", "10000", "2026", "1.5%", "8000000000000"].map((number) =>
        numbersInWords(number, "ja"),
      ),
    ).toEqual([
      "ゼロ",
      "ハチ",
      "サンビャク",
      "ロッピャク",
      "サンゼンハッピャク",
      "イチマン",
      "ニセンニジューロク",
      "イチテンゴパーセント",
      "ハッチョー",
    ]);
  });
});

it("TLS-9 a Chinese voice reads both scripts, and no voice another language", () => {
  const voice = { language: "zh" };
  expect(["zh", "zh-tw", "ja", "en"].map((locale) => speaksLocale(voice, locale))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(speaksLocale({ language: "pt-br" }, "pt-br")).toBe(true);
});
