/** How a text is to be spoken. */
export interface SpeechOptions {
  /** Code of a locale, one of `SPOKEN_LANGUAGES`. */
  readonly language: string;
  /** A variant of the voice, such as `f3` or `m2`; the plain one where it is missing. */
  readonly voice?: string;
  /** Another kind of the language, as eSpeak NG knows it, such as `en-gb-x-rp`. */
  readonly accent?: string;
  /** Words a minute, 80 to 450. */
  readonly rate?: number;
  /** 0 to 99; 50 is the voice's own. */
  readonly pitch?: number;
  /** How far the pitch moves, 0 to 100; 50 is the voice's own. */
  readonly range?: number;
  /** Parts of the text that are read otherwise than they are written, in their order. */
  readonly readings?: readonly Reading[];
}

/** A part of a text that is read otherwise than it is written. */
export interface Reading {
  /** Characters (UTF-16) of the text. */
  readonly start: number;
  readonly end: number;
  /** Empty for what is not read. */
  readonly reading: string;
  /** Whether the voice stresses it. */
  readonly stressed?: boolean;
}

/** A word with its place in a text and its time in a sound. */
export interface SpokenWord {
  readonly text: string;
  /** Characters (UTF-16) of the text, from the first to before the second. */
  readonly start: number;
  readonly end: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A sound of the voice's own phonemes (IPA). */
export interface SpokenPhoneme {
  readonly phoneme: string;
  /** Seconds at which it begins. */
  readonly at: number;
}

/** A text that is spoken. */
export interface Speech {
  /** −1 to 1 */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly words: readonly SpokenWord[];
  readonly phonemes: readonly SpokenPhoneme[];
}

/** A voice. Texts are spoken one after the other. */
export interface SpeechVoice {
  /**
   * Speaks a text; of one without words it gives no samples.
   * @throws {RangeError} where the language is none of `SPOKEN_LANGUAGES`
   * @throws {Error} where the voice, or what a language needs, could not be loaded
   */
  speak(text: string, options: SpeechOptions): Promise<Speech>;
  close(): void;
}
