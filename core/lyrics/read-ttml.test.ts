import { expect, it } from "vitest";
import { readLyrics } from "./read-lyrics.ts";

const tt = (body: string, attributes = 'xmlns="http://www.w3.org/ns/ttml"'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->\n<tt ${attributes}><head><metadata><ttm:title xmlns:ttm="http://www.w3.org/ns/ttml#metadata">no</ttm:title></metadata></head><body><div>${body}</div></body></tt>`;
const linesOf = (source: string): string[] =>
  readLyrics(source).lines.map(({ text, from, to }) => `${from ?? "-"}–${to ?? ""} ${text}`);

const CASES: readonly [name: string, source: string, lines: readonly string[]][] = [
  [
    "a line break",
    tt('<p begin="00:00:01.000" end="00:00:02.500">A<br/>B</p>'),
    ["1–2.5 A", "1–2.5 B"],
  ],
  ["a duration", tt('<p begin="3s" dur="1500ms">A</p>'), ["3–4.5 A"]],
  ["the earlier of both ends", tt('<p begin="1s" end="9s" dur="2s">A</p>'), ["1–3 A"]],
  ["units", tt('<p begin="0.5m" end="0.01h">A</p>'), ["30–36 A"]],
  [
    "frames",
    tt(
      '<p begin="00:00:01:12" end="00:00:02:00">A</p><p begin="75f" end="4s">B</p>',
      'xmlns:ttp="x" ttp:frameRate="25"',
    ),
    ["1.48–2 A", "3–4 B"],
  ],
  [
    "frames of NTSC",
    tt(
      '<p begin="30f" end="3s">A</p>',
      'xmlns:ttp="x" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
    ),
    ["1.001–3 A"],
  ],
  [
    "ticks",
    tt('<p begin="10000000t" end="25000000t">A</p>', 'xmlns:ttp="x" ttp:tickRate="10000000"'),
    ["1–2.5 A"],
  ],
  [
    "times relative to those around them",
    `<tt><body begin="10s"><div begin="1s"><p begin="1s" end="2s">A</p></div></body></tt>`,
    ["12–13 A"],
  ],
  [
    "prefixes",
    '<tt:tt xmlns:tt="x"><tt:body><tt:div><tt:p begin="1s" end="2s"><tt:span>A</tt:span></tt:p></tt:div></tt:body></tt:tt>',
    ["1–2 A"],
  ],
  [
    "white space, references and CDATA",
    tt('<p begin="1s" end="2s">\n  A &amp;\n  <span>b</span> <![CDATA[<c>]]>\n</p>'),
    ["1–2 A & b <c>"],
  ],
  [
    "ruby",
    tt(
      '<p begin="1s" end="2s"><span tts:ruby="container" xmlns:tts="x"><span tts:ruby="base">漢</span><span tts:ruby="text">kan</span></span>!</p>',
    ),
    ["1–2 漢!"],
  ],
  ["no times", tt("<p>A</p>"), ["-– A"]],
  ["no end", tt('<p begin="1s">A</p><p begin="3s">B</p>'), ["1–3 A", "3– B"]],
];
it.each(CASES)("TLS-1 TTML: %s", (_, source, lines) => {
  expect(linesOf(source)).toEqual(lines);
  expect(readLyrics(source).problems).toEqual([]);
});

it("TLS-1 TTML: words of spans, in times of the file or of their line", () => {
  const timedWords = (source: string) =>
    readLyrics(source).lines.flatMap(({ text, words }) =>
      words.map(({ start, end, from, to }) => `${from}–${to} ${text.slice(start, end)}`),
    );
  const spans = (first: string, middle: string, last: string): string =>
    `<p begin="0:10" end="12.5"><span begin="${first}" end="${middle}">Hello</span> <span begin="${middle}" end="${last}">you</span><span ttm:role="x-translation" xmlns:ttm="x">Hallo</span></p>`;
  const expected = ["10–10.5 Hello", "10.5–12 you"];
  expect(timedWords(tt(spans("0:10.000", "10.5", "12")))).toEqual(expected);
  expect(timedWords(tt(spans("0s", "0.5s", "2s")))).toEqual(expected);
});

it("TLS-4 TTML: reports invalid times, and shows invalid XML as it is", () => {
  const { lines, problems } = readLyrics(tt('<p begin="soon">A</p>'));
  expect(problems).toEqual([{ kind: "brokenTimes", count: 1 }]);
  expect(lines).toMatchObject([{ text: "A", from: null }]);
  expect(linesOf('<tt><p begin="1s">A')).toEqual(['-– <tt><p begin="1s">A']);
});
