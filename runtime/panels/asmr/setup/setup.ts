import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { SURFACES } from "#audio/soundscape/kit/layer.ts";
import { type ScapePreset, PRESET_LAYERS } from "#audio/soundscape/presets.ts";
import {
  type LayerName,
  type LayerSetting,
  type Scape,
  type ScapeLength,
  LAYERS,
  LEVEL,
  SECONDS,
  DEFAULT_SETTING,
} from "#audio/soundscape/scape.ts";
import { objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";

/** A layer in the panel; its settings are retained while it is off. */
export interface LayerState extends LayerSetting {
  readonly on: boolean;
}

/** Settings of the panel. */
export interface ScapeSetup {
  readonly seed: number;
  readonly layers: Readonly<Record<LayerName, LayerState>>;
  readonly binaural: boolean;
  /** Seconds. */
  readonly seconds: number;
  readonly loop: boolean;
  /** Length of the fade-out in minutes. */
  readonly fade: number;
  readonly output: OutputFormat;
}

/** Parameters of a job of this panel. */
export interface ScapeParams {
  readonly scape: Scape;
  readonly length: ScapeLength;
  readonly output: OutputFormat;
}

/** Selectable lengths of the fade-out in minutes. */
export const FADES = [0, 1, 5, 15, 30] as const;
/** Selectable lengths in seconds, with smaller steps for short loops. */
export const LENGTHS = [
  15, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600,
] as const;

const SEEDS = [0, 2 ** 31] as const;

const onWith = (layers: Scape["layers"]): ScapeSetup["layers"] =>
  Object.fromEntries(
    LAYERS.map((name) => [
      name,
      { ...(layers[name] ?? DEFAULT_SETTING), on: layers[name] !== undefined },
    ]),
  ) as Record<LayerName, LayerState>;

/** The layers of a preset; settings of other layers are reset. */
export const layersOf = (preset: ScapePreset): ScapeSetup["layers"] =>
  onWith(PRESET_LAYERS[preset]);

const DEFAULT_SETUP: ScapeSetup = {
  seed: 1,
  layers: layersOf("window"),
  binaural: false,
  seconds: 300,
  loop: false,
  fade: 0,
  output: "wav16",
};

function layerFrom(stored: Json | undefined, defaults: LayerState): LayerState {
  const { on, surface, ...given } = objectOf(stored);
  return {
    on: typeof on === "boolean" ? on : defaults.on,
    level: within(given["level"], [LEVEL.min, LEVEL.max], defaults.level),
    pan: within(given["pan"], [-1, 1], defaults.pan),
    movement: within(given["movement"], [0, 1], defaults.movement),
    character: within(given["character"], [0, 1], defaults.character),
    surface: SURFACES.find((name) => name === surface) ?? defaults.surface,
  };
}

/** Settings from stored ones; defaults for invalid values. */
export function setupFrom(stored: JsonObject = {}): ScapeSetup {
  const layers = objectOf(stored["layers"]);
  const isFlag = (name: string): boolean => stored[name] === true;
  return {
    seed: Math.floor(within(stored["seed"], SEEDS, DEFAULT_SETUP.seed)),
    layers: Object.fromEntries(
      LAYERS.map((name) => [name, layerFrom(layers[name], DEFAULT_SETUP.layers[name])]),
    ) as ScapeSetup["layers"],
    binaural: isFlag("binaural"),
    seconds: within(stored["seconds"], [SECONDS.min, SECONDS.max], DEFAULT_SETUP.seconds),
    loop: isFlag("loop"),
    fade: FADES.find((minutes) => minutes === stored["fade"]) ?? DEFAULT_SETUP.fade,
    output:
      (Object.keys(OUTPUT_FORMATS) as OutputFormat[]).find((name) => name === stored["output"]) ??
      DEFAULT_SETUP.output,
  };
}

/** The audible soundscape. */
export const scapeOf = ({ seed, layers, binaural }: ScapeSetup): Scape => ({
  seed,
  binaural,
  layers: Object.fromEntries(
    LAYERS.filter((name) => layers[name].on).map((name) => {
      const { on: _on, ...setting } = layers[name];
      return [name, setting];
    }),
  ),
});

/** Length and loop of the file. */
export const lengthOf = ({ seconds, loop, fade }: ScapeSetup): ScapeLength => ({
  seconds,
  loop,
  fade: loop ? 0 : Math.min(60 * fade, seconds),
});

/** Whether the layers equal those of a preset. */
export const isPreset = ({ layers }: Pick<ScapeSetup, "layers">, preset: ScapePreset): boolean => {
  const presetLayers = layersOf(preset);
  return LAYERS.every((name) => {
    const { on, ...setting } = layers[name];
    const { on: isOn, ...layerDefaults } = presetLayers[name];
    return on === isOn && (!on || JSON.stringify(setting) === JSON.stringify(layerDefaults));
  });
};

/** A file name by its layers, without extension: `rain-fire-5min`. */
export function nameOf({ layers }: Scape, { seconds, loop }: ScapeLength): string {
  const length = seconds % 60 === 0 ? `${seconds / 60}min` : `${seconds}s`;
  return [...Object.keys(layers), length, ...(loop ? ["loop"] : [])].join("-");
}
