import { describe, expect, it } from "vitest";
import { SCRIPT_PHRASES } from "./phrases.ts";
import { rankSentences, weigh } from "./rank-sentences.ts";
import { scriptSeconds } from "./script.ts";
import { type SourceSentence, writeScript } from "./write-script.ts";

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
const request = {
  title: "The river",
  language: "en",
  sentences,
  minutes: 1,
  tone: "plain",
} as const;

describe("the rank of sentences", () => {
  it("TLS-1 is high for what others say, too, and low for what has nothing to do with them", () => {
    const ranks = rankSentences(weigh(RIVER, "en"));
    expect(ranks.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    expect(ranks.indexOf(Math.min(...ranks))).toBe(2);
    expect([1, 3, 5]).toContain(ranks.indexOf(Math.max(...ranks)));
  });

  it("TLS-1 is that of an exact solution on a graph of three", () => {
    // Two equal sentences vote only for each other, the third one for all equally.
    const ranks = rankSentences(weigh(["one two", "one two", "three four"], "en"));
    expect(ranks[0]).toBeCloseTo(ranks[1]!, 9);
    // r = d/3 + (1 − d)·r/3 with d = 0.15
    expect(ranks[2]).toBeCloseTo(0.05 / (1 - 0.85 / 3), 6);
  });
});

describe("a script", () => {
  it("TLS-1 quotes sentences in their order and as they are, each linked to its place", () => {
    const { lines } = writeScript({ ...request, minutes: 0.5 });
    const quotes = lines.filter(({ source }) => source !== null);
    expect(quotes.length).toBeGreaterThan(3);
    for (const { text, source } of quotes) expect(text.endsWith(RIVER[source!]!)).toBe(true);
    const sourceIndices = quotes.slice(0, -1).map(({ source }) => source!);
    expect(sourceIndices).toEqual(sourceIndices.toSorted((a, b) => a - b));
    expect(sourceIndices).not.toContain(2);
  });

  it("TLS-1 has two hosts, a greeting, questions, a closing and chapters", () => {
    const script = writeScript({ ...request, minutes: 3, tone: "chatty" });
    expect(new Set(script.lines.map(({ host }) => host))).toEqual(new Set([0, 1]));
    expect(script.lines[0]!.text).toContain("The river");
    expect(script.lines.at(-1)!.text).toContain("made by machine");
    expect(script.lines.some(({ text }) => text.endsWith("?"))).toBe(true);
    const chapters = script.lines.flatMap(({ chapter }) => chapter ?? []);
    expect(chapters[0]).toBe("Introduction");
    expect(chapters.at(-1)).toBe("To close");
    expect(new Set(script.lines.map(({ id }) => id)).size).toBe(script.lines.length);
  });

  it("TLS-1 has about the requested length, if the text is long enough", () => {
    const long = Array.from({ length: 400 }, (_, at) => ({
      text: `Sentence ${at} tells of thing ${at % 37} and of matter ${(at * 7) % 53}, at some length.`,
      paragraph: Math.floor(at / 6),
    }));
    for (const minutes of [2, 5, 10]) {
      const seconds = scriptSeconds(writeScript({ ...request, sentences: long, minutes }));
      expect(seconds / 60).toBeGreaterThan(0.7 * minutes);
      expect(seconds / 60).toBeLessThan(1.35 * minutes);
    }
  });

  it("TLS-4 of one sentence, and of none, is short and no error", () => {
    expect(writeScript({ ...request, sentences: sentences.slice(0, 1) }).lines.length).toBe(5);
    expect(writeScript({ ...request, sentences: [] }).lines.length).toBe(3);
  });

  it("LOC-1 has phrases in 14 languages, each with its places", () => {
    expect(Object.keys(SCRIPT_PHRASES).length).toBe(14);
    for (const { greet, bye, part, ask, lead, react } of Object.values(SCRIPT_PHRASES)) {
      for (const text of [greet, bye]) expect(text).toContain("{title}");
      expect(part).toContain("{topic}");
      expect([ask.length, lead.length, react.length]).toEqual([5, 3, 3]);
    }
    const lines = writeScript({
      ...request,
      language: "zh",
      sentences: [
        "河流把沙子从山里带到海里。",
        "河流慢的地方沙子沉下来。",
        "沙子变成河流里的岛。",
      ].map((text) => ({ text, paragraph: 0 })),
    });
    expect(lines.lines.some(({ text }) => text.includes("河流慢的地方"))).toBe(true);
  });

  it.each([
    [
      "en",
      [
        "The tram line ran from the city center to the harbor of the old town.",
        "It carried dock workers in the morning and bathers in the summer.",
        "The city council decided to replace the line with a bus route.",
        "Engineers proposed a modern light rail for the new district.",
        "Today the light rail carries ninety thousand passengers a day.",
        "A branch line to the airport is planned for the next decade.",
        "Residents near the branch line fear noise and rising rents.",
        "The ministry of transport agreed to pay half of the cost.",
      ],
      /\s/,
    ],
    [
      "de",
      [
        "Die alte Straßenbahn fuhr vom Stadtzentrum zum Hafen der Stadt.",
        "Am Morgen brachte sie Arbeiter und im Sommer viele Badegäste.",
        "Der Stadtrat beschloss, sie durch eine neue Buslinie zu ersetzen.",
        "Eine Gruppe von Ingenieuren schlug eine moderne Stadtbahn vor.",
        "Die moderne Stadtbahn hat heute neunzigtausend Fahrgäste am Tag.",
        "Eine neue Buslinie zum Flughafen ist in zehn Jahren geplant.",
        "Anwohner fürchten den Lärm der Bauarbeiten und höhere Mieten.",
        "Das Ministerium für Verkehr übernahm die Hälfte der Kosten.",
      ],
      /\s/,
    ],
    [
      "ja",
      [
        "古い路面電車は市の中心部から港まで走っていました。",
        "朝は港の労働者を、夏は多くの海水浴客を運びました。",
        "市議会は路面電車を新しいバス路線に置き換えると決めました。",
        "技術者の団体が近代的な軽量鉄道の計画を提案しました。",
        "軽量鉄道の計画は今では毎日九万人の乗客を運んでいます。",
        "空港までの支線の建設は次の十年に予定されています。",
        "支線の建設の近くの住民は騒音と家賃の上昇を心配しています。",
        "運輸省は費用の半分を負担することに同意しました。",
      ],
      /.{4}/u,
    ],
  ] as const)("TLS-18 names its chapters by phrases of the text: %s", (language, texts, phrase) => {
    const { lines } = writeScript({
      title: "",
      language,
      sentences: texts.map((text, at) => ({ text, paragraph: Math.floor(at / 3) })),
      minutes: 8,
      tone: "plain",
    });
    const chapters = lines.flatMap(({ chapter }) => chapter ?? []).slice(1, -1);
    expect(chapters.length).toBeGreaterThan(1);
    expect(new Set(chapters).size).toBe(chapters.length);
    for (const chapter of chapters) {
      expect(chapter).toMatch(phrase);
      expect(texts.join("\n").toLowerCase()).toContain(chapter.toLowerCase());
    }
  });
});
