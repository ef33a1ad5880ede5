import type { Refinement } from "#audio/narration/refine/refine-speech.ts";

export interface RefineRequest {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly refining: Refinement;
}

/** The call of the worker that refines speech. */
export type RefineCall = (
  request: RefineRequest,
) => Promise<{ readonly samples: Float32Array<ArrayBuffer> }>;
