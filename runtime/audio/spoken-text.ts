import type { SpokenWord } from "#audio/speech/speech.ts";
import type { VoiceId } from "./voices/voices.ts";

/** A sentence of a text that was spoken, and where it lies in its sound. */
export interface SpokenSentence {
  /** As it is written, with its marks. */
  readonly text: string;
  /** Who speaks it; null: who speaks the text. */
  readonly persona: VoiceId | null;
  /** Place among the chapters. */
  readonly chapter: number;
  readonly endsParagraph: boolean;
  /** Frames of the sound, from the first to before the second; its rest follows. */
  readonly start: number;
  readonly end: number;
  /** Frames of silence behind it. */
  readonly rest: number;
  /** Places in its text, and seconds from its beginning. */
  readonly words: readonly SpokenWord[];
}

/** What was spoken, beside its sound. */
export interface SpokenText {
  /** Hz */
  readonly sampleRate: number;
  /** Names of the chapters; empty for what stands before the first heading. */
  readonly chapters: readonly string[];
  readonly sentences: readonly SpokenSentence[];
}
