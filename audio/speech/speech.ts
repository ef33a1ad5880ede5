export interface SpeechOptions {
  /** Locale code, one of `SPOKEN_LANGUAGES`. */
  readonly language: string;
  /** eSpeak variant, for example `f3` or `m2`; defaults to the plain voice. */
  readonly voice?: string;
  /** eSpeak NG accent, for example `en-gb-x-rp`. */
  readonly accent?: string;
  /** Words per minute, 80 to 450. */
  readonly rate?: number;
  /** 0 to 99; 50 is the voice's default. */
  readonly pitch?: number;
  /** Pitch range, 0 to 100; 50 is the voice's default. */
  readonly range?: number;
  /** Parts of the text with a different pronunciation, in order. */
  readonly readings?: readonly Reading[];
}

/** A part of a text that is pronounced differently from its spelling. */
export interface Reading {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Empty if it is not pronounced. */
  readonly reading: string;
  /** Whether it is stressed. */
  readonly stressed?: boolean;
}

/** A word with its range in the text and its time in the sound. */
export interface SpokenWord {
  readonly text: string;
  /** UTF-16 offsets in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A phoneme (IPA) of the voice. */
export interface SpokenPhoneme {
  readonly phoneme: string;
  /** Start time in seconds. */
  readonly at: number;
}

/** A synthesized text. */
export interface Speech {
  /** −1 to 1 */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly words: readonly SpokenWord[];
  readonly phonemes: readonly SpokenPhoneme[];
}

/** A voice. Texts are synthesized one after the other. */
export interface SpeechVoice {
  /**
   * Synthesizes a text; returns no samples if it has no words.
   * @throws {RangeError} if the language is not one of `SPOKEN_LANGUAGES`
   * @throws {Error} if the voice or the files of a language could not be loaded
   */
  speak(text: string, options: SpeechOptions): Promise<Speech>;
  close(): void;
}
