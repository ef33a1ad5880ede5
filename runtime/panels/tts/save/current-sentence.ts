import type { PersonaId } from "../../../../audio/narration/personas.ts";
import type { SpokenSentence } from "../../../audio/spoken-text.ts";

/** A sentence that was changed after its text was spoken. */
export interface Change {
  readonly text: string;
  readonly persona: PersonaId | null;
}

/** A sentence as it is heard now. */
export interface CurrentSentence extends SpokenSentence {
  readonly isChanged: boolean;
  /** Seconds at which it begins. */
  readonly from: number;
}
