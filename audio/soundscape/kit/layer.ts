import type { Random } from "./random.ts";

/** Frames per block of a layer: controls and drifts change between blocks. */
export const QUANTUM = 128;

export interface LayerContext {
  /** Hz */
  readonly sampleRate: number;
  /** The layer's own random source. */
  readonly random: Random;
}

/** Controls that may change during playback. */
export interface LayerControls {
  /** 0 to 1; the meaning depends on the layer, for example drizzle to downpour. */
  readonly character: number;
  /** What it falls on, for layers that have surfaces. */
  readonly surface: Surface;
}

export const SURFACES = ["leaves", "window", "roof"] as const;
export type Surface = (typeof SURFACES)[number];

/** An endless stereo sound. */
export interface Layer {
  /** Adds the next `QUANTUM` frames to zeroed arrays. */
  fill(left: Float32Array, right: Float32Array, controls: LayerControls): void;
}

export type CreateLayer = (context: LayerContext) => Layer;

/** Linear interpolation by character. */
export const interpolate = (min: number, max: number, character: number): number =>
  min + (max - min) * character;

/** Geometric interpolation by character, for frequencies, rates and decays. */
export const interpolateRatio = (min: number, max: number, character: number): number =>
  min * (max / min) ** character;
