import { afterAll, expect, it } from "vitest";
import { PERSONAS } from "#audio/narration/personas.ts";
import { openNarrator } from "./open-narrator.ts";

const narrator = openNarrator();
afterAll(() => narrator.close());

/** Spoken words of each text; empty for none. */
it.each([
  ["nothing", "", []],
  ["pictures", "😀🎉👩‍👩‍👧", []],
  ["signs that have no name", "\uE000\uF8FF \u2813\u2811", []],
  ["marks of direction", "\u202Eolleh\u202C \u200Fworld\u200E", ["olleh", "world"]],
  ["NUL", "Good\0 morning", ["Good", "morning"]],
  ["halves of characters", "a\uD800 good \uDC00 day", ["a", "good", "day"]],
  ["a tag that does not end", '<break time="1s" Hello', ['<break time="1s"', "Hello"]],
  ["four scripts", "Привет hello 你好 مرحبا", ["Привет", "hello", "你好", "مرحبا"]],
  ["no language", '<lang xml:lang="tlh">Good</lang> day', ["Good", "day"]],
])("TLS-4 %s: a sound without a gap, and each word once", async (_, text, words) => {
  const result = await narrator.synthesize(text, { language: "en", persona: PERSONAS.maren });
  expect(result.samples.every(Number.isFinite)).toBe(true);
  expect(result.samples.length > 0).toBe(words.length > 0);
  const spokenWords = result.words.map(({ start, end }) =>
    text.slice(start, end).trim().replace(/\p{C}/gu, ""),
  );
  expect(spokenWords.join(" ")).toBe(words.join(" "));
  for (const { from, to } of result.words) expect(to >= from && from >= 0).toBe(true);
});
