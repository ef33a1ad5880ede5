import type { SeparationPreset } from "#audio/separation/presets.ts";
import type { StemSpec } from "../../audio/worker/protocol.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import type { ChosenModel } from "../settings/effect-params.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";

/** What a job that takes a song apart is given. */
export interface SplitParams extends JsonObject {
  /** What the built-in engine takes it for. */
  readonly split: SeparationPreset;
  readonly stems: readonly (StemSpec & JsonObject)[];
  readonly output: WantedFormat;
  /** The segment of the file that is split; all of it where it is missing. */
  readonly part?: TimeRange;
  /** The net that the visitor chose, where it is not the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}
