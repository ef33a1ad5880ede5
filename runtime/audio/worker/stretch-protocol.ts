import type { Block, Format } from "../../../audio/effect.ts";
import type { FaultParams } from "./media-fault.ts";
import type { Stretch } from "./stretches.ts";

/** What the worker that writes asks a helper for. */
export interface StretchRequest extends Stretch {
  readonly format: Format;
}

/** What a helper says. Each request is answered, in their order, by a stretch or by what went wrong. */
export type StretchAnswer =
  | { readonly kind: "stretch"; readonly output: Block }
  | { readonly kind: "fault"; readonly code: string; readonly params: FaultParams }
  | { readonly kind: "broken"; readonly name: string; readonly message: string };
export type FromHelper =
  | StretchAnswer
  /** So many frames of the stretch are done. */
  | { readonly kind: "progress"; readonly frames: number };
