import type { ScriptLanguage } from "./languages.ts";

const CHINESE_DIGITS = Array.from("零一二三四五六七八九");
const JAPANESE_DIGITS = [
  "ゼロ",
  "イチ",
  "ニ",
  "サン",
  "ヨン",
  "ゴ",
  "ロク",
  "ナナ",
  "ハチ",
  "キュー",
] as const;
/** Units of four digits each. */
const CHINESE_GROUPS = ["", "万", "亿", "万亿"] as const;
const JAPANESE_GROUPS = ["", "マン", "オク", "チョー"] as const;
const JAPANESE_UNITS = ["", "ジュー", "ヒャク", "セン"] as const;
/** Sounds that merge, by digit and unit. */
const JAPANESE_MERGED: Readonly<Record<string, string>> = {
  サンヒャク: "サンビャク",
  ロクヒャク: "ロッピャク",
  ハチヒャク: "ハッピャク",
  サンセン: "サンゼン",
  ハチセン: "ハッセン",
};

/** Digits that are read one by one: as in telephone numbers, or too many to name. */
const isCode = (digits: string): boolean =>
  (digits.length > 1 && digits.startsWith("0")) || digits.length > 16;

/** Groups of four digits, the highest first, with their unit. */
function groupsOf(digits: string): { readonly group: string; readonly unit: number }[] {
  const count = Math.ceil(digits.length / 4);
  const padded = digits.padStart(count * 4, "0");
  return Array.from({ length: count }, (_, at) => ({
    group: padded.slice(at * 4, at * 4 + 4),
    unit: count - 1 - at,
  }));
}

function chineseGroup(group: string): string {
  const named = Array.from(group, (digit, at) =>
    digit === "0" ? "零" : CHINESE_DIGITS[Number(digit)]! + ["千", "百", "十", ""][at]!,
  );
  return named.join("").replace(/零+/g, "零").replace(/零$/, "");
}

function chineseNumber(digits: string): string {
  const named = groupsOf(digits).map(({ group, unit }) =>
    Number(group) === 0 ? "零" : chineseGroup(group) + CHINESE_GROUPS[unit]!,
  );
  const text = named
    .join("")
    .replace(/零+/g, "零")
    .replace(/^零(?=.)|(?<=.)零$/g, "")
    .replace(/^一十/, "十");
  return text || "零";
}

function japaneseNumber(digits: string): string {
  if (Number(digits) === 0) return JAPANESE_DIGITS[0];
  return groupsOf(digits)
    .map(({ group, unit }) => {
      if (Number(group) === 0) return "";
      const named = Array.from(group, (digit, at) => {
        const power = 3 - at;
        if (digit === "0") return "";
        if (digit === "1" && power > 0) return JAPANESE_UNITS[power]!;
        const sound = JAPANESE_DIGITS[Number(digit)]! + JAPANESE_UNITS[power]!;
        return JAPANESE_MERGED[sound] ?? sound;
      }).join("");
      return unit === 3
        ? named
            .replace(/イチ$/, "イッ")
            .replace(/ハチ$/, "ハッ")
            .replace(/ジュー$/, "ジュッ") + JAPANESE_GROUPS[unit]
        : named + JAPANESE_GROUPS[unit]!;
    })
    .join("");
}

const NUMBER = /(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<part>\d+))?(?<after>\s?[%年])?/gu;

/**
 * Writes the numbers of a text in words: Chinese characters, or katakana for Japanese. Years in
 * Chinese, numbers with a leading zero and those of more than 16 digits are read digit by digit.
 * Counters whose pronunciation depends on the number (一本, 三匹) are not adapted.
 */
export function numbersInWords(text: string, language: ScriptLanguage): string {
  const isChinese = language === "zh";
  const byDigit = (digits: string): string =>
    Array.from(
      digits,
      (digit) => (isChinese ? CHINESE_DIGITS : JAPANESE_DIGITS)[Number(digit)]!,
    ).join("");
  return text.normalize("NFKC").replace(NUMBER, (...found) => {
    const { whole, part, after } = found.at(-1) as {
      readonly whole: string;
      readonly part?: string;
      readonly after?: string;
    };
    const digits = whole.replaceAll(",", "");
    const mark = after?.trim() ?? "";
    const isYear = isChinese && mark === "年" && digits.length === 4;
    const number =
      isYear || isCode(digits)
        ? byDigit(digits)
        : (isChinese ? chineseNumber : japaneseNumber)(digits);
    const point = part === undefined ? "" : (isChinese ? "点" : "テン") + byDigit(part);
    if (mark === "%") return isChinese ? `百分之${number}${point}` : `${number}${point}パーセント`;
    return number + point + mark;
  });
}
