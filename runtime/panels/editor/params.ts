import type { FadeCurve } from "../../../audio/signal/fade.ts";
import type { JsonObject } from "../../workspace/types.ts";
import type { Values } from "../../audio/worker/protocol.ts";
import type { VolumeValues } from "./gain-plan.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";

export interface Fades {
  /** Seconds. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  readonly curve: FadeCurve;
}

/** What a job of the preset `trim` is given. */
export interface TrimParams extends JsonObject, Fades {
  /** Seconds; each becomes a file. */
  readonly regions: readonly { readonly start: number; readonly end: number }[];
  readonly output: WantedFormat;
}
/** What a job of the preset `volume` is given. */
export interface VolumeParams extends JsonObject {
  readonly values: VolumeValues & Values & JsonObject;
  readonly output: WantedFormat;
}

/** What is set in the preset `trim`. */
export interface TrimValues extends JsonObject, Fades {
  /** Ends go to places where the sound passes zero. */
  readonly snap: boolean;
  readonly loop: boolean;
  readonly output: WantedFormat;
}
/** What is set in the preset `volume`. */
export interface VolumeSetup extends JsonObject, VolumeValues {
  readonly output: WantedFormat;
}

/** `talk.mp3` → `talk-trim.wav`, or `talk-trim-2.wav` where there are several. */
export function resultName(
  name: string,
  { preset, ending, number }: { preset: string; ending: string; number?: number },
): string {
  const stem = name.replace(/\.[^.]{1,5}$/, "") || name;
  return `${stem}-${preset}${number === undefined ? "" : `-${number}`}.${ending}`;
}
