import type { FadeCurve } from "#audio/signal/fade.ts";
import type { Values } from "#audio/tasks/task.ts";
import type { VolumeValues } from "./gain-plan.ts";
import type { RequestedFormat } from "#runtime/audio/requested-format.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

export interface Fades {
  /** Seconds. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  readonly curve: FadeCurve;
}

/** Parameters of a job of the preset `trim`. */
export interface TrimParams extends JsonObject, Fades {
  /** Ranges in seconds; each becomes a file. */
  readonly regions: readonly { readonly start: number; readonly end: number }[];
  readonly output: RequestedFormat;
  /** See `EffectParams`. */
  readonly lowerBy?: number;
}
/** Parameters of a job of the preset `volume`. */
export interface VolumeParams extends JsonObject {
  readonly values: VolumeValues & Values & JsonObject;
  readonly output: RequestedFormat;
}

/** Settings of the preset `trim`. */
export interface TrimValues extends JsonObject, Fades {
  /** Whether ends of regions move to zero crossings. */
  readonly snap: boolean;
  readonly loop: boolean;
  readonly output: RequestedFormat;
}
/** Settings of the preset `volume`. */
export interface VolumeSetup extends JsonObject, VolumeValues {
  readonly output: RequestedFormat;
}
