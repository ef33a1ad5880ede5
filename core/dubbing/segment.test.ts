import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLyrics } from "../lyrics/read-lyrics.ts";
import { writeSrt } from "../transcript/save/subtitles.ts";
import {
  type Segment,
  inMilliseconds,
  mergeSegments,
  oneRow,
  segmentsOf,
  importSubtitles,
  timedTexts,
} from "./segment.ts";
import { exchangeCues } from "./segment-cues.ts";
import { readSegmentXliff, segmentsOfXliff, importXliff, writeSegmentXliff } from "./xliff.ts";

const SRT = `1
00:00:01,000 --> 00:00:03,500
The river carries sand
from the mountains.

2
00:00:04,250 --> 00:00:06,000
It settles & becomes an island.
`;
const textsOf = (source: string) => timedTexts(readLyrics(source).lines, 60);
const segments = segmentsOf(textsOf(SRT));

describe("segments", () => {
  it("TLS-1 are one for each subtitle, whose rows are one text", () => {
    expect(segments).toEqual([
      {
        from: 1,
        to: 3.5,
        source: "The river carries sand from the mountains.",
        target: "",
        by: null,
      },
      { from: 4.25, to: 6, source: "It settles & becomes an island.", target: "", by: null },
    ]);
    expect(timedTexts(readLyrics(SRT).lines, 2)).toEqual([
      { from: 1, to: 2, text: "The river carries sand from the mountains." },
    ]);
    expect(mergeSegments(segments, 1)).toMatchObject([
      {
        from: 1,
        to: 6,
        source: "The river carries sand from the mountains. It settles & becomes an island.",
      },
    ]);
    expect(mergeSegments(segments, 0)).toBe(segments);
  });

  it("TLS-1 take subtitles in another language that are divided in another way, and count those without a place", () => {
    const german = textsOf(`1
00:00:00,900 --> 00:00:02,000
Der Fluss trägt

2
00:00:02,000 --> 00:00:03,600
Sand aus den Bergen.

3
00:00:04,300 --> 00:00:05,900
Er wird zur Insel.

4
00:00:20,000 --> 00:00:21,000
Ende
`);
    const { segments: made, filled, lost } = importSubtitles(segments, german);
    expect(made.map(({ target }) => target)).toEqual([
      "Der Fluss trägt Sand aus den Bergen.",
      "Er wird zur Insel.",
    ]);
    expect([filled, lost, made[0]!.by]).toEqual([2, 1, "import"]);
  });
});

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((one) => oneRow(one.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "")))
  .filter((one) => one !== "");
const some = fc
  .array(
    fc.record({
      source: text,
      target: fc.oneof(text, fc.constant("")),
      length: fc.integer({ min: 1, max: 9999 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((all): Segment[] => {
    let at = 0;
    return all.map(({ source, target, length }) => {
      const from = inMilliseconds(at);
      at = inMilliseconds(at + length / 1000);
      return { from, to: at, source, target, by: target === "" ? null : "import" };
    });
  });
const exchange = (own: readonly Segment[]) => ({
  sourceLanguage: "en",
  targetLanguage: "de",
  name: "a <b> & c.mp3",
  segments: own,
});

describe("segments as XLIFF", () => {
  it("TLS-1 come back as they were, texts, times and translations", () => {
    fc.assert(
      fc.property(some, (own) => {
        const read = readSegmentXliff(writeSegmentXliff(exchange(own)))!;
        expect(segmentsOfXliff(read)).toEqual(own);
        const bare = own.map((one): Segment => ({ ...one, target: "", by: null }));
        expect(importXliff(bare, read)).toEqual({
          segments: own,
          filled: own.filter(({ target }) => target !== "").length,
          lost: 0,
        });
      }),
    );
  });

  it("TLS-1 are read as programs return them: in sentences, with codes, and without the times", () => {
    const read = readSegmentXliff(`<?xml version="1.0"?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><x:file id="f1">
<x:unit id="s2"><x:segment><x:source>It settles &amp; becomes an island.</x:source><x:target>Er wird <x:mrk id="m1">zur</x:mrk></x:target></x:segment><x:ignorable><x:source> </x:source></x:ignorable><x:segment><x:source/><x:target>Insel.</x:target></x:segment></x:unit>
<x:unit id="s9"><x:segment><x:source>What is this?</x:source><x:target>Was?</x:target></x:segment></x:unit>
</x:file></x:xliff>`)!;
    expect(read).toMatchObject({ sourceLanguage: "en", targetLanguage: "de" });
    const { segments: made, filled, lost } = importXliff(segments, read);
    expect(made.map(({ target }) => target)).toEqual(["", "Er wird zur Insel."]);
    expect([filled, lost]).toEqual([1, 1]);
    expect(segmentsOfXliff(read)).toEqual([]);
  });

  it.each([
    "",
    "<xliff/>",
    "hello",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"/>',
    "<a",
  ])("TLS-4 say that %j is none", (source) => expect(readSegmentXliff(source)).toBeNull());
});

describe("segments as subtitles", () => {
  it("TLS-1 come back as they were, texts and times", () => {
    // Marks of subtitles are none of a text, and an arrow ends a cue.
    const own = some.map((all) =>
      all.map((one) => ({
        ...one,
        source: oneRow(one.source.replace(/[<>{}]/g, "")) || "a",
        target: oneRow(one.target.replace(/[<>{}]/g, "")),
      })),
    );
    fc.assert(
      fc.property(own, (all) => {
        const srt = writeSrt(exchangeCues(all, "source"), []);
        const texts = timedTexts(readLyrics(srt).lines, Infinity);
        expect(texts).toEqual(all.map(({ from, to, source }) => ({ from, to, text: source })));
        const done = all.filter(({ target }) => target !== "");
        if (done.length === 0) return;
        const back = timedTexts(
          readLyrics(writeSrt(exchangeCues(all, "target"), [])).lines,
          Infinity,
        );
        expect(
          importSubtitles(
            all.map((one) => ({ ...one, target: "" })),
            back,
          ).segments.map(({ target }) => target),
        ).toEqual(all.map(({ target }) => target));
      }),
    );
  });
});
