import { Converter } from "opencc-js/t2cn";
import { pinyin } from "pinyin-pro";
import type { Reading } from "./speech.ts";

const simplify = Converter({ from: "t", to: "cn" });

/**
 * Determines the readings of Chinese characters, simplified or traditional: the pronunciation of
 * each in its word, in pinyin with the number of its tone (`hang2`; 0: neutral).
 */
export function readChinese(text: string): Reading[] {
  // Words with several pronunciations are listed in simplified characters only.
  const simple = simplify(text);
  const known = simple.length === text.length ? simple : text;
  let at = 0;
  return pinyin(known, { toneType: "num", type: "all", toneSandhi: false, v: true }).flatMap(
    ({ origin, result, isZh }) => {
      const start = at;
      at += origin.length;
      return isZh ? [{ start, end: at, reading: result }] : [];
    },
  );
}
