import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { alignWords } from "#audio/alignment/align-words.ts";
import { MEL_STEP, computeMelFrames } from "#audio/alignment/mel-frames.ts";
import { readLines } from "#audio/alignment/read-lines.ts";
import { type PersonaId, PERSONAS } from "#audio/narration/personas.ts";
import { createSeededRandom } from "#core/random.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import {
  type ConsentProblem,
  checkConsent,
  shuffledSentence,
} from "#audio/profile/check-consent.ts";
import { createVoiceMeter } from "#audio/profile/measure-voice.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { isLong } from "#tests/left-out.ts";
import { openNarrator } from "./open-narrator.ts";
import { openVoice } from "./open-voice.ts";

const voice = openVoice();
const narrator = openNarrator();
afterAll(() => {
  voice.close();
  narrator.close();
});

const sentenceIn = (language: string): string =>
  (
    JSON.parse(
      readFileSync(
        path.resolve(import.meta.dirname, `../../runtime/panels/cloning/messages/${language}.json`),
        "utf8",
      ),
    ) as { readonly consent: { readonly sentence: string } }
  ).consent.sentence;

const RATE = 24_000;
const say = async (text: string, language: string, id: PersonaId): Promise<Float32Array> =>
  (await narrator.synthesize(text, { language, persona: PERSONAS[id] })).samples;
function measure(samples: Float32Array) {
  const meter = createVoiceMeter({ sampleRate: RATE, channels: 1 });
  meter.push([samples]);
  return meter.finish();
}
/** White noise at a level relative to the voice, in dB. */
function noisy(samples: Float32Array, decibels: number): Float32Array {
  const random = createSeededRandom(5);
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const level = Math.sqrt(3 * power) * 10 ** (-decibels / 20);
  return samples.map((value) => value + level * (2 * random() - 1));
}

/** Result of the consent check of a recording. */
async function judge(
  recording: Float32Array,
  sentence: string,
  language: string,
  sample: Float32Array,
): Promise<ConsentProblem | null> {
  const mel = computeMelFrames(recording, RATE);
  const distanceTo = async (text: string) => {
    const { reading, words } = await readLines(voice, [text], language);
    const { distance } = alignWords(mel, reading, words);
    return { distance, seconds: reading.count * MEL_STEP };
  };
  const { distance, seconds } = await distanceTo(sentence);
  const { distance: shuffled } = await distanceTo(shuffledSentence(sentence));
  return checkConsent(measure(recording), measure(sample), {
    distance,
    shuffled,
    expected: seconds,
  });
}

describe("a consent that is read aloud", () => {
  it.each(isLong ? DEFAULT_LOCALES.map(({ code }) => code) : ["en", "ar", "ja"])(
    "TLS-1 is taken in %s where the sentence is read, and not where something else is",
    async (language) => {
      const sentence = sentenceIn(language);
      const sample = await say(SAMPLE_LINES[language]!, language, "maren");
      const right = await say(sentence, language, "maren");
      expect(await judge(noisy(right, 20), sentence, language, sample)).toBeNull();
      const other = await say(
        `${SAMPLE_LINES[language]!} ${SAMPLE_LINES[language]!}`,
        language,
        "maren",
      );
      expect(await judge(other, sentence, language, sample)).toBe("words");
    },
    120_000,
  );

  it("TLS-4 is not taken of another voice, of half the sentence, of silence, and of much more", async () => {
    const sentence = sentenceIn("en");
    const sample = await say(SAMPLE_LINES["en"]!, "en", "tarvel");
    const right = await say(sentence, "en", "tarvel");
    const of = (recording: Float32Array) => judge(recording, sentence, "en", sample);
    expect(await of(right)).toBeNull();
    expect(await of(await say(sentence, "en", "ilvy"))).toBe("voice");
    expect(await of(right.slice(0, right.length / 2))).not.toBeNull();
    expect(await of(right.slice(0, right.length / 6))).toBe("short");
    expect(await of(new Float32Array(5 * RATE))).toBe("silent");
    const long = new Float32Array(6 * right.length);
    for (let at = 0; at < 6; at++) long.set(right, at * right.length);
    expect(await of(long)).toBe("long");
  }, 120_000);
});
