import { type Surface, SURFACES } from "./kit/layer.ts";

/** Layers in display order. */
export const LAYERS = [
  "rain",
  "wind",
  "waves",
  "fire",
  "night",
  "fan",
  "noise",
  "vinyl",
  "purr",
  "whisper",
  "brush",
  "tapping",
  "page",
  "scissors",
  "keyboard",
] as const;
export type LayerName = (typeof LAYERS)[number];

/** Settings of a layer. */
export interface LayerSetting {
  /** dB, within `LEVEL`; at 0, all layers are equally loud. */
  readonly level: number;
  /** −1 (left) to 1 (right). */
  readonly pan: number;
  /** 0 stays at its position, 1 moves across all positions. */
  readonly movement: number;
  /** 0 to 1, see each layer. */
  readonly character: number;
  readonly surface: Surface;
}

/** An endless sound made of layers. */
export interface Scape {
  /** An integer; another seed yields another variation. */
  readonly seed: number;
  /** Active layers. */
  readonly layers: Readonly<Partial<Record<LayerName, LayerSetting>>>;
  /** For headphones: positions layers around the head. */
  readonly binaural: boolean;
}

/** Length and ending of an exported soundscape. */
export interface ScapeLength {
  /** Total length, within `SECONDS`. */
  readonly seconds: number;
  /** Whether its end continues seamlessly at its beginning. */
  readonly loop: boolean;
  /** Seconds of the final fade-out; ignored for loops. */
  readonly fade: number;
}

/** A soundscape to be exported as a file. */
export interface WrittenScape {
  readonly scape: Scape;
  readonly length: ScapeLength;
}

/** dB */
export const LEVEL = { min: -36, max: 6 } as const;
export const SECONDS = { min: 10, max: 3600 } as const;

export const DEFAULT_SETTING: LayerSetting = {
  level: 0,
  pan: 0,
  movement: 0,
  character: 0.5,
  surface: SURFACES[0],
};
