import type { Block } from "../../../audio/effect.ts";
import type { FaultParams } from "./media-fault.ts";

/** What the worker that writes asks a helper for. Frames of the input. */
export interface StretchRequest {
  readonly from: number;
  readonly count: number;
}

/** What a helper answers, in the order of the requests. */
export type StretchAnswer =
  | {
      readonly kind: "stretch";
      /** Fewer frames than were asked for where the sound ends. */
      readonly input: Block;
      readonly output: Block;
    }
  | { readonly kind: "fault"; readonly code: string; readonly params: FaultParams }
  | { readonly kind: "broken"; readonly name: string; readonly message: string };
