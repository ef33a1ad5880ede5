import fs from "node:fs";
import path from "node:path";
import type { IsCommon } from "../deps/passwords.ts";

const SHORTEST_WORD = 3;
/**
 * Maximum number of characters before or after a common word that do not make the password
 * uncommon.
 */
const DECORATION = 4;
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
};
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "1234567890",
  "0123456789",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
];
const WALKS = ROWS.flatMap((row) => [row, Array.from(row).reverse().join("")]);

export const readCommonWords = (): ReadonlySet<string> =>
  new Set(
    fs
      .readFileSync(path.join(import.meta.dirname, "common-words.txt"), "utf8")
      .split("\n")
      .filter((word) => word !== ""),
  );

export function createIsCommon(words: ReadonlySet<string>): IsCommon {
  return (password, address) => {
    const lower = password.normalize("NFKC").toLowerCase();
    const [local = "", domain = ""] = address.toLowerCase().split("@");
    const own = [local, domain, domain.split(".")[0]!, address].filter(
      (part) => part.length >= SHORTEST_WORD,
    );
    const known = (text: string): boolean => words.has(text) || own.includes(text);
    return (
      new Set(lower).size <= 2 ||
      isWalk(lower) ||
      isNumberOrDate(lower) ||
      formsOf(lower).some((form) => known(form) || isRepeated(form, known) || isPair(form, words))
    );
  };
}

const unleet = (text: string): string => Array.from(text, (sign) => LEET[sign] ?? sign).join("");

/**
 * Yields the text unchanged, without decoration, and with look-alike characters replaced by
 * letters.
 */
function* forms(text: string): Generator<string> {
  yield text;
  yield unleet(text);
  const decorated = new RegExp(`^[^\\p{L}]{0,${DECORATION}}(.+?)[^\\p{L}]{0,${DECORATION}}$`, "u");
  const bare = decorated.exec(text)?.[1];
  if (bare === undefined) return;
  yield bare;
  yield unleet(bare);
  // In "p@ssw0rd1!", the characters at the end are decoration, and those inside replace letters.
  for (let end = 1; end <= DECORATION; end++) yield unleet(text.slice(0, -end));
}
const formsOf = (text: string): string[] =>
  [...forms(text)].filter((form) => form.length >= SHORTEST_WORD);

/** Whether the text repeats a short part. */
function isRepeated(text: string, isKnown: (part: string) => boolean): boolean {
  const part = /^(.{1,}?)\1+$/su.exec(text)?.[1];
  return part !== undefined && (part.length <= 4 || isKnown(part));
}

/** Whether the text is two short common words. */
function isPair(text: string, words: ReadonlySet<string>): boolean {
  if (text.length > 10) return false;
  for (let cut = SHORTEST_WORD; cut <= text.length - SHORTEST_WORD; cut++)
    if (words.has(text.slice(0, cut)) && words.has(text.slice(cut))) return true;
  return false;
}

/**
 * Whether the text consists of at most three sequences of three or more adjacent keys or letters of
 * the alphabet.
 */
function isWalk(text: string): boolean {
  let segments = 0;
  for (let at = 0; at < text.length; segments++) {
    const longest = Math.max(...WALKS.map((walk) => commonPrefix(text.slice(at), walk)));
    if (longest < 3) return false;
    at += longest;
  }
  return segments <= 3;
}

/** Length of the longest common prefix of a text and any part of a sequence. */
function commonPrefix(text: string, walk: string): number {
  const from = walk.indexOf(text[0]!);
  if (from < 0) return 0;
  let length = 0;
  while (length < text.length && walk[from + length] === text[length]) length++;
  return length;
}

/** Digits only, at most ten, or a date: both spaces are small. */
const isNumberOrDate = (text: string): boolean =>
  /^\d{1,10}$/.test(text) || /^\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}$/.test(text);
