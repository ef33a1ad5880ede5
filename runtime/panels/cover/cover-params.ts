import { type CoverValues, COVER_PARAMETERS, type CoverTake } from "#audio/cover/cover-values.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import type { Values } from "#audio/tasks/task.ts";
import { type ChosenModel, valuesOf } from "../../panel-kit/settings/effect-params.ts";
import type { Json, JsonObject } from "../../contract/json.ts";

/** Values in a form that can be stored and passed to a job. */
export type StoredValues = CoverValues & Values & JsonObject;

/** Parameters of a job of this panel. */
export interface CoverParams extends JsonObject {
  readonly values: StoredValues;
  readonly output: RequestedFormat;
  /** The model that separates the song; missing for the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
  /** Id of the vocals that an earlier job has separated with the same engine. */
  readonly vocals?: string;
}

/** Role of a result of a job; the separated vocals are a result, too. */
export type Role = CoverTake | "vocals";

/** Stored settings; defaults for invalid values. */
export const coverValuesOf = (stored: Json | undefined): StoredValues =>
  valuesOf(COVER_PARAMETERS, stored) as StoredValues;

/** Whether the song is changed; reverb alone does not count. */
export const doesSomething = ({ voice, pitch, formant, key, level }: CoverValues): boolean =>
  voice !== "none" || pitch !== 0 || formant !== 0 || key !== 0 || level !== 0;

export const isSame = (a: CoverValues, b: CoverValues): boolean =>
  (Object.keys(COVER_PARAMETERS) as (keyof CoverValues)[]).every((name) => a[name] === b[name]);
