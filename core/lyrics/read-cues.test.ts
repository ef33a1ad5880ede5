import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cue } from "../transcript/save/cues.ts";
import { writeSrt, writeVtt } from "../transcript/save/subtitles.ts";
import { readLyrics } from "./read-lyrics.ts";

const linesOf = (source: string): string[] =>
  readLyrics(source).lines.map(({ text, from }) => `${from ?? "-"} ${text}`);
const T1 = "00:00:01,000 --> 00:00:02,500";
const T2 = "00:00:03,000 --> 00:00:04,000";
const T3 = "00:00:05,000 --> 00:00:06,000";

describe("SubRip", () => {
  const CASES: readonly [name: string, source: string, lines: readonly string[]][] = [
    ["an empty row within a subtitle", `1\n${T1}\nA\n\nB\n\n2\n${T2}\nC`, ["1 A", "1 B", "3 C"]],
    ["many empty rows", `\n\n1\n\n${T1}\n\nA\n\n\n\n2\n\n${T2}\n\nB\n\n`, ["1 A", "3 B"]],
    [
      "SubViewer and its line breaks",
      "[INFORMATION]\n[TITLE]\n[END INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:02.50\nA[br]B\n\n00:00:03.00,00:00:04.00\nC[BR]D [bridge]",
      ["1 A", "1 B", "3 C", "3 D [bridge]"],
    ],
    ["no row between subtitles", `1\n${T1}\nA\n2\n${T2}\nB\n3\n${T3}\nC`, ["1 A", "3 B", "5 C"]],
    ["no numbers", `${T1}\nA\n\n${T2}\nB\n${T3}\nC`, ["1 A", "3 B", "5 C"]],
    [
      "no numbers, and a year",
      `${T1}\nA\n1984\n\n${T2}\nB\n1985\n${T3}\nC`,
      ["1 A", "1 1984", "3 B", "3 1985", "5 C"],
    ],
    [
      "a number that is missing",
      `1\n${T1}\nA\n1984\n\n${T2}\nB\n\n3\n${T3}\nC`,
      ["1 A", "1 1984", "3 B", "5 C"],
    ],
    ["numbers that repeat", `1\n${T1}\nA\n\n1\n${T2}\nB\n1\n${T3}\nC`, ["1 A", "3 B", "5 C"]],
    ["numbers that jump", `7\n${T1}\nA\n\n1000\n${T2}\nB\n\n3\n${T3}\nC`, ["1 A", "3 B", "5 C"]],
    ["numbers with marks", `#1\n${T1}\nA\n\n2.\n${T2}\nB\n\n[3]\n${T3}\nC`, ["1 A", "3 B", "5 C"]],
    ["a number on the row of times", `1 ${T1}\nA\n\n2 ${T2}\nB`, ["1 A", "3 B"]],
    [
      "text that is a number",
      `1\n${T1}\n1984\n\n2\n${T2}\n42\n3\n${T3}\n7`,
      ["1 1984", "3 42", "5 7"],
    ],
    [
      "text that is a number behind an empty row",
      `1\n${T1}\nA\n\n1984\n\n2\n${T2}\nB`,
      ["1 A", "1 1984", "3 B"],
    ],
    ["a number at the end", `1\n${T1}\nA\n\n2\n`, ["1 A"]],
    ["subtitles without text", `1\n${T1}\n\n2\n${T2}\n3\n${T3}\nC`, ["5 C"]],
    ["a row above the first subtitle", `By Ann\n\n1\n${T1}\nA`, ["1 A"]],
    [
      "text that has an arrow",
      `1\n${T1}\nA --> B\n--> C\n\n2\n${T2}\nD`,
      ["1 A --> B", "1 --> C", "3 D"],
    ],
    [
      "what looks like a tag",
      `1\n${T1}\nI <3 you and a<b so b>a, <70 years ago>`,
      ["1 I <3 you and a<b so b>a, <70 years ago>"],
    ],
    ["a < and a name", `1\n${T1}\n1 <v and v> 2 <c, <laughs>`, ["1 1 <v and v> 2 <c, <laughs>"]],
    [
      "tags",
      `1\n${T1}\n<i>A</i> <b>B</B><u>C</u><s/> <font color="#fff" size=2>D</font>\n{\\an8}E{i}F{/i}{y:b}G<br/>H`,
      ["1 A BC D", "1 EFG", "1 H"],
    ],
    [
      "a tag of two rows",
      `1\n${T1}\n<i>A\nB</i>\n<font\ncolor="red">C</font>`,
      ["1 A", "1 B", "1 C"],
    ],
    [
      "references",
      `1\n${T1}\nA &amp; B &lt;i&gt; &#39;C&#x27;&nbsp;D &eacute; &c; R&B`,
      ["1 A & B <i> 'C' D é &c; R&B"],
    ],
    ["a speaker", `1\n${T1}\n<v Ann>A</v>\n<v.loud Bo>B`, ["1 A", "1 B"]],
    ["ruby", `1\n${T1}\n<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</ruby>!`, ["1 漢字!"]],
    ["music", `1\n${T1}\n♪ La la ♪\n♪`, ["1 ♪ La la ♪", "1 ♪"]],
    ["settings", `1\n${T1}  X1:100 X2:200 Y1:1 Y2:2\nA`, ["1 A"]],
    ["text on the row of times", `1\n${T1} A\nB`, ["1 A", "1 B"]],
    [
      "arrows of translation programs",
      "1\n00: 00: 01, 000 -> 00:00:02,000\nA\n\n2\n00:00:03.5 —> 00:00:04.0\nB",
      ["1 A", "3.5 B"],
    ],
    ["a text arrow between times", `1\n${T1}\n10:00 -> 11:00\nA`, ["1 10:00 -> 11:00", "1 A"]],
    ["marks of direction", `1\n\u202B${T1}\nشكرا\n\n2\n\uFEFF${T2}\nB`, ["1 شكرا", "3 B"]],
    ["times that overlap, out of order", `1\n${T2}\nB\n\n2\n${T1}\nA`, ["1 A", "3 B"]],
    ["full-width forms", "１\n００：００：０１，０００ --＞ 00：00：02，000\nA", ["1 A"]],
    [
      "Arabic digits",
      "١\n٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\nA\n\n٢\n۰۰:۰۰:۰۳,۵۰۰ --> ۰۰:۰۰:۰۴,۰۰۰\nB",
      ["1 A", "3.5 B"],
    ],
    ["dots and apostrophes in times", "1\n00.00.01,500 --> 00:00:02´000\nA", ["1.5 A"]],
    [
      "arrows of both kinds",
      `1\n${T1}\nA\n\n2\n00:00:03,000 -> 00:00:04,000\nB\n3\n00:00:05,000 – > 00:00:06,000\nC`,
      ["1 A", "3 B", "5 C"],
    ],
    [
      "brackets of whisper.cpp",
      "[00:00:01.000 --> 00:00:02.000]  A\n[00:00:03.000 --> 00:00:04.000]  B",
      ["1 A", "3 B"],
    ],
    [
      "times of SBV",
      "0:00:01.000,0:00:02.000\nA\n\n0:00:03.500,0:00:04.000\n1,5 > 1",
      ["1 A", "3.5 1,5 > 1"],
    ],
    ["zero-width spaces", `\u200B1\n\u200B${T1}\nA\n\n\u20602\n${T2}\nB`, ["1 A", "3 B"]],
    [
      "line breaks of video editors",
      `1\n${T1}\nA\u2028B\vC\u0085D\u0000E`,
      ["1 A", "1 B", "1 C", "1 DE"],
    ],
    ["seconds that were rounded", "1\n00:00:60,000 --> 00:00:61,000\nA", ["60 A"]],
    ["line breaks of SubStation Alpha", `1\n${T1}\nA\\NB\\hC \\n`, ["1 A", "1 B C \\n"]],
  ];
  it.each(CASES)("TLS-1 %s", (_, source, lines) => {
    expect(linesOf(source)).toEqual(lines);
    for (const end of ["\r\n", "\r"])
      expect(linesOf(`\uFEFF${source.replaceAll("\n", end)}`)).toEqual(lines);
  });

  it.each([
    ["00:04:40", 280],
    ["4:40", 280],
    ["00:04:40.5", 280.5],
    ["00:04:40,25", 280.25],
    ["00:04:40:250", 280.25],
    ["0:4:40,250", 280.25],
    ["00:04:40,250000", 280.25],
    ["01:04:40,25", 3880.25],
    ["100:00:01,000", 360_001],
    ["1234:00:01,000", 4_442_401],
    ["-00:00:01,000", 0],
  ])("TLS-1 the time %s", (time, from) => {
    const source = `1\n${time} --> 9999:00:00,000\nA\n`;
    expect(linesOf(source)).toEqual([`${from} A`]);
    expect(linesOf(`WEBVTT\n\n${source}`)).toEqual([`${from} A`]);
  });

  it("TLS-1 plain text with arrows is not one", () => {
    const plain = "Plan\n10:00 -> 11:00 talk\n12:00:00 —> 13:00:00\nA --> B";
    expect(linesOf(plain)).toEqual(plain.split("\n").map((row) => `- ${row}`));
  });

  it("TLS-4 says what belongs to no subtitle, and which times are broken, and keeps their text", () => {
    expect(readLyrics(`By Ann\nBo\n\n1\n${T1}\nA`).problems).toEqual([
      { kind: "outside", count: 2 },
    ]);
    for (const times of [
      "00:00:75,000 --> 00:00:80,000",
      "00:00:0a --> 00:00:02,000",
      "NaN:NaN --> NaN",
      "-->",
    ]) {
      const { lines, problems } = readLyrics(`1\n${T1}\nA\n\n2\n${times}\nB`);
      expect(problems).toEqual([{ kind: "brokenTimes", count: 1 }]);
      expect(lines.map(({ text, from }) => [text, from])).toEqual([
        ["A", 1],
        ["B", null],
      ]);
    }
  });
});

