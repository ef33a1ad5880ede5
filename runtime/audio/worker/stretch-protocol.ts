import type { Format } from "../../../audio/effect.ts";
import type { Failure } from "./protocol.ts";
import type { Stretch } from "./stretches.ts";

/** What the worker that writes tells a helper. */
export type ToHelper =
  | ({ readonly kind: "work"; readonly format: Format } & Stretch)
  /** What it wants. */
  | { readonly kind: "resource"; readonly name: string; readonly bytes: ArrayBuffer };

/** What becomes of a stretch: the output is in the place of the frames that were wanted. */
export type StretchAnswer = ({ readonly kind: "stretch" } & Stretch) | Failure;

/** What a helper says. Each stretch is answered, in their order. */
export type FromHelper =
  | StretchAnswer
  /** So many frames of the stretch are done. */
  | { readonly kind: "progress"; readonly frames: number }
  /** Its effect asks for a file, such as weights: it is loaded once for all helpers. */
  | { readonly kind: "wants"; readonly name: string };
