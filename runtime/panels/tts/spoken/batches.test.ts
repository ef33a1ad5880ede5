import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readScript } from "#audio/narration/script.ts";
import { readMarks } from "#audio/narration/text/marks.ts";
import { runsOf } from "#audio/narration/text/runs.ts";
import { splitWords } from "#audio/speech/split-words.ts";
import { HOSTED_LIMITS, hostedSeconds, spokenSeconds } from "#core/hosted/limits.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { batchesOf } from "./batches.ts";

const batchText = (text: string, language = "en", isHosted = true) =>
  batchesOf(readScript(text, language).sentences, isHosted);

/** A page of the site as plain text. */
const PAGE = fs
  .readFileSync(
    path.join(import.meta.dirname, "../../../../content/policies/privacy-policy.md"),
    "utf8",
  )
  .replace(/^---\n[^]*?\n---\n/, "")
  .replaceAll(/^\|.*$/gm, "")
  .replaceAll(/\{\{.*?\}\}|[*`#[\]]|\(.*?\)/g, " ");

it("TLS-8 a long text takes few requests, and its sentences stay in order", () => {
  const { sentences } = readScript(PAGE, "en");
  const batches = batchesOf(sentences, true);
  const words = splitWords(PAGE).length;
  expect(words).toBeGreaterThan(1000);
  expect(batches.flatMap((batch) => batch.sentences)).toEqual(sentences);
  for (const { text, ranges, sentences: own } of batches) {
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(
      own.map((sentence) => sentence.text),
    );
    expect(text.length).toBeLessThan(HOSTED_LIMITS.text);
  }
  expect((1000 * batches.length) / words).toBeLessThan(15);
  expect((1000 * sentences.length) / words).toBeGreaterThan(40);
});

it("TLS-8 other voices, and speakers of their own, speak each sentence by itself", () => {
  const text =
    "One is here. Two is here.\n\n[Maren] Three is here. Four is here.\n\n*** Five. Six.";
  expect(batchText(text, "en", false).every(({ sentences }) => sentences.length === 1)).toBe(true);
  const counts = batchText("A one. A two.\n\n[Maren] A three. A four.\n\n[Odrin] A five.");
  expect(counts.map(({ sentences }) => sentences.length)).toEqual([2, 1, 1, 1]);
});

const TOKENS = [
  ..."Yes|no|a longer word|5 km|字|はい|नमस्ते|네|. |! |? |。|！|؟ |।|: |; |, |…|Dr. |\n|\n\n".split(
    "|",
  ),
  '<break time="1s"/>',
  "<emphasis>",
  "</emphasis>",
  '<lang xml:lang="fr">',
  "</lang>",
];

it("TLS-8 USR-10 batches take no more hosted work than was announced", () => {
  const workOf = (texts: readonly string[], language: string): number =>
    texts
      .flatMap((written) => {
        const { text, marks } = readMarks(written);
        return runsOf(text.length, marks, language).map((run) => text.slice(run.start, run.end));
      })
      .filter((part) => part.trim() !== "")
      .reduce((sum, part) => sum + hostedSeconds(part.length), 0);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...TOKENS), { maxLength: 300 }),
      fc.constantFrom(...DEFAULT_LOCALES.map(({ language }) => language)),
      (tokens, language) => {
        const text = tokens.join("");
        const used = workOf(
          batchText(text, language).map((batch) => batch.text),
          language,
        );
        expect(used).toBeLessThanOrEqual(spokenSeconds([{ text }]) + 1e-9);
      },
    ),
    { numRuns: 200 },
  );
});
