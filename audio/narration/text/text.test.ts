import { describe, expect, it } from "vitest";
import { readMarks } from "./marks.ts";
import { splitSentences } from "./split-sentences.ts";

const sentencesOf = (text: string, language: string): string[] =>
  splitSentences(text, language).map(({ start, end, endsParagraph }) => {
    return text.slice(start, end) + (endsParagraph ? "¶" : "");
  });

describe("sentences", () => {
  it("TLS-1 end where the language ends them, not behind abbreviations and initials", () => {
    expect(sentencesOf("Dr. Smith met J. Doe. They left.\n\nNew day", "en")).toEqual([
      "Dr. Smith met J. Doe.",
      "They left.¶",
      "New day¶",
    ]);
    expect(sentencesOf("Das ist z. B. so. Gut.", "de")).toEqual(["Das ist z. B. so.", "Gut.¶"]);
    expect(sentencesOf("雪が降った。窓を見た！", "ja")).toEqual(["雪が降った。", "窓を見た！¶"]);
    expect(sentencesOf("سقط الثلج. هل رأيته؟ نعم.", "ar")).toHaveLength(3);
  });

  it("TLS-1 continue across hard-wrapped lines", () => {
    const text = `${"word ".repeat(12)}and\nstill the same sentence.\nAnother line`;
    expect(sentencesOf(text, "en")).toHaveLength(2);
  });

  it("TLS-3 are divided where they would be too long, and lose nothing", () => {
    const text = "one two three, ".repeat(60).trim();
    const ranges = splitSentences(text, "en");
    expect(ranges.length).toBeGreaterThan(2);
    expect(ranges.map(({ start, end }) => text.slice(start, end)).join(" ")).toBe(text);
    expect(splitSentences("a".repeat(2000), "en").length).toBeGreaterThan(5);
  });

  it("TLS-4 are none where there is nothing to say", () => {
    for (const text of ["", " \n\n ", "— … !?", "🎤🎤"])
      expect(splitSentences(text, "en")).toEqual([]);
  });
});

describe("marks", () => {
  it("TLS-1 preserve the position of every character, and leave text without markup unchanged", () => {
    const text = `a <break time="500ms"/> b <lang xml:lang='fr-FR'>oui</lang> <emphasis>c`;
    const read = readMarks(text);
    expect(read.text).toHaveLength(text.length);
    expect(read.text.replace(/\s+/g, " ").trim()).toBe("a b oui c");
    expect(read.marks.map(({ kind }) => kind)).toEqual(["pause", "language", "emphasis"]);
    expect(read.marks[0]).toMatchObject({ seconds: 0.5 });
    expect(read.marks[1]).toMatchObject({ language: "fr-fr" });
    expect(readMarks("a < b and c > d <b>x</b>").marks).toEqual([]);
  });

  it("TLS-4 that make no sense do no harm", () => {
    expect(readMarks('<break time="9999s"/>').marks[0]).toMatchObject({ seconds: 30 });
    expect(readMarks("</emphasis></lang><lang>x").marks).toEqual([]);
  });
});
