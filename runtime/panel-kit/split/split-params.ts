import type { SeparationPreset } from "#audio/separation/presets.ts";
import type { StemSpec } from "#audio/tasks/run-separation.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import type { ChosenModel } from "../settings/effect-params.ts";
import type { JsonObject } from "../../contract/json.ts";

/** Parameters of a job that separates a song. */
export interface SplitParams extends JsonObject {
  /** Separation preset of the built-in engine. */
  readonly split: SeparationPreset;
  readonly stems: readonly (StemSpec & JsonObject)[];
  readonly output: RequestedFormat;
  /** The separated range of the file; missing for all of it. */
  readonly part?: TimeRange;
  /** The chosen model; missing for the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}
