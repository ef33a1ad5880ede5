import type { SpokenSentence } from "#runtime/audio/spoken-text.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";

/** A sentence that was changed after its text was spoken. */
export interface Change {
  readonly text: string;
  readonly persona: VoiceId | null;
}

/** A sentence as it is heard now. */
export interface CurrentSentence extends SpokenSentence {
  readonly isChanged: boolean;
  /** Seconds at which it begins. */
  readonly from: number;
}
