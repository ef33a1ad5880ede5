import { describe, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { timedTexts } from "./dubbing/segment.ts";
import { readSegmentXliff, writeSegmentXliff } from "./dubbing/xliff.ts";
import { escapeMarks, readCueText } from "./lyrics/cue-text.ts";
import { hasEvents, readAss } from "./lyrics/read-ass.ts";
import { hasCues, readCues } from "./lyrics/read-cues.ts";
import { hasStamps, readLrc } from "./lyrics/read-lrc.ts";
import { readLyrics } from "./lyrics/read-lyrics.ts";
import { isTtml, readTtml } from "./lyrics/read-ttml.ts";
import { splitAtStamps } from "./lyrics/word-stamps.ts";
import { unitsIn } from "./search/search-units.ts";
import { readTranscript } from "./transcript/read-transcript.ts";
import { createXmlScanner, readAttributes } from "./xml/scan-xml.ts";

const LRC = "[ti:Song]\n[offset:+100]\n[00:01.00][00:05.00]One <00:01.50>two\n[00:02.00]\nplain\n";
const CUES = `WEBVTT

1
00:00:01.000 --> 00:00:02.000
<v Ann>One &amp; <00:00:01.500>two{\\an8}
three

`;
const ASS =
  "[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\k50}a{\\p1}m{\\p0}\\N b\n";
const TTML =
  '<tt><body><p begin="1s" dur="2s">a<br/><span begin="0.5s">b</span></p>\n<p begin="0:03.5">c</p></body></tt>';
const RECOGNIZED = '{"segments":[{"start":0,"end":1,"text":"One two"},{"text":"three"}]}';
const TRANSCRIPT =
  '{"engine":"align","language":"en","duration":9,"segments":[{"start":0,"end":1,"text":"a b",' +
  '"speaker":"Ann","words":[{"word":"a","start":0,"end":1},{"word":"b","start":0,"end":1}]}]}';
const XLIFF = writeSegmentXliff({
  sourceLanguage: "en",
  targetLanguage: "de",
  name: "a.mp3",
  segments: [{ from: 0, to: 1.5, source: "A & b", target: "C", by: "hand" }],
});
const XML = `<?xml version="1.0"?>\n<a b="1" c='2'>t&amp;&#65;<!-- c --><![CDATA[d]]>\n<e/></a>`;

/** Reads XML and asks for the place of each element, as readers do that report problems. */
const scanXml = (text: string): void => {
  const scanner = createXmlScanner({
    open(_, raw) {
      readAttributes(raw, scanner.fault);
      scanner.position();
    },
    close() {},
    text() {},
  });
  scanner.write(text);
  scanner.end();
};

describe("readers of text that others wrote take linear time", { timeout: 240_000 }, () => {
  it.each([
    ["LRC", [LRC], ["[00:01.00]", "[", "<00:01.00>", "]\n", "[a:", "[00:", "1", "[01:00:01.00]a"]],
    [
      "cues",
      [CUES],
      [
        "<v ",
        "<b.",
        "{\\",
        "&#1",
        "-->",
        "NaN-",
        "00:00:01.000 --> 00:00:02.000\n",
        "1\n\n",
        "NOTE\n",
      ],
    ],
    [
      "SubStation Alpha",
      [ASS],
      ["[Script Info]\n", "{\\k1}", "{\\p1}", "\\N", ",", "Format:a,", "{"],
    ],
    ["TTML", [TTML], ["<p>", '<span begin="1s">a</span>', "<br/>", ' a="b"', "&amp;", "  "]],
    ["JSON", [RECOGNIZED], ['{"segments":[', '{"text":"a"},', "["]],
  ] as const)("TLS-4 readLyrics and timedTexts: %s", async (_, samples, tokens) => {
    const reader = (text: string): unknown => timedTexts(readLyrics(text).lines, Infinity);
    await expectLinearTime(reader, { samples, tokens });
  });

  it("TLS-4 parts of readLyrics", async () => {
    const rows = {
      samples: [LRC, CUES],
      tokens: ["<v ", "{\\", "[00:", "-->", "1:", "<00:00:01.000>a", "[00:01.00]a"],
    };
    await expectLinearTime(hasCues, rows);
    await expectLinearTime(hasStamps, rows);
    await expectLinearTime(readCues, rows);
    await expectLinearTime(hasEvents, rows);
    await expectLinearTime(readAss, { samples: [ASS], tokens: ["{\\k1}", ",", "Format:a,"] });
    await expectLinearTime(isTtml, { samples: [TTML], tokens: ["<", "<a:tt "] });
    await expectLinearTime(readTtml, { samples: [TTML], tokens: ["<p>a</p>", "<p>"] });
    await expectLinearTime(readLrc, rows);
    await expectLinearTime((text) => readCueText(text, 0, true), rows);
    await expectLinearTime(escapeMarks, rows);
    const stamped = (raw: string): unknown =>
      splitAtStamps(
        raw,
        Array.from(raw, (_, at) => ({ at, time: at })),
      );
    await expectLinearTime(stamped);
  });

  it("TLS-4 readTranscript", async () => {
    await expectLinearTime(readTranscript, { samples: [TRANSCRIPT] });
  });

  it("TLS-4 readSegmentXliff", async () => {
    await expectLinearTime(readSegmentXliff, { samples: [XLIFF] });
  });

  it("NAV-12 unitsIn", async () => {
    for (const language of ["de", "ja"]) await expectLinearTime((text) => unitsIn(text, language));
  });

  it("TLS-4 createXmlScanner and readAttributes", async () => {
    const frames = [["<a>", "</a>"]] as const;
    await expectLinearTime(scanXml, { samples: [XML], tokens: ["<b>", "</b>", "<b/>"], frames });
  });
});
