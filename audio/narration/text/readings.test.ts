import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { readingsOf } from "./readings.ts";

/** Written and spoken forms by language, each verified with the voice's output. */
const KNOWN = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "known-readings.json"), "utf8"),
) as Readonly<Record<string, readonly (readonly [written: string, said: string])[]>>;

/** The spoken form of a text. */
function speak(text: string, language: string): string {
  let out = "";
  let at = 0;
  for (const { start, end, reading } of readingsOf(text, { language })) {
    expect(start).toBeGreaterThanOrEqual(at);
    out += text.slice(at, start) + reading;
    at = end;
  }
  return (out + text.slice(at)).replace(/\s+/g, " ").trim();
}

describe("readings", () => {
  it.each(DEFAULT_LOCALES.map(({ code }) => code))(
    "TLS-1 read money, dates, times, units and short forms of %s as a native expects",
    (language) => {
      const list = KNOWN[language]!;
      expect(list.length).toBeGreaterThanOrEqual(30);
      for (const [written, expected] of list)
        expect(speak(written, language), written).toBe(expected.replace(/\s+/g, " ").trim());
    },
  );

  it("TLS-4 leave what only looks like a date, a time or an address", () => {
    for (const text of ["31/31/2026", "25:99", "v1.2.3", "1/2/3/4", "10:30:15", "a.b", "..."])
      expect(speak(text, "en"), text).toBe(text);
    expect(speak("2026-02-30", "en")).not.toContain("February");
  });

  it("TLS-4 expand only abbreviations", () => {
    for (const [text, language] of [
      ["He said no. No. Then", "en"],
      ["L’art. Puis rien", "fr"],
      ["auf diese Art. Danach", "de"],
      ["un set. Poi basta", "it"],
      ["They came in May 2026 with 5 marbles", "en"],
    ] as const)
      expect(speak(text, language), text).toBe(text.replace("2026", "20 26"));
  });

  it("TLS-1 prefer the visitor's own words, and spell and stress marked text", () => {
    const text = "Ask Dr. Lee for the API";
    const found = readingsOf(text, {
      language: "en",
      marks: [{ kind: "spell", start: 20, end: 23 }],
      pronunciations: [{ written: "dr. lee", spoken: "the doc" }],
    });
    expect(found.map(({ reading }) => reading)).toEqual(["the doc", "A P I"]);
  });
});
