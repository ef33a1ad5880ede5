import { expect, it } from "vitest";
import { readLyrics } from "./read-lyrics.ts";

const HEAD = `[Script Info]
; a comment
Title: A, b
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
const event = (text: string, times = "0:00:01.00,0:00:02.50", name = ""): string =>
  `Dialogue: 0,${times},Default,${name},0,0,0,,${text}\n`;
const linesOf = (source: string): string[] =>
  readLyrics(source).lines.map(({ text, from, to }) => `${from ?? "-"}–${to ?? ""} ${text}`);

const CASES: readonly [name: string, source: string, lines: readonly string[]][] = [
  ["commas in the text", HEAD + event("Hello, world, again"), ["1–2.5 Hello, world, again"]],
  ["hard and soft line breaks", HEAD + event("A\\NB\\nC\\hD"), ["1–2.5 A", "1–2.5 B C D"]],
  ["overrides and comments", HEAD + event("{\\pos(1,2)\\i1}A{\\i0} {a note}B"), ["1–2.5 A B"]],
  ["a drawing", HEAD + event("{\\p1}m 0 0 l 9 9{\\p0}A") + event("{\\an7\\p2}m 0 0"), ["1–2.5 A"]],
  [
    "what looks like a tag or a reference",
    HEAD + event("<i>A</i> &amp; a<b"),
    ["1–2.5 <i>A</i> &amp; a<b"],
  ],
  [
    "comments and events in any order",
    `${HEAD}Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,no\n${event("B", "0:00:03.00,0:00:04.00")}${event("A")}`,
    ["1–2.5 A", "3–4 B"],
  ],
  ["hours", HEAD + event("A", "1:01:01.25,10:00:00.00"), ["3661.25–36000 A"]],
  [
    "no end",
    HEAD + event("A", "0:00:01.00,") + event("B", "0:00:03.00,0:00:03.00"),
    ["1–3 A", "3– B"],
  ],
  [
    "other fields, as in SSA",
    "[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,A, b\n",
    ["1–2 A, b"],
  ],
  ["events alone", event("A, b"), ["1–2.5 A, b"]],
  ["no text", HEAD + event("") + event("{\\an8}") + event("A"), ["1–2.5 A"]],
];
it.each(CASES)("TLS-1 SubStation Alpha: %s", (_, source, lines) => {
  expect(linesOf(source)).toEqual(lines);
  expect(linesOf(`\uFEFF${source.replaceAll("\n", "\r\n")}`)).toEqual(lines);
});

it("TLS-1 SubStation Alpha: speakers, and syllables of karaoke", () => {
  const { lines, problems } = readLyrics(
    HEAD + event("{\\k50}Hel{\\kf50}lo{\\k25} {\\ko25\\b1}you", undefined, "Ann"),
  );
  expect(problems).toEqual([]);
  expect(lines.map(({ text, voice }) => [voice, text])).toEqual([["Ann", "Hello you"]]);
  const [{ text, words }] = lines as [(typeof lines)[0]];
  expect(words.map(({ start, end, from, to }) => [text.slice(start, end), from, to])).toEqual([
    ["Hel", 1, 1.5],
    ["lo", 1.5, 2],
    ["you", 2.25, 2.5],
  ]);
});

it("TLS-4 SubStation Alpha: says which times are invalid, and keeps their text", () => {
  const { lines, problems } = readLyrics(HEAD + event("A", "0:00:1x.00,0:00:02.00") + event("B"));
  expect(problems).toEqual([{ kind: "brokenTimes", count: 1 }]);
  expect(lines.map(({ text, from }) => [text, from])).toEqual([
    ["A", null],
    ["B", 1],
  ]);
});
