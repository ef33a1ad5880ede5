import { decibelsToFactor } from "../signal/decibel.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import type { Reading, Speech, SpeechVoice, SpokenWord } from "../speech/speech.ts";
import type { Persona } from "./personas.ts";
import { type Refinement, NARRATION_RATE } from "./refine/refine-speech.ts";
import { SAMPLE_LINES } from "./sample-lines.ts";
import type { Mark } from "./text/marks.ts";
import { type Pronunciation, readingsOf } from "./text/readings.ts";

/** Options of a narration. */
export interface Narration {
  /** Locale code, one of `SPOKEN_LANGUAGES`. */
  readonly language: string;
  readonly persona: Persona;
  /** Factor of the persona's rate, 0.5 to 2; defaults to 1. */
  readonly speed?: number;
  /** Semitones relative to the persona's pitch, −6 to 6. */
  readonly pitch?: number;
  /** Factor of pauses between sentences and paragraphs; defaults to 1. */
  readonly rests?: number;
  /** Pronunciations that override the rules of the language. */
  readonly pronunciations?: readonly Pronunciation[];
}

export interface SpeakerDeps {
  readonly voice: SpeechVoice;
  /** `refineSpeech`, possibly in a worker. */
  readonly refine: (
    samples: Float32Array<ArrayBuffer>,
    sampleRate: number,
    refining: Refinement,
  ) => Promise<Float32Array<ArrayBuffer>> | Float32Array<ArrayBuffer>;
}

/** LUFS of narrations. */
export const NARRATION_LUFS = -19;
/** Pitch units of the voice per semitone. */
const PITCH_STEPS = 6.43;
/** Level below which samples at the end of a sentence are silence. */
const SILENCE = 0.0012;
const LEFT_SECONDS = 0.04;
/** Seconds that a loudness meter needs. */
const METERED_SECONDS = 0.4;
/** Seconds of speech whose loudness is that of its voice. */
const STEADY_SECONDS = 1;

type Sound = Pick<Speech, "samples" | "sampleRate">;

const semitones = (count: number): number => 2 ** (count / 12);

/** Trims the silence at the end, except for a short rest. */
function trimmed({ samples, sampleRate }: Speech): Float32Array<ArrayBuffer> {
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1]!) < SILENCE) end--;
  return samples.slice(0, Math.min(samples.length, end + Math.round(LEFT_SECONDS * sampleRate)));
}

/** A synthesized part of a text, with the ranges of its words. */
export interface SpokenPart {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly words: readonly SpokenWord[];
}

/**
 * Creates a function that synthesizes parts of a text, each in one language, as personas.
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
  const refiningOf = ({ persona }: Narration, gain: number): Refinement => ({
    formant: semitones(persona.formant),
    tone: persona.tone,
    balance: persona.balance ?? null,
    breath: persona.breath,
    waver: persona.waver,
    color: persona.color ?? null,
    gain,
  });

  /** Gain that brings speech of a persona to the common loudness; 1 for silence. */
  async function measureGain(speech: Sound, narration: Narration): Promise<number> {
    let gain = 1;
    // Distortion and the limiter depend on the gain, so a second iteration is needed.
    for (let look = 0; look < 2; look++) {
      const sound = await refine(
        speech.samples.slice(),
        speech.sampleRate,
        refiningOf(narration, gain),
      );
      const meter = createLoudnessMeter(
        { sampleRate: NARRATION_RATE, channels: 1 },
        { peaks: false },
      );
      meter.push([sound]);
      const lacking = METERED_SECONDS * NARRATION_RATE - sound.length;
      if (lacking > 0) meter.push([new Float32Array(Math.ceil(lacking))]);
      const { integrated } = meter.measure();
      if (!Number.isFinite(integrated)) return 1;
      gain *= decibelsToFactor(NARRATION_LUFS - integrated);
    }
    return gain;
  }
  const measureSample = async (narration: Narration): Promise<number> =>
    measureGain(await speakPlain(SAMPLE_LINES[narration.language] ?? "", narration, []), narration);
  /**
   * Gain of a persona in a language, measured once: with a sample line, or else with the first
   * speech that is long enough. Speech before that has a gain of its own.
   */
  function gainOf({ persona, language }: Narration, speech: Sound): Promise<number> {
    const key = JSON.stringify([persona, language]);
    const known = gains.get(key);
    if (known) return known;
    const found = persona.isPaid
      ? measureGain(speech, { persona, language })
      : measureSample({ persona, language });
    if (persona.isPaid && speech.samples.length < STEADY_SECONDS * speech.sampleRate) return found;
    gains.set(key, found);
    found.catch(() => gains.delete(key));
    return found;
  }

  return async function speakPart(
    text: string,
    narration: Narration,
    marks: readonly Mark[],
  ): Promise<SpokenPart | null> {
    const readings = readingsOf(text, { ...narration, marks });
    const speech = await speakPlain(text, narration, readings);
    if (speech.samples.length === 0) return null;
    const sound = { samples: trimmed(speech), sampleRate: speech.sampleRate };
    const gain = await gainOf(narration, sound);
    const samples = await refine(sound.samples, speech.sampleRate, refiningOf(narration, gain));
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
