import { describe, it } from "vitest";
import { pseudo, pseudoRtl } from "./i18n/pseudo.ts";
import { bytesOf } from "#tests/growth/bytes.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { digitsOf } from "./account/form/digits.ts";
import { guessLanguage } from "./audio/speech/guess-language.ts";
import { textOfTranscript } from "./panel-kit/save/text-of-transcript.ts";
import { readClock, readNumber } from "./panel-kit/settings/clock-text.ts";
import { readChapterLines } from "./panels/download/links/chapter-lines.ts";
import { readLinks } from "./panels/download/links/read-links.ts";
import { localeOf, takeSource } from "./panels/translator/setup/take-source.ts";
import { speechFileName, titleOf } from "./panels/tts/editor/file-name.ts";
import { folded } from "#core/search/fold.ts";
import { termsOf } from "#core/search/terms.ts";
import { assetsOf, dataOf, listPages } from "./service-worker/pages.ts";
import { formatOf } from "./workspace/tray/probe/file-format.ts";
import { boundaryBefore, excessOf, fitText } from "./ui/field/text-limit-cut.ts";

const CHAPTERS = "0:00 Start\n[1:02.5] – Bees\n(1:00:02) Dance\n";
const LINKS = 'See https://a.example/b?c=d), "https://e.example/f".\n';
const TRANSCRIPT = JSON.stringify({
  language: "en",
  segments: [{ text: "One two", start: 0, end: 1, words: [{ word: "One", start: 0, end: 1 }] }],
});
const DOCUMENT =
  '<ul class="a" data-kept=""></ul><link href="/assets/a.css">' +
  '<script type="application/json" id="toolkit-site">{"locale":"en"}</script>';
const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n";

const take = async (text: string): Promise<unknown> =>
  await takeSource(text, {
    file: new File([], "a.wav"),
    seconds: null,
    language: "en",
    speech: null,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

describe(
  "readers of what visitors type, paste and drop take linear time",
  {
    timeout: 240_000,
  },
  () => {
    it.each<[string, (text: string) => unknown, string[], string[]]>([
      ["readChapterLines", readChapterLines, [CHAPTERS], ["0:00", "0:00\n", "–"]],
      ["readLinks", readLinks, [LINKS], ["http://", "https://a", ")."]],
      ["takeSource", take, [VTT], ["00:01.000 --> 00:02.000\n", "<?xml"]],
      ["localeOf", localeOf, [], ["zh-", "hant"]],
      ["readClock", readClock, ["1:00:02.5"], []],
      ["readNumber", readNumber, ["-1.5"], []],
      ["textOfTranscript", (text) => textOfTranscript(text, null), [TRANSCRIPT], []],
      ["speechFileName", speechFileName, [], ["[a]", "# ", "<break/>"]],
      ["titleOf", titleOf, [], ["[a]", "# ", "<break/>"]],
      ["digitsOf", (text) => digitsOf(text, 6), [], ["٣"]],
      ["guessLanguage", (text) => guessLanguage(text, "en"), [], ["the ", "ü", "字"]],
      ["folded", (text) => folded(text, "de"), [], ["ue", "ー", "か", "\u0301", "ﷺ"]],
      ["termsOf", (text) => termsOf(text, "ja", true), [], ["のカ", "字", "에서", "mp 3", "ー"]],
      ["boundaryBefore", (text) => boundaryBefore(text, 3000), [], ["👨‍👩‍👧", "\u0301", "🇩🇪"]],
      ["fitText", (text) => fitText(text, 3000), [], ["👨‍👩‍👧", "\u0301", "🇩🇪"]],
      [
        "excessOf",
        (text) => excessOf(text, 3000, { from: 0, caret: text.length }),
        [],
        ["👨‍👩‍👧", "\u0301", "🇩🇪"],
      ],
      ["assetsOf", assetsOf, [DOCUMENT], ['"/assets/']],
      ["pseudo", pseudo, ["Save {{name}} <b>now</b> $t(a.b)"], ["{", "{{", "}}", "$t(", "<b>"]],
      ["pseudoRtl", pseudoRtl, ["Save {{name}} <b>now</b>"], ["{", "{{", "}}", "$t(", "<b>"]],
      ["formatOf", (text) => formatOf(bytesOf(text)), [], ["ftyp", "\xff\xfb", "RIFF", "\x47"]],
      ["dataOf", dataOf, [DOCUMENT], ["<script", "</script>"]],
      ["listPages", (text) => listPages(text, []), [DOCUMENT], ["<ul ", ' data-kept=""', "</ul>"]],
    ])("TLS-4 %s", async (_, reader, samples, tokens) => {
      await expectLinearTime(reader, { samples, tokens });
    });
  },
);
