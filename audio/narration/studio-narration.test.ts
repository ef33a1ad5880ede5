import { expect, it } from "vitest";
import fc from "fast-check";
import { createLoudnessMeter } from "../signal/loudness.ts";
import type { SpeechOptions, SpeechVoice } from "../speech/speech.ts";
import { createNarrator } from "./narrator.ts";
import { PERSONAS } from "./personas.ts";
import { refineSpeech } from "./refine/refine-speech.ts";
import {
  hostedPersona,
  studioPersona,
  withHostedVoice,
  withStudioVoice,
} from "./studio-narration.ts";

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

it("TLS-8 USR-10 a hosted voice is asked for nothing but the text, and is as loud as the others", async () => {
  const levelOf = (samples: Float32Array<ArrayBuffer>, sampleRate: number): number => {
    const meter = createLoudnessMeter({ sampleRate, channels: 1 }, { peaks: false });
    meter.push([samples]);
    return meter.measure().integrated;
  };
  const word = fc.constantFrom("Yes", "snow", "touched", "the", "window");
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
      const hosted = voiceOf(300);
      const narrator = createNarrator({
        voice: withHostedVoice(voiceOf(200).voice, hosted.voice),
        refine: refineSpeech,
      });
      const persona = hostedPersona("alloy");
      for (const each of texts) {
        const { samples, sampleRate } = await narrator.synthesize(each, {
          language: "en",
          persona,
        });
        expect(samples.every(Number.isFinite)).toBe(true);
        // What is shorter cannot be measured.
        if (samples.length > 0.5 * sampleRate)
          expect(Math.abs(levelOf(samples, sampleRate) + 19)).toBeLessThan(1);
      }
      expect(hosted.asked.map((request) => request.text)).toEqual(texts);
      expect(hosted.asked[0]!.options.voice).toBe("alloy");
    }),
    { numRuns: 12 },
  );
});

it("TLS-8 silence of a hosted voice stays silence", async () => {
  const silent: SpeechVoice = {
    speak: async () => ({
      samples: new Float32Array(2 * RATE),
      sampleRate: RATE,
      words: [],
      phonemes: [],
    }),
    close() {},
  };
  const narrator = createNarrator({
    voice: withHostedVoice(voiceOf(200).voice, silent),
    refine: refineSpeech,
  });
  const { samples } = await narrator.synthesize("Well.", {
    language: "en",
    persona: hostedPersona("alloy"),
  });
  expect(samples.every((sample) => Math.abs(sample) < 1e-3)).toBe(true);
});