it("TLS-1 a subtitle that ends when it starts, or before, lasts until the next one", () => {
  const read = readLyrics(
    `1\n00:00:01,000 --> 00:00:01,000\nA\n\n2\n00:00:03,000 --> 00:00:02,000\nB\n\n3\n${T3}\nC`,
  );
  expect(read.lines.map(({ from, to }) => [from, to])).toEqual([
    [1, 3],
    [3, 5],
    [5, 6],
  ]);
  expect(read.problems).toEqual([{ kind: "brokenTimes", count: 1 }]);
});

it("TLS-1 lines that YouTube's captions repeat are read once, and others as often as they are there", () => {
  const ROLLING = [
    "00:00.000 --> 00:02.000 align:start position:0%\n \nhello<00:00.500><c> world</c>",
    "00:02.000 --> 00:02.010\nhello world\n ",
    "00:02.010 --> 00:04.000\nhello world\n[Music]",
    "00:04.000 --> 00:04.010\n[Music]\n ",
    "00:04.010 --> 00:06.000\n[Music]\nhello<00:05.000><c> world</c>",
  ];
  const expected = ["0 hello world", "2.01 [Music]", "4.01 hello world"];
  const vtt = `WEBVTT\nKind: captions\n\n${ROLLING.join("\n\n")}`;
  expect(linesOf(vtt)).toEqual(expected);
  expect(linesOf(vtt.replace(/<[^<>]*>/g, ""))).toEqual(expected);
  expect(linesOf(`1\n${T1}\nNo.\n\n2\n00:00:02,500 --> 00:00:03,000\nNo.`)).toEqual([
    "1 No.",
    "2.5 No.",
  ]);
});

