import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { readMarks } from "#audio/narration/text/marks.ts";
import { runsOf } from "#audio/narration/text/runs.ts";
import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { SURFACES } from "#audio/soundscape/kit/layer.ts";
import { readScript } from "#audio/narration/script.ts";
import { MAX_SEGMENTS } from "#core/dubbing/segment.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import {
  docxOf,
  docxParagraph,
  epubOf,
  lockedDocx,
  lockedPdf,
  lockedZip,
  scannedPdf,
  textPdf,
  zipBomb,
} from "#tests/bad-files/documents.ts";
import { readDocument } from "../documents/read-document.ts";
import { readTextFile } from "../panel-kit/input/read-text.ts";
import { setupOf as voiceSetup } from "./cloning/setup/setup.ts";
import { lengthOf, scapeOf, setupFrom as scapeSetup } from "./asmr/setup/setup.ts";
import { linesFor, setupFrom } from "./podcast/setup/setup.ts";
import { extractSpeakers } from "./transcript/engines/extract-speakers.ts";
import { localeOf, takeSource } from "./translator/setup/take-source.ts";

const LONG_WORD = "a".repeat(100_000);

describe("texts that are to be spoken", () => {
  /** Sentences that there are, and what is spoken of the text: nothing where null. */
  const TEXTS: readonly [name: string, text: string, sentences: number, kept: string | null][] = [
    ["nothing", "", 0, null],
    ["spaces alone", "  \n\t \u00A0\u3000\n", 0, null],
    ["pictures alone", "😀🎉👩‍👩‍👧🏳️‍🌈", 0, null],
    ["marks alone", "?!… — ***", 0, null],
    ["invisible characters alone", "\u200B\u200D\u2060\uFEFF", 0, null],
    ["a pause alone", '<break time="2s"/>', 0, null],
    ["headings without a word", "# \n## \n#", 0, null],
    ["a speaker who says nothing", "[Maren] ", 0, null],
    ["a word of 100,000 letters", LONG_WORD, 313, LONG_WORD],
    ["marks of direction", "\u202Eolleh\u202C \u200Fworld\u200E", 1, "olleh"],
    ["NUL within a word", "Good\0 morning", 1, "morning"],
    ["codes of terminals", "\u0007\u001B[31mred\u001B[0m", 1, "red"],
    ["halves of characters", "a\uD800b \uDC00c", 1, "b"],
    ["a letter under 3,000 accents", `e${"\u0301".repeat(3000)}`, 1, "e"],
    ["a tag that does not end", '<break time="1s" Hello <emphasis>there', 1, "there"],
    [
      "tags that end in the wrong order",
      "<emphasis><lang xml:lang='fr'>a</emphasis>b</lang>",
      1,
      "b",
    ],
    ["a pause of a year", 'Hello <break time="31536000s"/> there.', 1, "there"],
    ["a pause of nobody knows what", 'Hello <break time="soon"/> there.', 1, "there"],
    ["a language that nobody has", '<lang xml:lang="tlh">Qapla</lang> now.', 1, "now"],
    ["2,000 tags in each other", `${"<emphasis>".repeat(2000)}x`, 1, "x"],
    ["a program", "<script>alert(1)</script>", 1, "alert"],
    ["a number of 400 digits", "9".repeat(400), 2, "999"],
  ];
  it.each(TEXTS)("TLS-4 %s", (_, text, count, expected) => {
    const { sentences, chapters } = readScript(text, "en");
    expect(sentences).toHaveLength(count);
    expect(chapters.length).toBeGreaterThan(0);
    const spoken = sentences.map((one) => one.text).join("");
    if (expected === null) expect(spoken).toBe("");
    else expect(spoken).toContain(expected);
    const { text: plain, marks } = readMarks(text);
    expect(plain).toHaveLength(text.length);
    const runs = runsOf(plain.length, marks, "en");
    for (const { start, end, pause } of runs)
      expect(start >= 0 && end <= text.length && start <= end && pause <= 60).toBe(true);
    // All letters are in some run: none is lost.
    const letters = (written: string): number => written.match(/\p{L}/gu)?.length ?? 0;
    expect(letters(runs.map(({ start, end }) => plain.slice(start, end)).join(""))).toBe(
      letters(plain),
    );
  });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const JUNK = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251);

describe("documents", () => {
  const docx = docxOf(docxParagraph("Bees dance."));
  const pages = Array.from({ length: 40 }, (_, page) =>
    Array.from({ length: 40 }, (__, line) => `Line ${line + 1} of page ${page + 1} says this.`),
  );
  const FILES: readonly [
    name: string,
    file: string,
    bytes: () => Uint8Array<ArrayBuffer>,
    told: string,
  ][] = [
    ["without a byte", "a.txt", () => bytesOf(""), "empty"],
    ["of spaces", "a.txt", () => bytesOf(" \n\n \t"), "empty"],
    ["that is a picture", "a.txt", () => bytesOf("\u0089PNG\r\n\u001A\n\0\0\0\rIHDR"), "unknown"],
    ["of anything", "a.docx", () => JUNK, "unknown"],
    ["PDF cut off after its head", "a.pdf", () => textPdf([["Hello."]]).slice(0, 30), "damaged"],
    ["PDF of pictures", "a.pdf", scannedPdf, "scanned"],
    ["PDF with a password", "a.pdf", lockedPdf, "locked"],
    ["PDF that is none behind its head", "a.pdf", () => bytesOf("%PDF-1.7\nhello"), "damaged"],
    ["DOCX cut off", "a.docx", () => docx.slice(0, docx.length - 60), "damaged"],
    [
      "DOCX that is none behind its mark",
      "a.docx",
      () => bytesOf("PK\u0003\u0004 not a document"),
      "damaged",
    ],
    ["DOCX with an open tag", "a.docx", () => docxOf("<w:p><w:r><w:t>Bees dance."), "damaged"],
    ["DOCX with an end too many", "a.docx", () => docxOf("</w:p>"), "damaged"],
    ["DOCX with a bare &", "a.docx", () => docxOf(docxParagraph("Bees & wasps")), "damaged"],
    ["DOCX without a paragraph", "a.docx", () => docxOf(""), "empty"],
    ["DOCX with a password", "a.docx", lockedDocx, "locked"],
    ["ZIP with a password", "a.docx", () => lockedZip(docx), "locked"],
    ["DOCX without a byte", "a.docx", () => bytesOf(""), "empty"],
    ["ZIP that becomes 400 MB", "a.docx", () => zipBomb(50_000_000), "damaged"],
    ["EPUB cut off", "a.epub", () => epubOf({ "a.xhtml": "<p>Hi</p>" }).slice(0, 90), "damaged"],
  ];
  it.each(FILES)("TLS-4 %s", async (_, name, bytes, errorCode) => {
    expect(await readDocument(new File([bytes()], name))).toEqual({ problem: errorCode });
  });

  it("TLS-4 DOCX: headings, text boxes once, and no deleted text", async () => {
    const styled = (style: string, text: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const box = `<w:txbxContent>${docxParagraph("Boxed.")}</w:txbxContent>`;
    const body =
      docxParagraph("Before.") +
      styled("Heading1", "One &amp; two") +
      `<w:p><w:r><w:t>A</w:t><w:tab/><w:t>b.</w:t><w:delText>Gone.</w:delText></w:r><w:r>` +
      `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback>` +
      `</mc:AlternateContent></w:r></w:p>${styled("Normal", "End.")}`;
    expect(await readDocument(new File([docxOf(body)], "a.docx"))).toEqual({
      title: "a",
      chapters: [
        { title: "", text: "Before." },
        { title: "One & two", text: "Boxed.\n\nA b.\n\nEnd." },
      ],
    });
  });

  it("TLS-4 EPUB: the pages of its spine in their order, each once", async () => {
    const opf = `<?xml version="1.0" encoding="ISO-8859-1"?>
      <!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oebpkg12.dtd">
      <opf:package xmlns:opf="o"><opf:metadata><dc:title>Bees</dc:title></opf:metadata><opf:manifest>
      <opf:item id="a" href="a.xhtml"/><opf:item id="b" href="b%20c.xhtml"/><opf:item id="n" href="n.xhtml"/>
      </opf:manifest><opf:spine><opf:itemref idref="b"/><opf:itemref idref="a"/><opf:itemref idref="b"/>
      <opf:itemref idref="n" linear="no"/></opf:spine></opf:package>`;
    const book = epubOf(
      { "a.xhtml": "<p>A</p>", "b c.xhtml": "<h1>B</h1><p>b", "n.xhtml": "<p>Note</p>" },
      { "o/b.opf": strToU8(opf) },
    );
    expect(await readDocument(new File([book], "a.epub"))).toEqual({
      title: "Bees",
      chapters: [
        { title: "B", text: "b" },
        { title: "", text: "A" },
      ],
    });
  });

  it("TLS-4 PDF of 40 pages: each of its lines, in their order", async () => {
    const read = await readDocument(new File([textPdf(pages)], "long.pdf"));
    const text = "chapters" in read ? read.chapters.map((one) => one.text).join("\n") : "";
    const found = [...text.matchAll(/Line (\d+) of page (\d+) says this\./g)];
    expect(found.map(([, line, page]) => `${page}.${line}`)).toEqual(
      pages.flatMap((lines, page) => lines.map((__, line) => `${page + 1}.${line + 1}`)),
    );
    // As the source of a podcast it is a script.
    expect(
      linesFor(setupFrom({ source: text, minutes: 2 }, "en"), "An episode").length,
    ).toBeGreaterThan(5);
  });
});

const srt = (times: string, text = "Hello."): string => `1\n${times}\n${text}\n`;
const xliff = (units: string, target = "de", version = "2.0"): string =>
  `<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:${version}" version="${version}" srcLang="en" trgLang="${target}"><file id="f">${units}</file></xliff>`;
const unit = (from: string, to: string): string =>
  `<unit id="u"><mda:metadata xmlns:mda="m"><mda:metaGroup><mda:meta type="from">${from}</mda:meta><mda:meta type="to">${to}</mda:meta></mda:metaGroup></mda:metadata><segment><source>Hello.</source></segment></unit>`;

describe("transcripts that are imported", () => {
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const take = (source: string) =>
    takeSource(source, {
      ...options,
      file: new File([], "a"),
      seconds: 60,
      language: "en",
      speech: null,
    });
  /** Lines that have a place in a recording of a minute, and lines that are said to have none. */
  const SOURCES: readonly [name: string, source: string, placed: number, left: number][] = [
    ["nothing", "", 0, 0],
    ["spaces", " \n \n", 0, 0],
    ["SRT that ends before it begins", srt("00:00:09,000 --> 00:00:02,000"), 1, 0],
    ["SRT of 75 seconds to a minute", srt("00:00:75,000 --> 00:00:80,000"), 0, 0],
    ["SRT behind the end", srt("01:00:00,000 --> 01:00:02,000"), 0, 1],
    [
      "SRT with dots, CR LF and a BOM",
      `\uFEFF${srt("0:0:1.5 --> 0:0:2.5").replaceAll("\n", "\r\n")}`,
      1,
      0,
    ],
    ["SRT below a row of text", `By Ann\n\n${srt("00:00:01,000 --> 00:00:02,000")}`, 1, 1],
    ["SRT without a text", srt("00:00:01,000 --> 00:00:02,000", ""), 0, 0],
    ["SRT with an arrow alone", "-->", 0, 0],
    ["SRT that ends where it begins", srt("00:00:01,000 --> 00:00:01,000"), 1, 0],
    ["WebVTT without cues", "WEBVTT\n\nNOTE nothing --> here", 0, 0],
    ["LRC with a minute of 99 seconds", "[00:99.00]Hello.\n[00:01.00]There.", 1, 1],
    ["XLIFF that breaks off", xliff(unit("1", "2")).slice(0, -40), 0, 0],
    ["XLIFF of version 1.2", xliff(unit("1", "2"), "de", "1.2"), 0, 0],
    ["XLIFF without units", xliff(""), 0, 0],
    ["XLIFF that ends before it begins", xliff(unit("5", "2")), 0, 1],
    ["XLIFF with times that are none", xliff(unit("soon", "later")), 0, 1],
    [
      "XLIFF of entities in each other",
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xliff(unit("1", "2"))}`,
      0,
      0,
    ],
    ["a page of HTML", "<!doctype html><p>Hello.</p>", 0, 0],
    [
      "JSON of another recognizer",
      '{"text":" Hi.","segments":[{"id":0,"start":0.5,"end":1.5,"text":" Hi."}],"language":"en"}',
      1,
      0,
    ],
    ["JSON with times that are none", '{"segments":[{"start":"a","end":-1,"text":"Hi."}]}', 0, 0],
    ["JSON of something else", '{"name":"lodash","version":"4.17.21"}', 0, 0],
  ];
  it.each(SOURCES)("TLS-4 %s", async (_, source, placed, left) => {
    const found = await take(source);
    expect([found.segments.length, found.left]).toEqual([placed, left]);
    for (const { from, to } of found.segments)
      expect(from >= 0 && to > from && to <= 60).toBe(true);
    expect(readTranscript(source)).toBeNull();
    // Nothing of a text is lost where it is aligned in place of this.
    const lines = readLyrics(source).lines;
    expect(extractSpeakers(lines).lines).toHaveLength(lines.length);
  });

  it("TLS-1 lines have the speakers that WebVTT names, and those alone", () => {
    const cue = (at: number, text: string): string =>
      `00:0${at}.000 --> 00:0${at + 1}.000\n${text}`;
    const cues = [
      cue(1, "<v Ann>Note: one"),
      cue(2, "<v Bo>two"),
      cue(3, "Note: three"),
      cue(4, "<v Ann>four"),
    ];
    const { speakers, lines } = extractSpeakers(readLyrics(["WEBVTT", ...cues].join("\n\n")).lines);
    expect(speakers).toEqual(["Ann", "Bo"]);
    expect(lines.map(({ line, speaker }) => [speaker, line.text])).toEqual([
      [0, "Note: one"],
      [1, "two"],
      [null, "Note: three"],
      [0, "four"],
    ]);
  });

  it("TLS-4 subtitles of more lines than are taken say how many are left", async () => {
    const cue = (at: number): string =>
      `${at}\n00:00:0${Math.floor(at / 1000)},${String(at % 1000).padStart(3, "0")} --> 00:00:50,000\nLine ${at}.\n`;
    const source = Array.from({ length: MAX_SEGMENTS + 12 }, (_, at) => cue(at)).join("\n");
    const { segments, left } = await take(source);
    expect(segments).toHaveLength(MAX_SEGMENTS);
    expect(left).toBe(12);
  });

  it("TLS-4 binary and oversized files are reported", async () => {
    const errorCode = async (bytes: BlobPart, maxLength = 100) => {
      const read = await readTextFile(new Blob([bytes]), maxLength);
      return "problem" in read ? read.problem : read.text;
    };
    expect(await errorCode(JUNK, 4000)).toBe("unreadable");
    expect(await errorCode("Hello\0")).toBe("unreadable");
    expect(await errorCode("a".repeat(101))).toBe("tooLong");
    expect(await errorCode("a".repeat(1000))).toBe("tooLong");
    expect(await errorCode(new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0]))).toBe("Hi");
  });

  it("TLS-4 languages of files that the site does not have are none", () => {
    expect(["de-AT", "pt-PT", "zh-Hant-HK", "sv", "", "x y"].map(localeOf)).toEqual([
      "de",
      "pt-br",
      "zh-tw",
      null,
      null,
      null,
    ]);
  });
});

describe("sources of a podcast", () => {
  const two = "Bees dance to tell others where food is. ".repeat(5).trim();
  it.each([
    ["nothing", "", 0],
    ["pictures", "😀🎉", 0],
    ["headings alone", "# One\n# Two", 0],
    ["a word of 100,000 letters", LONG_WORD, null],
    ["200 characters", two.slice(0, 200), null],
    ["one sentence", "Bees dance to tell others where food is.", null],
    [
      "a language that is written from the right",
      "النحل يرقص ليخبر الآخرين بمكان الغذاء. ".repeat(4),
      null,
    ],
  ] as const)("TLS-4 %s", (_, source, count) => {
    const lines = linesFor(setupFrom({ source, minutes: 2 }, "en"), "An episode");
    if (count === 0) expect(lines.filter((line) => line.source !== null)).toEqual([]);
    for (const { text } of lines) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/undefined|NaN|\{\w+\}/);
    }
  });
});

/** A scape as it is where nothing was kept. */
const DEFAULTS = scapeSetup();
const HALF_RAIN = {
  ...DEFAULTS.layers.rain,
  level: "loud",
  pan: 7,
  movement: null,
  surface: "lava",
};

describe("stored settings from any source", () => {
  it.each([
    undefined,
    {},
    { seed: "x", layers: 7, seconds: -1, fade: 1e9, output: "exe" },
    { layers: { rain: null, cat: {} } },
    { seconds: 0 },
    { seconds: 3601, fade: 30 },
    { seconds: Number.NaN, seed: 1e300 },
    { layers: { rain: HALF_RAIN, "<b>": DEFAULTS.layers.fire } },
  ])("TLS-4 %j", (expected) => {
    const scape = scapeSetup(expected as never);
    const { seconds, fade } = lengthOf(scape);
    expect(seconds).toBe(DEFAULTS.seconds);
    expect(fade).toBeLessThanOrEqual(seconds);
    expect(Object.keys(scape.layers)).toEqual(Object.keys(DEFAULTS.layers));
    for (const { level, pan, movement, character, surface } of Object.values(scape.layers)) {
      expect([level, pan, movement, character].every(Number.isFinite)).toBe(true);
      expect(Math.abs(pan)).toBeLessThanOrEqual(1);
      expect(SURFACES).toContain(surface);
    }
    expect(Object.keys(OUTPUT_FORMATS)).toContain(scape.output);
    expect(voiceSetup(expected as never).consent).toBeNull();
    expect(setupFrom(expected as never, "en").lines).toEqual([]);
  });

  it("TLS-4 a soundscape without active layers cannot be rendered", () => {
    const off = Object.fromEntries(
      Object.keys(DEFAULTS.layers).map((name) => [name, { on: false }]),
    );
    expect(scapeOf(scapeSetup({ layers: off })).layers).toEqual({});
  });
});
