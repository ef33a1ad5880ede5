import { afterAll, describe, expect, it } from "vitest";
import { NARRATION_LUFS } from "#audio/narration/speaker.ts";
import { type PersonaId, PERSONA_IDS, PERSONAS } from "#audio/narration/personas.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { openNarrator } from "./open-narrator.ts";

/** Samples by which the same text may differ, because the voice's noise generator continues. */
const NEARLY = 480;

const narrator = openNarrator();
afterAll(() => narrator.close());

function loudnessOf(samples: Float32Array, sampleRate: number) {
  const meter = createLoudnessMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  return meter.measure();
}

describe("the narrator", () => {
  it.each(PERSONA_IDS)("TLS-1 speaks as %s, as loud as all of them", async (id: PersonaId) => {
    const { samples, sampleRate, words } = await narrator.synthesize(SAMPLE_LINES["en"]!, {
      language: "en",
      persona: PERSONAS[id],
    });
    const { integrated, truePeak } = loudnessOf(samples, sampleRate);
    expect(Math.abs(integrated - NARRATION_LUFS)).toBeLessThan(1);
    expect(truePeak).toBeLessThanOrEqual(-0.9);
    expect(words).toHaveLength(17);
  });

  it.each(DEFAULT_LOCALES.map(({ code }) => code))(
    "TLS-1 speaks %s with every word in its time",
    async (language) => {
      const line = SAMPLE_LINES[language]!;
      const { samples, sampleRate, words } = await narrator.synthesize(line, {
        language,
        persona: PERSONAS.maren,
      });
      let last = 0;
      for (const { text, start, end, from, to } of words) {
        expect(line.slice(start, end)).toBe(text);
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = from;
      }
      expect(last).toBeLessThan(samples.length / sampleRate);
      expect(Math.abs(loudnessOf(samples, sampleRate).integrated + 19)).toBeLessThan(1);
    },
  );

  it("TLS-1 pauses, changes its language and stresses where marks say so", async () => {
    const options = { language: "en", persona: PERSONAS.maren };
    const plain = await narrator.synthesize("One two", options);
    const paused = await narrator.synthesize('One <break time="2s"/> two', options);
    expect(paused.words[1]!.from - plain.words[1]!.from).toBeGreaterThan(1.7);
    const french = await narrator.synthesize(
      "<lang xml:lang='fr'>Bonjour monsieur</lang>",
      options,
    );
    const same = await narrator.synthesize("Bonjour monsieur", { ...options, language: "fr" });
    expect(Math.abs(french.samples.length - same.samples.length)).toBeLessThan(NEARLY);
    const stressed = await narrator.synthesize("I <emphasis>never</emphasis> said so", options);
    expect(stressed.words.map(({ text }) => text)).toEqual(["I", "never", "said", "so"]);
  });

  it("TLS-1 says words as the visitor wants them said", async () => {
    const options = { language: "en", persona: PERSONAS.tarvel };
    const expected = await narrator.synthesize("Ask Siobhan", {
      ...options,
      pronunciations: [{ written: "siobhan", spoken: "Shivawn" }],
    });
    const spelled = await narrator.synthesize("Ask Shivawn", options);
    expect(Math.abs(expected.samples.length - spelled.samples.length)).toBeLessThan(NEARLY);
    expect(expected.words[1]!.text).toBe("Siobhan");
  });

  it("TLS-1 speaks a text sentence by sentence, with rests", async () => {
    const text = "One. Two!\n\nThree";
    const narration = { language: "en", persona: PERSONAS.ilvy, rests: 2 };
    const found = [];
    for await (const one of narrator.narrate(text, narration)) found.push(one);
    expect(found.map(({ rest }) => rest)).toEqual([1.8, 3.6, 3.6]);
    expect(found.map(({ words }) => text.slice(words[0]!.start, words[0]!.end))).toEqual([
      "One.",
      "Two!",
      "Three",
    ]);
    const again = await narrator.synthesize("Two!", narration);
    expect(Math.abs(again.samples.length - found[1]!.samples.length)).toBeLessThan(NEARLY);
  });

  it("TLS-1 slows down, hurries and moves its pitch", async () => {
    const options = { language: "en", persona: PERSONAS.tarvel };
    const [normal, quick] = await Promise.all([
      narrator.synthesize(SAMPLE_LINES["en"]!, options),
      narrator.synthesize(SAMPLE_LINES["en"]!, { ...options, speed: 1.6 }),
    ]);
    expect(quick.samples.length / normal.samples.length).toBeLessThan(0.75);
  });

  it("TLS-4 gives nothing for marks alone", async () => {
    const { samples } = await narrator.synthesize("<emphasis></emphasis> …", {
      language: "en",
      persona: PERSONAS.maren,
    });
    expect(samples).toHaveLength(0);
  });
});
