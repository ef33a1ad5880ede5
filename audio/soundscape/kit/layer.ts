import type { Random } from "./random.ts";

/** Frames that a layer makes at once: what is set and what drifts moves on between two of them. */
export const QUANTUM = 128;

/** What a layer is made with. */
export interface LayerContext {
  /** Hz */
  readonly sampleRate: number;
  /** Its own chance. */
  readonly random: Random;
}

/** What may change while it sounds. */
export interface Colour {
  /** 0 to 1: what that means is the layer's, such as from drizzle to downpour. */
  readonly character: number;
  /** What it falls on, for layers that have surfaces. */
  readonly surface: Surface;
}

export const SURFACES = ["leaves", "window", "roof"] as const;
export type Surface = (typeof SURFACES)[number];

/** An endless sound in stereo, as wide as it is by itself. */
export interface Layer {
  /** Adds the next `QUANTUM` frames to silence. */
  fill(left: Float32Array, right: Float32Array, colour: Colour): void;
}

export type CreateLayer = (context: LayerContext) => Layer;

/** Between two values, by a character. */
export const mixed = (least: number, most: number, character: number): number =>
  least + (most - least) * character;

/** The same for what is heard as ratios: frequencies, rates, decays. */
export const mixedRatio = (least: number, most: number, character: number): number =>
  least * (most / least) ** character;
