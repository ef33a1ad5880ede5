import { describe, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { speechLength } from "./dubbing/speech-length.ts";
import { readLabels } from "./edit/labels/label-file.ts";
import { parseProject } from "./edit/project.ts";
import { fromBase64 } from "./encoding/base64.ts";
import { encodeUtf8 } from "./encoding/utf8.ts";
import { readProvenance } from "./media/tags/provenance.ts";
import { isAbbreviation, standingAlone } from "./narration/text/abbreviations.ts";
import { readMarks } from "./narration/text/marks.ts";
import { valueOf } from "./narration/text/number-parts.ts";
import { readingsOf } from "./narration/text/readings.ts";
import { romanValue } from "./narration/text/roman.ts";
import { endsInMonth } from "./narration/text/short-months.ts";
import { splitSentences } from "./narration/text/split-sentences.ts";
import { readScript } from "./narration/script.ts";
import { readChinese } from "./speech/chinese-readings.ts";
import { numbersInWords } from "./speech/number-words.ts";
import { spokenCode } from "./speech/languages.ts";
import { splitWords } from "./speech/split-words.ts";
import { spokenText } from "./speech/spoken-text.ts";

const SCRIPT = `# One
[Maren] Dr. Bee has 1,234.5 kg of <emphasis>wax</emphasis>, sold for $5 on May 4, 2026.
<say-as interpret-as="spell-out">USA</say-as> <break time="2s"/> e.g. 3½ at 10:30.

# Two
“Why?” he asked… https://a.example/b
`;
const MARKS = ["<emphasis>", "</emphasis>", "<say-as interpret-as='spell-out'>", "</say-as>"];

describe(
  "readers of texts to speak, of tags and of projects take linear time",
  {
    timeout: 240_000,
  },
  () => {
    it.each<[string, (text: string) => unknown, string[], string[]]>([
      ["readMarks", readMarks, [SCRIPT], [...MARKS, "<break", "<lang xml:lang='de'>"]],
      ["readScript", (text) => readScript(text, "en"), [SCRIPT], ["# A\na.\n", "[Maren] A.\n\n"]],
      ["splitSentences", (text) => splitSentences(text, "en"), [SCRIPT], ["Dr.", "e.g. ", "A. "]],
      [
        "readingsOf",
        (text) => {
          const marks = readMarks(text);
          readingsOf(marks.text, { language: "en", marks: marks.marks });
        },
        [SCRIPT],
        [...MARKS, "1,000", "$5", "Dr. ", "10:30 ", "IV "],
      ],
      ["isAbbreviation", (text) => isAbbreviation(text, "en", text), [], ["Dr.", "A.", "No. "]],
      ["standingAlone", standingAlone, [], ["a", "a.", "’"]],
      ["endsInMonth", (text) => endsInMonth(text, "de"), [], ["4. ", "Dez.", "4."]],
      ["romanValue", romanValue, [], ["IV", "M"]],
      ["valueOf", (text) => valueOf(text, "en"), [], ["1,000"]],
      ["splitWords", splitWords, [], ["字", "か", "ไ", "don't "]],
      ["numbersInWords", (text) => numbersInWords(text, "zh"), [], ["1,000", "0.5%", "2026年"]],
      ["readChinese", readChinese, [], ["银行", "銀", "ABC "]],
      ["spokenText", (text) => spokenText(text, []), [], ["字", "a b"]],
      ["speechLength", (text) => speechLength(text, "en", 1), [], ["字"]],
      ["spokenCode", spokenCode, [], ["zh-", "hant"]],
      ["readProvenance", readProvenance, ["synthetic-voice: changed. This"], ["synthetic-voice: "]],
      ["parseProject", parseProject, [], ['{"edit":', '["']],
      [
        "readLabels",
        (text) => readLabels(text, 48_000),
        ["0.5\t1.5\tOne\n\\\t100\t200\n"],
        ["1.0\t2.0\t", "\t", "\n", "\\\n", "9"],
      ],
      ["fromBase64", fromBase64, ["QUJD"], []],
      ["encodeUtf8", encodeUtf8, ["é"], ["字"]],
    ])("TLS-4 %s", async (_, reader, samples, tokens) => {
      await expectLinearTime(reader, { samples, tokens });
    });
  },
);
