import type { VoiceForm } from "#core/models/forms.ts";
import { respellForKokoro } from "../nets/speaking/kokoro.ts";
import {
  type SynthesizedSpeech,
  type SynthesisOptions,
  MAX_PHONEMES,
} from "../nets/speaking/speech-synthesis-net.ts";
import { SPOKEN_LANGUAGES, scriptOf, speaksLocale } from "./languages.ts";
import { type Phrase, joinClauses, readPhrases } from "./phrases.ts";
import { type ReadScript, pronounceScript } from "./pronounce-script.ts";
import type { Speech, SpeechOptions, SpeechVoice, SpokenWord } from "./speech.ts";

/** Request to the phonemizer. */
export interface PronounceRequest {
  readonly texts: readonly string[];
  /** eSpeak NG voice. */
  readonly voice: string;
  /** File group of the language, in addition to the common files. */
  readonly data: string;
}
export interface PronounceAnswer {
  /** One per text: IPA, words separated by spaces, clauses by line breaks. */
  readonly phonemes: readonly string[];
}

/** The used part of an `AbortSignal`. */
interface Stop {
  throwIfAborted(): void;
}

export interface StudioVoiceDeps<Signal extends Stop> {
  readonly pronounce: (request: PronounceRequest) => Promise<PronounceAnswer>;
  readonly read: ReadScript;
  /** Synthesizes a phrase with the network; stops with the signal. */
  readonly synthesize: (
    phonemes: string,
    options: SynthesisOptions & { readonly signal?: Signal | undefined },
  ) => Promise<SynthesizedSpeech>;
  readonly close: () => void;
}

/** A synthesized phrase of a text; times are relative to its beginning. */
export interface SpokenPhrase extends Speech {
  /** Whether the network reported word times; otherwise they are estimated from the phonemes. */
  readonly exact: boolean;
}

/** A voice of a studio model. */
export interface StudioVoice<Signal extends Stop = Stop> extends SpeechVoice {
  /**
   * Synthesizes a text phrase by phrase and yields each as soon as it is ready: constant memory.
   * Each phrase includes the pause after it.
   * @throws {RangeError} if the voice does not speak that language
   */
  speakPhrases(
    text: string,
    options: SpeechOptions & { readonly signal?: Signal },
  ): AsyncGenerator<SpokenPhrase, void, undefined>;
}

/** Default words per minute of voices, in units of `SpeechOptions.rate`. */
const DEFAULT_RATE = 165;
/** Speed limits; beyond them voices break up. */
const MIN_SPEED = 0.5;
const FASTEST = 2;
/** Seconds of silence after each kind of end. */
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

/** @throws {RangeError} if no voice speaks that language */
function chooseVoice(form: VoiceForm, { language, voice }: SpeechOptions): Chosen {
  if (form.kind === "piper") {
    if (form.language !== language) throw new RangeError(`The voice does not speak “${language}”`);
    return { id: voice, language, espeak: form.espeak };
  }
  const own = form.voices.filter((one) => speaksLocale(one, language));
  const chosen = voice === undefined ? own[0] : own.find(({ id }) => id === voice);
  if (!chosen) throw new RangeError(`No voice ${voice ?? ""} speaks “${language}”`);
  return chosen;
}

function assignWordTimes(
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
 * A voice of a studio model with the interface of the built-in one: the phonemizer (decision 031)
 * provides the input of the network. Pitch is fixed: `SpeechOptions.pitch` is ignored.
 */
export function createStudioVoice<Signal extends Stop>(
  form: VoiceForm,
  { pronounce, read, synthesize, close }: StudioVoiceDeps<Signal>,
): StudioVoice<Signal> {
  const { sampleRate } = form;
  async function* speakPhrases(
    text: string,
    { signal, ...options }: SpeechOptions & { readonly signal?: Signal },
  ): AsyncGenerator<SpokenPhrase, void, undefined> {
    const { id, language, espeak } = chooseVoice(form, options);
    const spoken = SPOKEN_LANGUAGES[language];
    if (!spoken) throw new RangeError(`Nobody knows how “${language}” is pronounced`);
    const speed = Math.min(
      FASTEST,
      Math.max(MIN_SPEED, (options.rate ?? DEFAULT_RATE) / DEFAULT_RATE),
    );
    // Lone surrogates and control characters are meaningless to the phonemizer.
    const clean = text.toWellFormed().replace(/[^\P{Cc}\n]/gu, " ");
    const pronounceWith = async (texts: readonly string[], voice: string, data: string) => {
      const phonemes = (await pronounce({ texts, voice, data })).phonemes.map(joinClauses);
      return form.kind === "kokoro"
        ? phonemes.map((one) => respellForKokoro(one, voice))
        : phonemes;
    };
    const script = form.kind === "kokoro" ? scriptOf(language) : null;
    const phrases = readPhrases(clean, {
      language,
      maxPhonemes: MAX_PHONEMES,
      pronounce: (texts) =>
        script
          ? pronounceScript(texts, script, {
              read,
              pronounceEnglish: (words) => pronounceWith(words, "en-us", "base"),
            })
          : pronounceWith(texts, espeak, spoken.data),
    });
    for await (const phrase of phrases) {
      signal?.throwIfAborted();
      const result = await synthesize(phrase.phonemes, { voice: id, speed, signal });
      const pause = Math.round(PAUSES[phrase.ends] * sampleRate);
      const samples = new Float32Array(result.samples.length + pause);
      samples.set(result.samples);
      yield {
        samples,
        sampleRate,
        ...assignWordTimes(phrase, result, sampleRate),
        exact: result.times !== null,
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
