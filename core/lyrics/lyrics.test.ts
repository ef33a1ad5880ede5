import { describe, expect, it } from "vitest";
import { atTempo, movedLine } from "./lyrics.ts";
import { readLyrics } from "./read-lyrics.ts";
import { writeLrc } from "./write-lrc.ts";

const short = (source: string): string =>
  readLyrics(source)
    .lines.map(({ text, from, to }) => `${from ?? "-"}–${to ?? "-"} ${text}`)
    .join(" | ");

describe("lyrics", () => {
  it("TLS-1 are lines of any script, without times and without empty lines", () => {
    expect(short("\uFEFF one\r\n\r\nдва\rثلاثة\n 四 \n")).toBe(
      "--- one | --- два | --- ثلاثة | --- 四".replaceAll("---", "-–-"),
    );
    expect(readLyrics(" \n\t\n")).toEqual({ lines: [], problems: [] });
  });

  it("TLS-1 have times from LRC: of several places, moved by its offset, ended by an empty line", () => {
    expect(
      short("[ti:Song]\n[offset:+500]\n[00:10.50]A\n[00:01.5][00:20:25]B\n[00:22.00]\n[00:30]C"),
    ).toBe("1–10 B | 10–19.75 A | 19.75–21.5 B | 29.5–- C");
  });

  it("TLS-1 have words from enhanced LRC, and give them again", () => {
    const source = "[00:01.00]<00:01.00>Hello <00:01.50>big <00:02.25>world <00:03.00>\n";
    const { lines } = readLyrics(source);
    expect(lines[0]!.text).toBe("Hello big world");
    expect(lines[0]!.words).toEqual([
      { start: 0, end: 5, from: 1, to: 1.5 },
      { start: 6, end: 9, from: 1.5, to: 2.25 },
      { start: 10, end: 15, from: 2.25, to: 3 },
    ]);
    expect(writeLrc(lines, { byWord: true })).toBe(source);
    expect(writeLrc(lines, { byWord: false, title: "My [song]" })).toBe(
      "[ti:My [song ]\n[00:01.00]Hello big world\n",
    );
  });

  it("TLS-1 come from subtitles, whose marks are left out", () => {
    const srt =
      "1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\nTwo\n\n2\n01:00:03,000 --> 01:00:04,000\nThree\n";
    expect(short(srt)).toBe("1–2.5 One | 1–2.5 Two | 3603–3604 Three");
    expect(short("WEBVTT\n\n00:05.000 --> 00:06.000 align:start\nHi\n")).toBe("5–6 Hi");
  });

  it("TLS-1 come from subtitles with times of words, as video sites write them", () => {
    const vtt =
      "WEBVTT\n\n00:00:01.000 --> 00:00:03.000 align:start\nWe <00:00:01.400><c>say </c><00:00:02.000><c>R&amp;B</c>\n";
    const { lines } = readLyrics(vtt);
    expect(lines).toEqual([
      {
        text: "We say R&B",
        from: 1,
        to: 3,
        words: [
          { start: 0, end: 2, from: 1, to: 1.4 },
          { start: 3, end: 6, from: 1.4, to: 2 },
          { start: 7, end: 10, from: 2, to: 3 },
        ],
      },
    ]);
  });

  it("TLS-4 say which times are broken or out of order, and lose no line", () => {
    const { lines, problems } = readLyrics("[00:05.00]B\n[00:75.00]X\n[00:01.00]A\n[99:aa]Y\nZ");
    expect(lines.map(({ text }) => text)).toEqual(["A", "[99:aa]Y", "Z", "B", "X"]);
    expect(problems).toEqual([
      { kind: "brokenTimes", count: 1 },
      { kind: "order", count: 1 },
    ]);
    expect(readLyrics("1\n00:00:09,000 --> 00:00:02,000\nBack\n").problems).toEqual([
      { kind: "brokenTimes", count: 1 },
    ]);
  });

  it("TLS-1 move with their words, and with the tempo", () => {
    const [line] = readLyrics("[00:02.00]<00:02.00>a <00:03.00>b <00:04.00>").lines;
    expect(movedLine(line!, 5).words.map(({ from }) => from)).toEqual([5, 6]);
    const [slow] = atTempo([line!], 0.5);
    expect([slow!.from, slow!.to, slow!.words[1]!.from]).toEqual([4, 8, 6]);
    const rested = [line!, { ...line!, from: 20, to: 22, words: [] }];
    expect(writeLrc(rested, { byWord: false })).toBe("[00:02.00]a b\n[00:04.00]\n[00:20.00]a b\n");
  });
});
