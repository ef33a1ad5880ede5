import { expect, it } from "vitest";
import type { SpeechOptions, SpeechVoice } from "../speech/speech.ts";
import { createNarrator } from "./narrator.ts";
import { PERSONAS } from "./personas.ts";
import { refineSpeech } from "./refine/refine-speech.ts";
import { studioPersona, withStudioVoice } from "./studio-narration.ts";

const RATE = 24_000;
/** A voice that takes a quarter of a second per word, and records its requests. */
function voiceOf(hertz: number) {
  const requests: { text: string; options: SpeechOptions }[] = [];
  const voice: SpeechVoice = {
    async speak(text, options) {
      requests.push({ text, options });
      const words = [...text.matchAll(/\S+/g)].map(([word], at, all) => ({
        text: word,
        start: all[at]!.index,
        end: all[at]!.index + word.length,
        from: at / 4,
        to: (at + 1) / 4,
      }));
      const samples = Float32Array.from(
        { length: (words.length * RATE) / 4 },
        (_, at) => 0.3 * Math.sin((2 * Math.PI * hertz * at) / RATE),
      );
      return { samples, sampleRate: RATE, words, phonemes: [] };
    },
    close: () => {},
  };
  return { voice, asked: requests };
}

it("TLS-1 a studio voice speaks in place of the built-in one, as itself and as loud", async () => {
  const [builtIn, studio] = [voiceOf(200), voiceOf(300)];
  const narrator = createNarrator({
    voice: withStudioVoice(builtIn.voice, studio.voice),
    refine: refineSpeech,
  });
  const persona = studioPersona("af_heart");
  const { samples, sampleRate, words } = await narrator.synthesize("Good morning, all.", {
    language: "en",
    persona,
    speed: 1.2,
  });
  expect(builtIn.asked).toEqual([]);
  // The first request; another one follows for loudness calibration.
  const [last] = studio.asked as [(typeof studio.asked)[0]];
  expect(last).toMatchObject({ options: { voice: "af_heart", language: "en" } });
  expect(last.options.rate).toBeCloseTo(198, 6);
  expect(words.map(({ text }) => text)).toEqual(["Good", "morning,", "all."]);
  expect(words.at(-1)!.to).toBeLessThanOrEqual(samples.length / sampleRate);
  await narrator.synthesize("Good morning.", { language: "en", persona: PERSONAS.maren });
  expect(builtIn.asked.length).toBeGreaterThan(0);
});

it("TLS-1 uses custom readings, and reports their words at the written positions", async () => {
  const studio = voiceOf(300);
  const narrator = createNarrator({
    voice: withStudioVoice(voiceOf(200).voice, studio.voice),
    refine: refineSpeech,
  });
  const text = "The CEO of Qwx spoke.";
  const { words } = await narrator.synthesize(text, {
    language: "en",
    persona: studioPersona(""),
    pronunciations: [{ written: "Qwx", spoken: "quicks and more" }],
  });
  // The first request; another one follows for loudness calibration.
  const [last] = studio.asked as [(typeof studio.asked)[0]];
  expect(last.text).toContain("quicks and more spoke.");
  expect(last.options.voice).toBeUndefined();
  const shown = words.map(({ start, end }) => text.slice(start, end));
  expect([shown[0], shown.at(-1)]).toEqual(["The", "spoke."]);
  expect(shown.filter((one) => one === "Qwx").length).toBe(3);
});
