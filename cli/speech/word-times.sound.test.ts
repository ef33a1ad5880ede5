import { afterAll, describe, expect, it } from "vitest";
import { PERSONAS } from "#audio/narration/personas.ts";
import { openTracedVoice } from "#bench/audio/speech/traced-voice.ts";
import { PANGRAMS } from "#bench/audio/speech/pangrams.ts";
import { judgeWordTimes, summaryOf } from "#bench/audio/speech/word-times.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { isLong } from "#tests/left-out.ts";

const opened = openTracedVoice();
afterAll(() => opened.voice.close());

describe("the times of words", () => {
  // One whose words are found first, and one whose program skips words.
  it.each(isLong ? DEFAULT_LOCALES.map(({ code }) => code) : ["ja", "ko"])(
    "TLS-1 in %s are within 60 ms of the events of the voice, and of the sound",
    async (language) => {
      const voiceOptions = { language, persona: PERSONAS.maren };
      const {
        words,
        reported: known,
        ...found
      } = await judgeWordTimes(opened, PANGRAMS[language]!, voiceOptions);
      expect(known).toBeGreaterThan(0.8 * words);
      expect(summaryOf(found.events).worst).toBeLessThan(60);
      expect(summaryOf(found.sound).worst).toBeLessThan(60);
    },
    120_000,
  );

  it("TLS-1 after a word without an event of the voice are right, too", async () => {
    const text = "쉼표는 짧게, 마침표는 더 길게, 새 단락은 가장 길게 멈춥니다.";
    const { events } = await judgeWordTimes(opened, text, {
      language: "ko",
      persona: PERSONAS.maren,
    });
    expect(events.length).toBe(8);
    expect(summaryOf(events).worst).toBeLessThan(60);
  }, 120_000);
});