describe("WebVTT", () => {
  const vtt = (...blocks: string[]): string => ["WEBVTT", ...blocks].join("\n\n");
  const [V1, V2] = ["00:01.000 --> 00:02.500", "00:00:03.000 --> 00:00:04.000"];
  const CASES: readonly [name: string, source: string, lines: readonly string[]][] = [
    [
      "comments, styles and regions",
      vtt(
        "NOTE a\nb",
        "STYLE\n::cue{}",
        "REGION\nid:a",
        `intro\n${V1}\nA`,
        "NOTE",
        "NOTE\tc\nd",
        `${V2}\nB`,
      ),
      ["1 A", "3 B"],
    ],
    ["a header in small letters", `webvtt\n\n${V1}\nA`, ["1 A"]],
    ["a comment before times", vtt(`NOTE a\n${V1}\nA`), ["1 A"]],
    [
      "a header of more rows",
      `WEBVTT - b\nKind: captions\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n${V1}\nA`,
      ["1 A"],
    ],
    [
      "files that were joined",
      vtt(`${V1}\nA`, `\uFEFFWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0`, `${V2}\nB`),
      ["1 A", "3 B"],
    ],
    ["nothing behind the header", `WEBVTT\n${V1}\nA`, ["1 A"]],
    [
      "names that look like times, numbers and words",
      vtt(`00:00:09.000\n${V1}\nA`, `1984\n${V2}\nB`, `a --> b\n00:05.000 --> 00:06.000\nC`),
      ["1 A", "3 B", "5 C"],
    ],
    [
      "text that is a number or looks like a block",
      vtt(`${V1}\n1984\nNOTE\nSTYLE`, `${V2}\nB`),
      ["1 1984", "1 NOTE", "1 STYLE", "3 B"],
    ],
    [
      "an empty row within a subtitle",
      vtt(`1\n${V1}\nA\n\nB`, `2\n${V2}\nC`),
      ["1 A", "1 B", "3 C"],
    ],
    ["no row between subtitles", vtt(`1\n${V1}\nA\n2\n${V2}\nB`), ["1 A", "3 B"]],
    [
      "settings and commas",
      vtt("00:01,000 --> 00:02,5 line:0 position:20% align:start\nA"),
      ["1 A"],
    ],
    [
      "spans",
      vtt(`${V1}\n<v.first.loud Ann B.>A <c.yellow.bg_blue>b</c> <lang en-GB>c</lang> <b.x>d</b>`),
      ["1 A b c d"],
    ],
    ["what looks like a tag", vtt(`${V1}\nI <3 you and a<b so b>a`), ["1 I <3 you and a<b so b>a"]],
    [
      "references",
      vtt(`${V1}\nHi &amp; bye &lt;b&gt;&nbsp;&#8212; &lrm;&hearts; &amp;lt;`),
      ["1 Hi & bye <b> — \u200E♥ &lt;"],
    ],
  ];
  it.each(CASES)("TLS-1 %s", (_, source, lines) => {
    expect(linesOf(source)).toEqual(lines);
    expect(linesOf(`\uFEFF${source.replaceAll("\n", "\r\n")}\r\n`)).toEqual(lines);
    expect(readLyrics(source).problems).toEqual([]);
  });
});

