import type { SpokenWord } from "#audio/speech/speech.ts";
import type { VoiceId } from "./voices/voices.ts";

/** A synthesized sentence, and its position in the sound. */
export interface SpokenSentence {
  /** The text as written, with punctuation. */
  readonly text: string;
  /** The speaker; null: the speaker of the text. */
  readonly persona: VoiceId | null;
  /** Index of its chapter. */
  readonly chapter: number;
  readonly endsParagraph: boolean;
  /** Frame range of the sound, without the pause after it. */
  readonly start: number;
  readonly end: number;
  /** Frames of silence after it. */
  readonly rest: number;
  /** Positions in its text, and seconds from its start. */
  readonly words: readonly SpokenWord[];
}

/** Sentences and chapters of synthesized speech. */
export interface SpokenText {
  /** Hz */
  readonly sampleRate: number;
  /** Chapter titles; empty for the text before the first heading. */
  readonly chapters: readonly string[];
  readonly sentences: readonly SpokenSentence[];
}
