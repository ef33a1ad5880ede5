import { SPOKEN_LANGUAGES } from "./languages.ts";
import type { SpeechEvent, SpokenPiece } from "./place-words.ts";
import { placeWords } from "./place-words.ts";
import type { Speech, SpeechOptions, SpeechVoice } from "./speech.ts";
import { splitWords } from "./split-words.ts";

/** What the voice's program is asked. */
export interface SpeechRequest {
  readonly text: string;
  readonly voice: string;
  /** Group of files that the language needs beside what all need. */
  readonly data: string;
  readonly rate: number;
  readonly pitch: number;
}
export interface SpeechAnswer {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly events: readonly SpeechEvent[];
}

/** A word of a text that is written otherwise than it is read. */
export interface Reading {
  /** Characters (UTF-16) of the text. */
  readonly start: number;
  readonly end: number;
  /** Empty for what is not read. */
  readonly reading: string;
}

export interface SpeechDeps {
  readonly ask: (request: SpeechRequest) => Promise<SpeechAnswer>;
  /** Readings of Japanese, in kana. */
  readonly readJapanese: (text: string) => Promise<readonly Reading[]>;
  readonly close: () => void;
}

const RATE = { usual: 165, least: 80, most: 450 } as const;
const PITCH = { usual: 50, least: 0, most: 99 } as const;
const within = (value: number, { least, most }: typeof RATE | typeof PITCH): number =>
  Math.min(most, Math.max(least, Math.round(value)));

const lengthOf = (text: string): number => Array.from(text).length;

/** What is said for a text, and which part of it stands for what. */
function spokenOf(readings: readonly Reading[]): { text: string; pieces: SpokenPiece[] } {
  let text = "";
  let at = 0;
  const pieces: SpokenPiece[] = [];
  for (const { start, end, reading } of readings) {
    pieces.push({ at, start, end });
    text += `${reading} `;
    at += lengthOf(reading) + 1;
  }
  return { text, pieces };
}

/** A text that is read as it is written, code point by code point. */
function asWritten(text: string): { text: string; pieces: SpokenPiece[] } {
  let start = 0;
  return {
    text,
    pieces: Array.from(text).map((point, at) => {
      const piece = { at, start, end: start + point.length };
      start = piece.end;
      return piece;
    }),
  };
}

/** The built-in voice, over the program that speaks. */
export function createSpeechVoice({ ask, readJapanese, close }: SpeechDeps): SpeechVoice {
  async function speak(text: string, options: SpeechOptions): Promise<Speech> {
    const { language, voice, rate = RATE.usual, pitch = PITCH.usual } = options;
    const spoken = SPOKEN_LANGUAGES[language];
    if (!spoken) throw new RangeError(`The built-in voice does not speak “${language}”`);
    // Half pairs and marks of control mean nothing to the program.
    const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
    const words = splitWords(clean);
    if (words.length === 0)
      return { samples: new Float32Array(), sampleRate: 22_050, words: [], phonemes: [] };
    const said = language === "ja" ? spokenOf(await readJapanese(clean)) : asWritten(clean);
    const { samples, sampleRate, events } = await ask({
      text: said.text,
      voice: spoken.voice + (voice ? `+${voice}` : ""),
      data: spoken.data,
      rate: within(rate, RATE),
      pitch: within(pitch, PITCH),
    });
    const seconds = samples.length / sampleRate;
    return {
      samples,
      sampleRate,
      words: placeWords(words, events, said.pieces, { spoken: lengthOf(said.text), seconds }),
      phonemes: events.flatMap(({ kind, at, phoneme = "" }) =>
        kind === "phoneme" ? [{ phoneme, at }] : [],
      ),
    };
  }
  return { speak, close };
}
