import type { CreateLayer } from "./kit/layer.ts";
import type { LayerName } from "./scape.ts";
import { createBrush } from "./layers/brush.ts";
import { createFan } from "./layers/fan.ts";
import { createFire } from "./layers/fire.ts";
import { createKeyboard } from "./layers/keyboard.ts";
import { createNight } from "./layers/night.ts";
import { createNoise } from "./layers/noise.ts";
import { createPage } from "./layers/page.ts";
import { createPurr } from "./layers/purr.ts";
import { createRain } from "./layers/rain.ts";
import { createScissors } from "./layers/scissors.ts";
import { createTapping } from "./layers/tapping.ts";
import { createVinyl } from "./layers/vinyl.ts";
import { createWaves } from "./layers/waves.ts";
import { createWhisper } from "./layers/whisper.ts";
import { createWind } from "./layers/wind.ts";

/** Factory of each layer, and the gain that gives all layers the same loudness. */
export const LAYER_MAKERS: Readonly<
  Record<LayerName, { readonly create: CreateLayer; readonly gain: number }>
> = {
  rain: { create: createRain, gain: 1.2 },
  wind: { create: createWind, gain: 0.63 },
  waves: { create: createWaves, gain: 0.23 },
  fire: { create: createFire, gain: 0.5 },
  night: { create: createNight, gain: 1 },
  fan: { create: createFan, gain: 0.27 },
  noise: { create: createNoise, gain: 0.1 },
  vinyl: { create: createVinyl, gain: 1.16 },
  purr: { create: createPurr, gain: 0.46 },
  whisper: { create: createWhisper, gain: 0.51 },
  brush: { create: createBrush, gain: 0.47 },
  tapping: { create: createTapping, gain: 0.45 },
  page: { create: createPage, gain: 0.41 },
  scissors: { create: createScissors, gain: 0.95 },
  keyboard: { create: createKeyboard, gain: 0.73 },
};
