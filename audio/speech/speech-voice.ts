import { SPOKEN_LANGUAGES } from "./languages.ts";
import { type SpeechEvent, placeWords } from "./place-words.ts";
import type { Reading, Speech, SpeechOptions, SpeechVoice } from "./speech.ts";
import { splitWords } from "./split-words.ts";
import { rereadText, spokenText } from "./spoken-text.ts";

/** What the voice's program is asked. */
export interface SpeechRequest {
  readonly text: string;
  readonly voice: string;
  /** Group of files that the language needs beside what all need. */
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
  /** Readings of Japanese, in kana, of all of a text. */
  readonly readJapanese: (text: string) => Promise<readonly Reading[]>;
  readonly close: () => void;
}

interface Limits {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}
const RATE: Limits = { usual: 165, least: 80, most: 450 };
const PITCH: Limits = { usual: 50, least: 0, most: 99 };
const RANGE: Limits = { usual: 50, least: 0, most: 100 };
const within = (value: number, { least, most }: Limits): number =>
  Math.min(most, Math.max(least, Math.round(value)));

/** The built-in voice, over the program that speaks. */
export function createSpeechVoice({ ask, readJapanese, close }: SpeechDeps): SpeechVoice {
  async function speak(text: string, options: SpeechOptions): Promise<Speech> {
    const { language, voice, rate = RATE.usual, pitch = PITCH.usual } = options;
    const { range = RANGE.usual, readings = [], accent } = options;
    const spoken = SPOKEN_LANGUAGES[language];
    if (!spoken) throw new RangeError(`The built-in voice does not speak “${language}”`);
    // Half pairs and marks of control mean nothing to the program.
    const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
    const words = splitWords(clean);
    if (words.length === 0)
      return { samples: new Float32Array(), sampleRate: 22_050, words: [], phonemes: [] };
    const isJapanese = language === "ja";
    // Whoever reads Japanese would read the marks of stress, too.
    const written = spokenText(
      clean,
      isJapanese ? readings.map((one) => ({ ...one, stressed: false })) : readings,
    );
    const said = isJapanese ? rereadText(written, await readJapanese(written.text)) : written;
    const { samples, sampleRate, events } = await ask({
      text: said.text,
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
      words: placeWords(words, events, said.pieces, {
        spoken: Array.from(said.text).length,
        seconds,
      }),
      phonemes: events.flatMap(({ kind, at, phoneme = "" }) =>
        kind === "phoneme" ? [{ phoneme, at }] : [],
      ),
    };
  }
  return { speak, close };
}
