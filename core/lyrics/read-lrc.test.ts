import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LyricLine } from "./lyrics.ts";
import { readLyrics } from "./read-lyrics.ts";
import { writeLrc } from "./write-lrc.ts";

const linesOf = (source: string): string[] =>
  readLyrics(source).lines.map(({ text, from, to }) => `${from ?? "-"}–${to ?? ""} ${text}`);
const wordTexts = (source: string): string[] =>
  readLyrics(source).lines.flatMap(({ text, words }) =>
    words.map(({ start, end, from, to }) => `${from}–${to} ${text.slice(start, end)}`),
  );

describe("LRC", () => {
  const CASES: readonly [name: string, source: string, lines: readonly string[]][] = [
    [
      "stamps with one to three decimals, and none",
      "[00:01]A\n[00:02.5]B\n[00:03.25]C\n[00:04.125]D",
      ["1–2.5 A", "2.5–3.25 B", "3.25–4.125 C", "4.125– D"],
    ],
    [
      "commas, colons, spaces and single digits",
      "[0:1,5]A\n[ 00:02:50 ] B",
      ["1.5–2.5 A", "2.5– B"],
    ],
    [
      "hours",
      "[00:59:59.50]A\n[01:00:01.25]B\n[01:02:03]C",
      ["3599.5–3601.25 A", "3601.25–3723 B", "3723– C"],
    ],
    ["hundreds of minutes", "[100:00.00]A\n[1000:00.00]B", ["6000–60000 A", "60000– B"]],
    ["a time before the beginning", "[-00:01.00]A\n[00:02.00]B", ["0–2 A", "2– B"]],
    [
      "a line and its translation",
      "[00:01.00]Hello\n[00:01.00]Hallo\n[00:04.00]Next\n[00:04.00]Weiter",
      ["1–4 Hello", "1–4 Hallo", "4– Next", "4– Weiter"],
    ],
    [
      "translations behind all lines",
      "[00:01.00]A\n[00:04.00]B\n[00:01.00]a\n[00:04.00]b",
      ["1–4 A", "1–4 a", "4– B", "4– b"],
    ],
    [
      "stamps behind lines",
      "[00:01.00]A[00:02.50]\n[00:05.00]B <00:06.00>\n[00:07.00]C",
      ["1–2.5 A", "5–6 B", "7– C"],
    ],
    [
      "empty lines as ends",
      "[00:01.00]A\n[00:02.00]\n[00:03.00] \n[00:05.00]B\n[00:05.00]",
      ["1–2 A", "5– B"],
    ],
    [
      "several stamps of a line",
      "[00:01.00] [00:09.00]A\n[00:04.00]B\n",
      ["1–4 A", "4–9 B", "9– A"],
    ],
    ["words between square stamps", "[00:01.00]He[00:01.50] is[00:02.00] here", ["1–3 He is here"]],
    [
      "words without spaces",
      "[00:01.00]你[00:01.50]好[00:02.00]\n[00:03.00]A",
      ["1–2 你好", "3– A"],
    ],
    ["text before the first stamp", "♪ [00:01.00]A\n[00:02.00]B", ["1–2 ♪ A", "2– B"]],
    ["offsets", "[offset:+500]\n[00:01.00]A\n[00:00.20]B", ["0–0.5 B", "0.5– A"]],
    [
      "an offset with a space and a unit",
      "[offset: -500 ms]\n[00:01.00]A[00:02.00]",
      ["1.5–2.5 A"],
    ],
    [
      "tags of the song",
      "[ti:T]\n[ar:A]\n[length: 03:20]\n[re:x]\n[#:note]\n[tool:x]\n[made-by: x]\n[00:01.00]A",
      ["1– A"],
    ],
    [
      "what looks like a tag within the song",
      "[00:01.00]A\n[Chorus: all]\n[by:x]\n[Chorus]",
      ["1– A", "-– [Chorus: all]", "-– [Chorus]"],
    ],
    ["an arrow in the text", "[00:01.00]A --> B\n[00:02.00]-->", ["1–2 A --> B", "2– -->"]],
    [
      "a time of day in the text",
      "[00:01.00]At [10:30] and <11:00>\n[00:05.00]B",
      ["1–5 At [10:30] and <11:00>", "5– B"],
    ],
    [
      "more decimals, and seconds that were rounded",
      "[00:01.1234567]A\n[00:60.00]B",
      ["1.1234567–60 A", "60– B"],
    ],
    ["an offset behind its sign", "[offset: + 500]\n[00:01.00]A", ["0.5– A"]],
    ["brackets that are no stamps", "[00:01.00]A [x] <3 [12] <b>", ["1– A [x] <3 [12] <b>"]],
  ];
  it.each(CASES)("TLS-1 %s", (_, source, lines) => {
    expect(linesOf(source)).toEqual(lines);
    for (const end of ["\r\n", "\r"])
      expect(linesOf(`\uFEFF${source.replaceAll("\n", end)}${end}`)).toEqual(lines);
  });

  it.each([
    ["[00:01.00]He[00:01.50] is[00:02.00] here[00:03.00]", ["1–1.5 He", "1.5–2 is", "2–3 here"]],
    ["[00:01.00]<00:01.00>He <00:01.50>is <00:02.00>", ["1–1.5 He", "1.5–2 is"]],
    ["[00:01.00]He <00:01.50>is\n[00:02.00]A", ["1–1.5 He", "1.5–2 is"]],
    [
      "[00:01.00][00:11.00]He <00:11.50>is <00:12.00>",
      ["1–1.5 He", "1.5–2 is", "11–11.5 He", "11.5–12 is"],
    ],
    ["[00:01.00] <00:01.00> He <00:01.50> is <00:02.00>", ["1–1.5 He", "1.5–2 is"]],
    ["[01:00:01.00]<01:00:01.00>He <01:00:02.00>", ["3601–3602 He"]],
    ["[offset:1000]\n[00:01.50]He[00:02.00] is[00:03.00]", ["0.5–1 He", "1–2 is"]],
    ["[00:10.00]He[00:05.00] is[00:11.00] here[00:12.00]", ["10–11 He is", "11–12 here"]],
  ])("TLS-1 words of %s", (source, words) => {
    expect(wordTexts(source)).toEqual(words);
  });

  it("TLS-4 lines that come again in any order are not out of order", () => {
    expect(readLyrics("[00:21.00][00:01.00]A\n[00:11.00]B").problems).toEqual([]);
    expect(readLyrics("[00:21.00]A\n[00:11.00]B").problems).toEqual([{ kind: "order", count: 1 }]);
  });

  it("TLS-1 lyrics that are written and read again have their lines, times and words", () => {
    const word = fc.constantFrom(
      "la",
      "1984",
      "[00:01.00]",
      "<00:02.50>",
      "[ti:x]",
      "-->",
      "♪",
      "你好",
      "<3",
    );
    const line = fc.record({
      gap: fc.nat(900),
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      isTogether: fc.boolean(),
    });
    const song = fc.tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean());
    fc.assert(
      fc.property(song, ([all, byWord]) => {
        let time = 0;
        const lines = all.map(({ gap, words, isTogether }): LyricLine => {
          if (!isTogether) time += gap + 100 * words.length;
          const text = words.join(" ");
          let end = -1;
          const made = words.map((own, at) => {
            const start = end + 1;
            end = start + own.length;
            return { start, end, from: (time + 100 * at) / 100, to: (time + 100 * at + 100) / 100 };
          });
          return {
            text,
            from: time / 100,
            to: (time + 100 * words.length) / 100,
            words: byWord ? made : [],
          };
        });
        const read = readLyrics(writeLrc(lines, { title: "A [b]", byWord }));
        expect(read.problems).toEqual([]);
        expect(read.lines.map(({ text, from, words }) => ({ from, words, text }))).toEqual(
          lines.map(({ text, from, words }) => ({
            from,
            words,
            text: text
              .replaceAll("[00:01.00]", "(00:01.00)")
              .replaceAll("<00:02.50>", "(00:02.50)"),
          })),
        );
      }),
      { numRuns: 300 },
    );
  });
});
