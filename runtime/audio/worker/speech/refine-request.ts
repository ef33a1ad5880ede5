import type { Refinement } from "#audio/narration/refine/refine-speech.ts";

/** What the worker that refines speech is asked; it answers with samples. */
export interface RefineRequest {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly refining: Refinement;
}
