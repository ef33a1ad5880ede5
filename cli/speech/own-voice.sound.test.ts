import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CEPSTRUM, computeCepstra } from "#audio/alignment/cepstra.ts";
import { computeMelFrames } from "#audio/alignment/mel-frames.ts";
import { type Persona, PERSONA_IDS, PERSONAS } from "#audio/narration/personas.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { fitPersona, voiceDistance } from "#audio/profile/fit-persona.ts";
import { createVoiceMeter } from "#audio/profile/measure-voice.ts";
import { type VoiceMeasures, semitonesBetween } from "#audio/profile/voice-measures.ts";
import { isLong } from "#tests/left-out.ts";
import { openNarrator } from "./open-narrator.ts";
import { openVoice } from "./open-voice.ts";

const SAMPLE = `The river carries sand from the mountains to the sea. Where the river is slow, the sand
settles and becomes an island. Fishermen know the islands and the sand of the river by heart.`;
/** Words that occur neither in the sample nor in the fitting texts. */
const HELD_OUT = `My grandmother kept bees behind the old station. Every evening she walked along the fence,
counted the hives and told me which of them would swarm.`;

interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}
const voice = openVoice();
const narrator = openNarrator();
afterAll(() => {
  voice.close();
  narrator.close();
});
const say = (text: string, persona: Persona): Promise<Sound> =>
  narrator.synthesize(text, { language: "en", persona });

function measure({ samples, sampleRate }: Sound): VoiceMeasures {
  const meter = createVoiceMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  return meter.finish();
}

/**
 * Mean cepstra of the loud half of the frames, without the level: a measure that fitting does not
 * use.
 */
function timbreOf({ samples, sampleRate }: Sound): number[] {
  const mel = computeMelFrames(samples, sampleRate);
  const cepstra = computeCepstra(mel);
  const levels = Float32Array.from({ length: mel.count }, (_, i) => cepstra[i * CEPSTRUM]!);
  const middle = levels.toSorted()[mel.count >> 1]!;
  const loud = [...levels.keys()].filter((i) => levels[i]! >= middle);
  return Array.from(
    { length: 12 },
    (_, k) => loud.reduce((sum, i) => sum + cepstra[i * CEPSTRUM + k + 1]!, 0) / loud.length,
  );
}
const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, k) => value - b[k]!));

/** Read speech of a person: a WAV file of 16 bits, mono, 48 kHz. */
function readSpeech(): Sound {
  const root = path.resolve(import.meta.dirname, "../..");
  const file = readFileSync(
    path.join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  const samples = Float32Array.from(
    { length: (file.length - start) >> 1 },
    (_, i) => file.readInt16LE(start + 2 * i) / 32_768,
  );
  return { samples, sampleRate: 48_000 };
}

/** None of the voices to which profiles are applied. */
const SPEAKERS: Readonly<Record<string, () => Promise<Sound>>> = {
  "a low voice": () =>
    voice.speak(SAMPLE, { language: "en", voice: "m6", rate: 140, pitch: 60, range: 40 }),
  "a lively voice": () =>
    voice.speak(SAMPLE, { language: "en", voice: "f1", rate: 180, pitch: 45, range: 70 }),
  "a high voice": () =>
    voice.speak(SAMPLE, { language: "en", voice: "f3", rate: 165, pitch: 70, range: 50 }),
  "a person": async () => readSpeech(),
};

describe("a built-in voice with the profile of a sample", () => {
  it.each(Object.entries(SPEAKERS).slice(isLong ? 0 : 2))(
    "TLS-1 is nearer to %s than any voice of the site is, in words that it was not fitted by",
    async (_, speak) => {
      const sound = await speak();
      const sample = measure(sound);
      const { persona, plain } = await fitPersona(
        sample,
        async (one) => measure(await say(SAMPLE_LINES["en"]!, one)),
        () => {},
      );
      const spoken = await say(HELD_OUT, persona);
      const own = measure(spoken);
      const distance = voiceDistance(sample, own);
      expect(distance).toBeLessThan(1.3);
      expect(distance).toBeLessThan(0.7 * voiceDistance(sample, plain));
      expect(Math.abs(semitonesBetween(sample.pitch.median, own.pitch.median))).toBeLessThan(1);
      expect(Math.abs(sample.tilt - own.tilt)).toBeLessThan(1.5);
      const timbre = timbreOf(sound);
      const near = apart(timbre, timbreOf(spoken));
      for (const id of PERSONA_IDS.filter((one) => one !== "bexo")) {
        const other = await say(HELD_OUT, PERSONAS[id]);
        expect([id, voiceDistance(sample, measure(other)) > distance]).toEqual([id, true]);
        // If one of them has the same timbre, its pitch differs.
        expect([id, apart(timbre, timbreOf(other)) > 0.9 * near]).toEqual([id, true]);
      }
    },
    240_000,
  );
});