it("TLS-1 WebVTT names speakers, also when exported again", () => {
  const speakersOf = (source: string) =>
    readLyrics(source).lines.map(({ text, voice }) => [voice, text]);
  expect(
    speakersOf(
      `WEBVTT\n\n${T1}\n<v.loud Ann &amp; Bo>A\nB</v>\n- <v Cy>C</v> <v Di>D</v>\n\n${T2}\n<v>E\n\n${T3}\nF`,
    ),
  ).toEqual([
    ["Ann & Bo", "A"],
    ["Ann & Bo", "B"],
    [undefined, "- C D"],
    [undefined, "E"],
    [undefined, "F"],
  ]);
  const names = ["Ann", "A < B & C > D", "<i>"];
  const cues = names.map((_, at): Cue => ({ from: at, to: at + 1, rows: ["A"], speaker: at }));
  expect(speakersOf(writeVtt(cues, names))).toEqual(names.map((name) => [name, "A"]));
});

describe("subtitles that are written and read again", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom(
      "1984",
      "2",
      "<3",
      "a<b",
      "<i>",
      "</b>",
      "<v Ann>",
      "{\\an8}",
      "a\\Nb\\h\\n",
      "{i}",
      "&amp;",
      "&lt;i&gt;",
      "&#1;",
      "-->",
      "NOTE",
      "STYLE",
      "WEBVTT",
      "00:01",
      "00:00:01.000",
      "<00:00:01.000>",
      "♪",
      "R&B",
      "a -> b",
      "[00:01.00]",
    ),
  );
  const row = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(" ").replace(/\s+/gu, " ").replaceAll("-->", "→").trim())
    // What cannot be seen is no text, and marks of direction begin rows of times.
    .filter((text) => /[\p{L}\p{N}\p{S}]/u.test(text) && !/[\uFEFF\p{Cc}]/u.test(text));
  const cues = fc
    .array(
      fc.record({
        gap: fc.nat(5000),
        length: fc.nat(9000),
        rows: fc.array(row, { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => {
      let time = 0;
      return parts.map(({ gap, length, rows }): Cue => {
        const from = time + gap;
        time = from + length + 1;
        return { from: from / 1000, to: time / 1000, rows, speaker: null };
      });
    });
  /** The subtitles of a text: lines that have the same times are rows of one. */
  const cuesIn = (source: string): Cue[] => {
    const { lines, problems } = readLyrics(source);
    expect(problems).toEqual([]);
    const found: { from: number; to: number; rows: string[]; speaker: null }[] = [];
    for (const { text, from, to } of lines)
      if (found.at(-1)?.from === from) found.at(-1)!.rows.push(text);
      else found.push({ from: from!, to: to!, rows: [text], speaker: null });
    return found;
  };

  it("TLS-1 keep their text and times from SubRip to WebVTT and back", () => {
    fc.assert(
      fc.property(cues, (all) => {
        const srt = writeSrt(all, []);
        expect(cuesIn(srt)).toEqual(all);
        const vtt = writeVtt(cuesIn(srt), []);
        expect(cuesIn(vtt)).toEqual(all);
        expect(writeSrt(cuesIn(vtt), [])).toBe(srt);
      }),
      { numRuns: 300 },
    );
  });

  it("TLS-4 keep every word of their text, however the file is spoiled", () => {
    const spoil = fc.record({
      blank: fc.constantFrom("", "\n", "\n\n\n", " \n"),
      within: fc.constantFrom("", "\n", "\n \n"),
      numbers: fc.constantFrom("all", "none", "repeated"),
      end: fc.constantFrom("\n", "\r\n", "\r"),
      ms: fc.boolean(),
    });
    const words = fc.array(fc.constantFrom("one", "1984", "42", "♪", "<3", "a<b", "Ann:"), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 6 }),
        spoil,
        (all, { blank, within, numbers, end, ms }) => {
          // Without numbers and empty rows, it is ambiguous whether digits are a number or text.
          fc.pre(numbers !== "repeated" || blank !== "" || within === "");
          const time = (at: number): string => `00:00:${String(at + 10)}${ms ? ",000" : ""}`;
          const source = all
            .map((rows, at) => {
              const number = numbers === "none" ? "" : `${numbers === "all" ? at + 1 : 1}\n`;
              return `${number}${time(at)} --> ${time(at + 1)}\n${rows.join(`\n${within}`)}\n`;
            })
            .join(blank)
            .replaceAll("\n", end);
          expect(linesOf(source)).toEqual(
            all.flatMap((rows, at) => rows.map((text) => `${at + 10} ${text}`)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
