import type { FoundMarks } from "./find-typography.ts";
import type { Style } from "./schema.ts";
import { MASK } from "./segments.ts";

const CJK = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々";
const ARABIC = "\\p{sc=Arabic}\\p{M}";

const find = (text: string, pattern: RegExp, rule: string, now?: (marks: string) => string) =>
  Array.from(text.matchAll(pattern), ({ 0: marks, index }): FoundMarks => ({
    start: index,
    marks,
    rule,
    ...(now && { now: now(marks) }),
  }));

/** Marks of a text that closes questions and exclamations without opening them. */
function findUnopened(text: string): FoundMarks[] {
  const open: Record<string, number> = { "?": 0, "!": 0 };
  return Array.from(text.matchAll(/[¿¡?!]/g)).flatMap(({ 0: marks, index: start }) => {
    const closing = { "¿": "?", "¡": "!" }[marks];
    if (closing !== undefined) open[closing]! += 1;
    else if (open[marks]! > 0) open[marks]! -= 1;
    // "?!" and "!!" close what one mark has opened.
    else if (!/[?!]/.test(text[start - 1] ?? ""))
      return [{ start, marks, rule: `Spanish opens it with ${marks === "?" ? "¿" : "¡"}` }];
    return [];
  });
}

const ARABIC_MARKS: Readonly<Record<string, string>> = { "?": "؟", ",": "،", ";": "؛" };
const LATIN_OF = (digit: string): string => {
  const code = digit.charCodeAt(0);
  return String(code >= 0x06f0 ? code - 0x06f0 : code - 0x0660);
};
const findInArabic = (text: string): FoundMarks[] => [
  ...find(
    text,
    new RegExp(`(?<=[${ARABIC}»)])[?,;](?!\\p{L})`, "gu"),
    "Arabic has marks of its own: ؟ ، ؛",
    (mark) => ARABIC_MARKS[mark]!,
  ),
  ...find(text, /[٠-٩۰-۹]/g, "Digits are 0 to 9 here", LATIN_OF),
];

const WIDE_MARKS: Readonly<Record<string, string>> = {
  "?": "？",
  "!": "！",
  ":": "：",
  ";": "；",
};
const findNarrow = (text: string, comma: string): FoundMarks[] => [
  ...find(
    text,
    new RegExp(`(?<=[${CJK}」』”’）])(?:[?!:;,]|\\.(?=[\\s${CJK}]|$)) ?`, "gu"),
    "Punctuation is as wide as the characters here",
    (mark) => ({ ...WIDE_MARKS, ",": comma, ".": "。" })[mark.trim()]!,
  ),
  ...find(
    text,
    new RegExp(`\\((?=[^()]*[${CJK}])|(?<=[${CJK}]) ?\\(`, "gu"),
    "Parentheses are as wide as the characters here",
  ),
];

const LATIN = "[A-Za-z0-9]";
const findUnspaced = (text: string, compounds: readonly string[]): FoundMarks[] =>
  find(
    compounds.reduce((rest, word) => rest.replaceAll(word, MASK.repeat(word.length)), text),
    new RegExp(`(?<=[\\p{sc=Han}])${LATIN}|(?<=${LATIN})[\\p{sc=Han}]`, "gu"),
    "A space stands between Chinese and Latin letters or digits",
    (char) => ` ${char}`,
  );
const findSpaced = (text: string): FoundMarks[] =>
  find(
    text,
    new RegExp(`(?<=[${CJK}]) (?=${LATIN})|(?<=${LATIN}) (?=[${CJK}])`, "gu"),
    "No space stands between Japanese and Latin letters or digits",
    () => "",
  );

/** Bytes that a charset gives to its Chinese characters: lead bytes, then trail bytes. */
const CHARSETS = {
  // GB 2312, as a part of GBK.
  Hans: { name: "gbk", leads: [0xb0, 0xf7], trails: [[0xa1, 0xfe]] },
  Hant: {
    name: "big5",
    leads: [0xa4, 0xf9],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
} as const;
const known = new Map<string, ReadonlySet<string>>();

/** Characters of a script: those that its national standard has (GB 2312-80, Big5). */
function charactersOf(script: keyof typeof CHARSETS): ReadonlySet<string> {
  let set = known.get(script);
  if (!set) {
    const { name, leads, trails } = CHARSETS[script];
    const bytes: number[] = [];
    for (let lead: number = leads[0]; lead <= leads[1]; lead++)
      for (const [first, last] of trails)
        for (let trail: number = first; trail <= last; trail++) bytes.push(lead, trail);
    set = new Set(new TextDecoder(name).decode(Uint8Array.from(bytes)));
    known.set(script, set);
  }
  return set;
}

/** Characters that belong to the other Chinese script, or to Japanese. */
function findForeignCharacters(text: string, script: keyof typeof CHARSETS): FoundMarks[] {
  const own = charactersOf(script);
  const rule = `${script === "Hans" ? "Simplified" : "Traditional"} Chinese does not have this character`;
  return find(text, /\p{sc=Han}+/gu, rule).flatMap(({ start, marks }) =>
    Array.from(marks).flatMap((char, at) =>
      // All of both standards are single UTF-16 units; others are no characters of them either.
      own.has(char) || char === "々" ? [] : [{ start: start + at, marks: char, rule }],
    ),
  );
}

/** Finds marks, digits, spaces and characters that a language writes in another way. */
export function findPunctuation(text: string, style: Style): FoundMarks[] {
  const { punctuation, script, compounds = [] } = style;
  return [
    ...find(text, /(?<=\p{L})'(?=\p{L})/gu, "The apostrophe is ’", () => "’"),
    ...(punctuation === "spanish" ? findUnopened(text) : []),
    ...(punctuation === "arabic" ? findInArabic(text) : []),
    ...(punctuation === "japanese" ? [...findNarrow(text, "、"), ...findSpaced(text)] : []),
    ...(punctuation === "chinese"
      ? [...findNarrow(text, "，"), ...findUnspaced(text, compounds)]
      : []),
    ...(script ? findForeignCharacters(text, script) : []),
  ];
}
