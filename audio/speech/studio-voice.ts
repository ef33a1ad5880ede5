import type { VoiceForm } from "#core/models/forms.ts";
import { respellForKokoro } from "../nets/speaking/kokoro.ts";
import {
  type SynthesizedSpeech,
  type SynthesisOptions,
  MAX_PHONEMES,
} from "../nets/speaking/speech-synthesis-net.ts";
import { SPOKEN_LANGUAGES } from "./languages.ts";
import { type Phrase, readPhrases } from "./phrases.ts";
import type { Speech, SpeechOptions, SpeechVoice, SpokenWord } from "./speech.ts";

/** What the program that knows how words are pronounced is asked. */
export interface PronounceRequest {
  readonly texts: readonly string[];
  /** Of eSpeak NG. */
  readonly voice: string;
  /** Group of files that the language needs beside what all need. */
  readonly data: string;
}
export interface PronounceAnswer {
  /** One for each text: IPA, words apart by spaces, clauses by lines. */
  readonly phonemes: readonly string[];
}

/** What is used of an `AbortSignal`. */
interface Stop {
  throwIfAborted(): void;
}

export interface StudioVoiceDeps<Signal extends Stop> {
  readonly pronounce: (request: PronounceRequest) => Promise<PronounceAnswer>;
  /** Says a phrase with the net; stops with the signal. */
  readonly say: (
    phonemes: string,
    options: SynthesisOptions & { readonly signal?: Signal | undefined },
  ) => Promise<SynthesizedSpeech>;
  readonly close: () => void;
}

/** A phrase of a text that is spoken; times count from its own beginning. */
export interface SpokenPhrase extends Speech {
  /** Words have the times that the net gave them; else they are shared out by their phonemes. */
  readonly exact: boolean;
}

/** A voice of a studio model. */
export interface StudioVoice<Signal extends Stop = Stop> extends SpeechVoice {
  /**
   * Speaks a text phrase by phrase, as soon as each is said: memory does not grow with the text.
   * Each has the pause after it.
   * @throws {RangeError} where the voice does not speak that language
   */
  speakPhrases(
    text: string,
    options: SpeechOptions & { readonly signal?: Signal },
  ): AsyncGenerator<SpokenPhrase, void, undefined>;
}

/** Words a minute at which voices speak by themselves, as `SpeechOptions.rate` counts. */
const USUAL_RATE = 165;
/** Voices break where they are hurried more. */
const SLOWEST = 0.5;
const FASTEST = 2;
/** Seconds of silence after what ends. */
const PAUSES: Readonly<Record<Phrase["ends"], number>> = {
  part: 0,
  sentence: 0.2,
  paragraph: 0.5,
};

interface Chosen {
  readonly id: string | undefined;
  readonly language: string;
  readonly espeak: string;
}

/** @throws {RangeError} where there is none of that language */
function chooseVoice(form: VoiceForm, { language, voice }: SpeechOptions): Chosen {
  if (form.kind === "piper") {
    if (form.language !== language) throw new RangeError(`The voice does not speak “${language}”`);
    return { id: voice, language, espeak: form.espeak };
  }
  const own = form.voices.filter((one) => one.language === language);
  const chosen = voice === undefined ? own[0] : own.find(({ id }) => id === voice);
  if (!chosen) throw new RangeError(`No voice ${voice ?? ""} speaks “${language}”`);
  return chosen;
}

function placeWords(
  { words, phonemes }: Phrase,
  { samples, times }: SynthesizedSpeech,
  sampleRate: number,
) {
  const points = Array.from(phonemes).length;
  const seconds = samples.length / sampleRate;
  const at = (point: number): number => times?.[point] ?? (seconds * point) / Math.max(1, points);
  return {
    words: words.map(({ text, start, end, from, to }): SpokenWord => ({
      text,
      start,
      end,
      from: at(from),
      to: at(to),
    })),
    phonemes: Array.from(phonemes, (phoneme, point) => ({ phoneme, at: at(point) })).filter(
      ({ phoneme }) => /[\p{L}\p{M}]/u.test(phoneme),
    ),
  };
}

/**
 * A voice of a studio model, in the place of the built-in one: what is to be said goes to the
 * program that knows how words are pronounced (decision 031), what that answers to the net. Pitch
 * is the voice's own: `SpeechOptions.pitch` is left out.
 */
export function createStudioVoice<Signal extends Stop>(
  form: VoiceForm,
  { pronounce, say, close }: StudioVoiceDeps<Signal>,
): StudioVoice<Signal> {
  const { sampleRate } = form;
  async function* speakPhrases(
    text: string,
    { signal, ...options }: SpeechOptions & { readonly signal?: Signal },
  ): AsyncGenerator<SpokenPhrase, void, undefined> {
    const { id, language, espeak } = chooseVoice(form, options);
    const spoken = SPOKEN_LANGUAGES[language];
    if (!spoken) throw new RangeError(`Nobody knows how “${language}” is pronounced`);
    const speed = Math.min(FASTEST, Math.max(SLOWEST, (options.rate ?? USUAL_RATE) / USUAL_RATE));
    // Half pairs and marks of control mean nothing to the program.
    const clean = text.toWellFormed().replace(/[^\P{Cc}\n]/gu, " ");
    const phrases = readPhrases(clean, {
      language,
      most: MAX_PHONEMES,
      pronounce: async (texts) =>
        (await pronounce({ texts, voice: espeak, data: spoken.data })).phonemes,
      ...(form.kind === "kokoro" && {
        respell: (phonemes: string) => respellForKokoro(phonemes, espeak),
      }),
    });
    for await (const phrase of phrases) {
      signal?.throwIfAborted();
      const said = await say(phrase.phonemes, { voice: id, speed, signal });
      const pause = Math.round(PAUSES[phrase.ends] * sampleRate);
      const samples = new Float32Array(said.samples.length + pause);
      samples.set(said.samples);
      yield {
        samples,
        sampleRate,
        ...placeWords(phrase, said, sampleRate),
        exact: said.times !== null,
      };
    }
  }
  return {
    speakPhrases,
    async speak(text, options) {
      const parts: SpokenPhrase[] = [];
      for await (const part of speakPhrases(text, options)) parts.push(part);
      const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0));
      let at = 0;
      const later = parts.map((part) => {
        const seconds = at / sampleRate;
        samples.set(part.samples, at);
        at += part.samples.length;
        return {
          words: part.words.map((word) => ({
            ...word,
            from: word.from + seconds,
            to: word.to + seconds,
          })),
          phonemes: part.phonemes.map((one) => ({ ...one, at: one.at + seconds })),
        };
      });
      return {
        samples,
        sampleRate,
        words: later.flatMap(({ words }) => words),
        phonemes: later.flatMap(({ phonemes }) => phonemes),
      };
    },
    close,
  };
}
