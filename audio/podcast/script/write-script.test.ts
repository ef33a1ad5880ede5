import { describe, expect, it } from "vitest";
import { PHRASES } from "./phrases.ts";
import { rankSentences, weigh } from "./rank-sentences.ts";
import { scriptSeconds } from "./script.ts";
import type { SourceSentence } from "./write-script.ts";
import { writeScript } from "./write-script.ts";

const RIVER = [
  "The river carries sand from the mountains to the sea.",
  "Sand of the river settles where the river is slow.",
  "My uncle once bought a blue bicycle.",
  "Where the river is slow, sand becomes islands of the river.",
  "Islands of sand move with the river from year to year.",
  "Fishermen know the islands and the sand of the river by heart.",
  "A map of the river is old after one spring.",
  "The sea takes what the river brings, and gives storms.",
];
const sentences: SourceSentence[] = RIVER.map((text, at) => ({
  text,
  paragraph: Math.floor(at / 4),
}));
const wish = { title: "The river", language: "en", sentences, minutes: 1, tone: "plain" } as const;

describe("the rank of sentences", () => {
  it("TLS-1 is high for what others say, too, and low for what has nothing to do with them", () => {
    const ranks = rankSentences(weigh(RIVER, "en"));
    expect(ranks.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    expect(ranks.indexOf(Math.min(...ranks))).toBe(2);
    expect([1, 3, 5]).toContain(ranks.indexOf(Math.max(...ranks)));
  });

  it("TLS-1 is that of an exact solution on a graph of three", () => {
    // Two sentences that are the same vote for each other alone, the third for all alike.
    const ranks = rankSentences(weigh(["one two", "one two", "three four"], "en"));
    expect(ranks[0]).toBeCloseTo(ranks[1]!, 9);
    // r = d/3 + (1 − d)·r/3 with d = 0.15
    expect(ranks[2]).toBeCloseTo(0.05 / (1 - 0.85 / 3), 6);
  });
});

describe("a script", () => {
  it("TLS-1 quotes sentences in their order and as they are, each linked to its place", () => {
    const { lines } = writeScript({ ...wish, minutes: 0.5 });
    const quotes = lines.filter(({ source }) => source !== null);
    expect(quotes.length).toBeGreaterThan(3);
    for (const { text, source } of quotes) expect(text.endsWith(RIVER[source!]!)).toBe(true);
    const places = quotes.slice(0, -1).map(({ source }) => source!);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(2);
  });

  it("TLS-1 has two hosts, a greeting, questions, a closing and chapters", () => {
    const script = writeScript({ ...wish, minutes: 3, tone: "chatty" });
    expect(new Set(script.lines.map(({ host }) => host))).toEqual(new Set([0, 1]));
    expect(script.lines[0]!.text).toContain("The river");
    expect(script.lines.at(-1)!.text).toContain("made by machine");
    expect(script.lines.some(({ text }) => text.endsWith("?"))).toBe(true);
    const chapters = script.lines.flatMap(({ chapter }) => chapter ?? []);
    expect(chapters[0]).toBe("Introduction");
    expect(chapters.at(-1)).toBe("To close");
    expect(new Set(script.lines.map(({ id }) => id)).size).toBe(script.lines.length);
  });

  it("TLS-1 is about as long as it is wanted, where the text has as much", () => {
    const long = Array.from({ length: 400 }, (_, at) => ({
      text: `Sentence ${at} tells of thing ${at % 37} and of matter ${(at * 7) % 53}, at some length.`,
      paragraph: Math.floor(at / 6),
    }));
    for (const minutes of [2, 5, 10]) {
      const seconds = scriptSeconds(writeScript({ ...wish, sentences: long, minutes }));
      expect(seconds / 60).toBeGreaterThan(0.7 * minutes);
      expect(seconds / 60).toBeLessThan(1.35 * minutes);
    }
  });

  it("TLS-4 of one sentence, and of none, is short and no error", () => {
    expect(writeScript({ ...wish, sentences: sentences.slice(0, 1) }).lines.length).toBe(5);
    expect(writeScript({ ...wish, sentences: [] }).lines.length).toBe(3);
  });

  it("LOC-1 has phrases in 14 languages, each with its places", () => {
    expect(Object.keys(PHRASES).length).toBe(14);
    for (const { greet, bye, part, ask, lead, react } of Object.values(PHRASES)) {
      for (const text of [greet, bye]) expect(text).toContain("{title}");
      expect(part).toContain("{topic}");
      expect([ask.length, lead.length, react.length]).toEqual([5, 3, 3]);
    }
    const lines = writeScript({
      ...wish,
      language: "zh",
      sentences: [
        "河流把沙子从山里带到海里。",
        "河流慢的地方沙子沉下来。",
        "沙子变成河流里的岛。",
      ].map((text) => ({ text, paragraph: 0 })),
    });
    expect(lines.lines.some(({ text }) => text.includes("河流慢的地方"))).toBe(true);
  });
});
