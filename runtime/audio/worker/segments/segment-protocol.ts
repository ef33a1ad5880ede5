import type { Format } from "#audio/effect.ts";
import type { Failure } from "#audio/tasks/failure.ts";
import type { Segment } from "./segments.ts";

/** Messages from the writing worker to a helper. */
export type ToHelper =
  | ({ readonly kind: "work"; readonly format: Format } & Segment)
  /** The resource that the helper requested. */
  | { readonly kind: "resource"; readonly name: string; readonly bytes: ArrayBuffer };

/** Result of a segment: the output replaces the requested frames. */
export type SegmentResult = ({ readonly kind: "segment" } & Segment) | Failure;

/** Messages from a helper. Segments are answered in order. */
export type FromHelper =
  | SegmentResult
  /** Frames of the segment that have been processed. */
  | { readonly kind: "progress"; readonly frames: number }
  /** The effect requests a file, such as weights, which is loaded once for all helpers. */
  | { readonly kind: "wants"; readonly name: string };
