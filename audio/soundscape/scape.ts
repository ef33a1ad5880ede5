import { type Surface, SURFACES } from "./kit/layer.ts";

/** Layers, in the order in which they are shown. */
export const LAYERS = [
  "rain",
  "wind",
  "waves",
  "fire",
  "night",
  "fan",
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

/** What is set of a layer. */
export interface LayerSetting {
  /** dB, within `LEVEL`; 0 is as loud as any other layer. */
  readonly level: number;
  /** −1 left to 1 right. */
  readonly pan: number;
  /** 0 stays where it is, 1 wanders over all places. */
  readonly movement: number;
  /** 0 to 1, see each layer. */
  readonly character: number;
  readonly surface: Surface;
}

/** A sound of layers, which goes on for as long as it is listened to. */
export interface Scape {
  /** A whole number: another one, another rain. */
  readonly seed: number;
  /** Those that sound. */
  readonly layers: Readonly<Partial<Record<LayerName, LayerSetting>>>;
  /** For headphones: layers have a place around the head. */
  readonly binaural: boolean;
}

/** How much of it is written. */
export interface ScapeLength {
  /** Of the whole, within `SECONDS`. */
  readonly seconds: number;
  /** Its end goes on in its beginning. */
  readonly loop: boolean;
  /** Seconds at the end in which it falls asleep; a loop has none. */
  readonly fade: number;
}

/** A scape that is written as a file. */
export interface WrittenScape {
  readonly scape: Scape;
  readonly length: ScapeLength;
}

/** dB */
export const LEVEL = { least: -36, most: 6 } as const;
export const SECONDS = { least: 10, most: 3600 } as const;

export const USUAL_SETTING: LayerSetting = {
  level: 0,
  pan: 0,
  movement: 0,
  character: 0.5,
  surface: SURFACES[0],
};
