import { decibelsToFactor } from "../signal/decibel.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import type { Reading, Speech, SpeechVoice, SpokenWord } from "../speech/speech.ts";
import type { Persona } from "./personas.ts";
import { type Refining, NARRATION_RATE } from "./refine/refine-speech.ts";
import { SAMPLE_LINES } from "./sample-lines.ts";
import type { Mark } from "./text/marks.ts";
import { type Pronunciation, readingsOf } from "./text/readings.ts";

/** How a text is narrated. */
export interface Narration {
  /** Code of a locale, one of `SPOKEN_LANGUAGES`. */
  readonly language: string;
  readonly persona: Persona;
  /** Factor of the persona's pace, 0.5 to 2; 1 where it is missing. */
  readonly speed?: number;
  /** Semitones from the persona's pitch, −6 to 6. */
  readonly pitch?: number;
  /** Factor of the rests between sentences and paragraphs; 1 where it is missing. */
  readonly rests?: number;
  /** How words are said, before the rules of the language. */
  readonly pronunciations?: readonly Pronunciation[];
}

export interface SpeakerDeps {
  readonly voice: SpeechVoice;
  /** `refineSpeech`, wherever it runs. */
  readonly refine: (
    samples: Float32Array<ArrayBuffer>,
    sampleRate: number,
    refining: Refining,
  ) => Promise<Float32Array<ArrayBuffer>> | Float32Array<ArrayBuffer>;
}

/** LUFS of what is narrated. */
export const NARRATION_LUFS = -19;
/** Steps of the voice's pitch that a semitone has. */
const PITCH_STEPS = 6.43;
/** Samples below it are silence at the end of a sentence. */
const SILENCE = 0.0012;
const LEFT_SECONDS = 0.04;

const semitones = (count: number): number => 2 ** (count / 12);

/** The sound without the silence at its end, but for a little. */
function trimmed({ samples, sampleRate }: Speech): Float32Array<ArrayBuffer> {
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1]!) < SILENCE) end--;
  return samples.slice(0, Math.min(samples.length, end + Math.round(LEFT_SECONDS * sampleRate)));
}

/** What a voice says of a part of a text, with the places of its words in it. */
export interface SaidPart {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly words: readonly SpokenWord[];
}

/**
 * Makes what speaks parts of a text, each in one language, as personas.
 * @returns null for a part without words
 */
export function createSpeaker({ voice, refine }: SpeakerDeps) {
  const gains = new Map<string, Promise<number>>();

  const speakPlain = (
    text: string,
    narration: Narration,
    readings: readonly Reading[],
  ): Promise<Speech> => {
    const { persona, language, speed = 1, pitch = 0 } = narration;
    return voice.speak(text, {
      language,
      voice: persona.variant,
      ...(language === "en" && persona.english && { accent: persona.english }),
      rate: (persona.rate * speed) / semitones(persona.formant),
      pitch: 50 + PITCH_STEPS * (persona.pitch + pitch - persona.formant),
      range: persona.range,
      readings,
    });
  };
  const refiningOf = ({ persona }: Narration, gain: number): Refining => ({
    formant: semitones(persona.formant),
    tone: persona.tone,
    balance: persona.balance ?? null,
    breath: persona.breath,
    waver: persona.waver,
    color: persona.color ?? null,
    gain,
  });

  /** By what a persona's samples are multiplied, in a language, so that they are as loud as all are. */
  async function measureGain(narration: Narration): Promise<number> {
    const speech = await speakPlain(SAMPLE_LINES[narration.language] ?? "", narration, []);
    if (speech.samples.length === 0) return 1;
    let gain = 1;
    // Distortion and the limiter answer to the gain: a second look hits it.
    for (let look = 0; look < 2; look++) {
      const sound = await refine(
        speech.samples.slice(),
        speech.sampleRate,
        refiningOf(narration, gain),
      );
      const meter = createLoudnessMeter({ sampleRate: NARRATION_RATE, channels: 1 });
      meter.push([sound]);
      gain *= decibelsToFactor(NARRATION_LUFS - meter.measure().integrated);
    }
    return gain;
  }
  function gainOf(narration: Narration): Promise<number> {
    const { persona, language } = narration;
    const key = JSON.stringify([persona, language]);
    const known = gains.get(key);
    if (known) return known;
    const found = measureGain({ persona, language });
    gains.set(key, found);
    found.catch(() => gains.delete(key));
    return found;
  }

  return async function sayPart(
    text: string,
    narration: Narration,
    marks: readonly Mark[],
  ): Promise<SaidPart | null> {
    const readings = readingsOf(text, { ...narration, marks });
    const speech = await speakPlain(text, narration, readings);
    if (speech.samples.length === 0) return null;
    const gain = await gainOf(narration);
    const sound = trimmed(speech);
    const samples = await refine(sound, speech.sampleRate, refiningOf(narration, gain));
    const pace = 1 / semitones(narration.persona.formant);
    const seconds = samples.length / NARRATION_RATE;
    const words = speech.words.map((word) => ({
      ...word,
      from: Math.min(seconds, word.from * pace),
      to: Math.min(seconds, word.to * pace),
    }));
    return { samples, words };
  };
}
