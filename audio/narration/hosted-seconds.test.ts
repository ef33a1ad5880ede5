import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { hostedSeconds, SECONDS_A_REQUEST, spokenSeconds } from "#core/hosted/limits.ts";
import { readMarks } from "./text/marks.ts";
import { runsOf } from "./text/runs.ts";
import { splitSentences } from "./text/split-sentences.ts";

/** Requests to a hosted voice, divided as the narrator does. */
const requestsOf = (written: string, language: string): string[] =>
  splitSentences(written, language).flatMap(({ start, end }) => {
    const { text, marks } = readMarks(written.slice(start, end));
    return runsOf(text.length, marks, language)
      .map((run) => text.slice(run.start, run.end))
      .filter((part) => part.trim() !== "");
  });

const TOKENS = [
  ..."Yes|no|a longer word|5 km|字|はい|نعم|हाँ|네|. |! |? |。|！|｡|．|‼|⁇ |؟ |۔ |। |॥ |: |; |, |…|Dr. |etc. | ".split(
    "|",
  ),
  ..."\n|\n\n|\r|\r\n|\u0085|\u2028|\u2029|.” |!» |.) ".split("|"),
  '<break time="1s"/>',
  "<emphasis>",
  "</emphasis>",
  '<lang xml:lang="fr">',
  "</lang>",
];

describe("the hosted work that speaking a text takes", () => {
  it("TLS-8 USR-10 is announced in full, however short its sentences are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TOKENS), { maxLength: 300 }),
        fc.constantFrom(...DEFAULT_LOCALES.map(({ language }) => language)),
        (tokens, language) => {
          const text = tokens.join("");
          const used = requestsOf(text, language).reduce(
            (sum, part) => sum + hostedSeconds(part.length),
            0,
          );
          expect(used).toBeLessThanOrEqual(spokenSeconds([{ text }]) + 1e-9);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("TLS-8 USR-10 counts a request of one character, and nothing for a text without words", () => {
    expect(hostedSeconds(1)).toBe(SECONDS_A_REQUEST);
    expect(spokenSeconds([{ text: "A. B. C." }])).toBe(3 * SECONDS_A_REQUEST);
    expect(spokenSeconds([{ text: " \n " }])).toBe(0);
  });
});
