import type { Format } from "#audio/effect.ts";
import type { Failure } from "../protocol.ts";
import type { Segment } from "./segments.ts";

/** What the worker that writes tells a helper. */
export type ToHelper =
  | ({ readonly kind: "work"; readonly format: Format } & Segment)
  /** What it wants. */
  | { readonly kind: "resource"; readonly name: string; readonly bytes: ArrayBuffer };

/** What becomes of a segment: the output is in the place of the frames that were wanted. */
export type SegmentResult = ({ readonly kind: "segment" } & Segment) | Failure;

/** What a helper says. Each segment is answered, in their order. */
export type FromHelper =
  | SegmentResult
  /** So many frames of the segment are done. */
  | { readonly kind: "progress"; readonly frames: number }
  /** Its effect asks for a file, such as weights: it is loaded once for all helpers. */
  | { readonly kind: "wants"; readonly name: string };
