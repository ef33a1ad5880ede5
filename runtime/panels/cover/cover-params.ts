import { type CoverValues, COVER_PARAMETERS, type CoverTake } from "#audio/cover/cover-values.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import type { Values } from "../../audio/worker/protocol.ts";
import { type ChosenModel, valuesOf } from "../../panel-kit/settings/effect-params.ts";
import type { Json, JsonObject } from "../../contract/json.ts";

/** Values that can be kept, and told to a job. */
export type StoredValues = CoverValues & Values & JsonObject;

/** What a job of this panel is given. */
export interface CoverParams extends JsonObject {
  readonly values: StoredValues;
  readonly output: WantedFormat;
  /** The net that splits the song, where it is not the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
  /** Id of the result that an earlier job has split off as the voice, by the same engine. */
  readonly vocals?: string;
}

/** Which of a job's results it is: what was split off is one, too. */
export type Role = CoverTake | "vocals";

/** What was kept, as far as it still holds; the rest as it is usual. */
export const coverValuesOf = (kept: Json | undefined): StoredValues =>
  valuesOf(COVER_PARAMETERS, kept) as StoredValues;

/** Whether anything is done to the song; a room alone is nothing. */
export const doesSomething = ({ voice, pitch, formant, key, level }: CoverValues): boolean =>
  voice !== "none" || pitch !== 0 || formant !== 0 || key !== 0 || level !== 0;

export const isSame = (a: CoverValues, b: CoverValues): boolean =>
  (Object.keys(COVER_PARAMETERS) as (keyof CoverValues)[]).every((name) => a[name] === b[name]);
