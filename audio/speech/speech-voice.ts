import { SPOKEN_LANGUAGES } from "./languages.ts";
import { type SpeechEvent, assignWordTimes } from "./word-times.ts";
import type { Reading, Speech, SpeechOptions, SpeechVoice } from "./speech.ts";
import { splitWords } from "./split-words.ts";
import { rereadText, spokenText } from "./spoken-text.ts";

/** Request to the synthesizer. */
export interface SpeechRequest {
  readonly text: string;
  readonly voice: string;
  /** File group of the language, in addition to the common files. */
  readonly data: string;
  readonly rate: number;
  readonly pitch: number;
  readonly range: number;
}
export interface SpeechAnswer {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly events: readonly SpeechEvent[];
}

export interface SpeechDeps {
  readonly ask: (request: SpeechRequest) => Promise<SpeechAnswer>;
  /** Kana readings of a Japanese text. */
  readonly readJapanese: (text: string) => Promise<readonly Reading[]>;
  readonly close: () => void;
}

interface Limits {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}
const RATE: Limits = { default: 165, min: 80, max: 450 };
const PITCH: Limits = { default: 50, min: 0, max: 99 };
const RANGE: Limits = { default: 50, min: 0, max: 100 };
const within = (value: number, { min, max }: Limits): number =>
  Math.min(max, Math.max(min, Math.round(value)));

/** The built-in voice, on top of the synthesizer. */
export function createSpeechVoice({ ask, readJapanese, close }: SpeechDeps): SpeechVoice {
  async function speak(text: string, options: SpeechOptions): Promise<Speech> {
    const { language, voice, rate = RATE.default, pitch = PITCH.default } = options;
    const { range = RANGE.default, readings = [], accent } = options;
    const spoken = SPOKEN_LANGUAGES[language];
    if (!spoken) throw new RangeError(`The built-in voice does not speak “${language}”`);
    // Lone surrogates and control characters are meaningless to the synthesizer.
    const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
    const words = splitWords(clean);
    if (words.length === 0)
      return { samples: new Float32Array(), sampleRate: 22_050, words: [], phonemes: [] };
    const isJapanese = language === "ja";
    // Stress marks would disturb the Japanese tokenizer.
    const written = spokenText(
      clean,
      isJapanese ? readings.map((one) => ({ ...one, stressed: false })) : readings,
    );
    const spokenSegments = isJapanese
      ? rereadText(written, await readJapanese(written.text))
      : written;
    const { samples, sampleRate, events } = await ask({
      text: spokenSegments.text,
      voice: (accent ?? spoken.voice) + (voice ? `+${voice}` : ""),
      data: spoken.data,
      rate: within(rate, RATE),
      pitch: within(pitch, PITCH),
      range: within(range, RANGE),
    });
    const seconds = samples.length / sampleRate;
    return {
      samples,
      sampleRate,
      words: assignWordTimes(words, events, spokenSegments.segments, {
        spoken: Array.from(spokenSegments.text).length,
        seconds,
      }),
      phonemes: events.flatMap(({ kind, at, phoneme = "" }) =>
        kind === "phoneme" ? [{ phoneme, at }] : [],
      ),
    };
  }
  return { speak, close };
}
