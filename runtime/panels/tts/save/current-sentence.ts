import type { SpokenSentence } from "#runtime/audio/spoken-text.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";

/** An edit of a sentence after the text was spoken. */
export interface Change {
  readonly text: string;
  readonly persona: VoiceId | null;
}

/** A sentence with its edits. */
export interface CurrentSentence extends SpokenSentence {
  readonly isChanged: boolean;
  /** Start in seconds. */
  readonly from: number;
}
