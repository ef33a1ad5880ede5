import { type LayerName, type LayerSetting, DEFAULT_SETTING } from "./scape.ts";

export const SCAPE_PRESETS = [
  "window",
  "campfire",
  "shore",
  "study",
  "attic",
  "hearth",
  "salon",
  "close",
  "fan",
  "record",
  "white",
  "pink",
  "brown",
] as const;
export type ScapePreset = (typeof SCAPE_PRESETS)[number];

type Layers = Readonly<Partial<Record<LayerName, LayerSetting>>>;
const set = (setting: Partial<LayerSetting>): LayerSetting => ({ ...DEFAULT_SETTING, ...setting });

/** Layers that go well together: a base, a texture, and rare events slightly off center. */
export const PRESET_LAYERS: Readonly<Record<ScapePreset, Layers>> = {
  window: {
    rain: set({ level: 0, character: 0.45, surface: "window" }),
    wind: set({ level: -9, movement: 0.5, character: 0.25 }),
  },
  campfire: {
    fire: set({ level: 0, character: 0.45 }),
    night: set({ level: -6, character: 0.6 }),
    wind: set({ level: -14, movement: 0.4, character: 0.15 }),
  },
  shore: {
    waves: set({ level: 0, movement: 0.25, character: 0.45 }),
    wind: set({ level: -10, movement: 0.4, character: 0.2 }),
  },
  study: {
    rain: set({ level: -4, character: 0.35, surface: "leaves" }),
    keyboard: set({ level: -5, pan: 0.35, character: 0.35 }),
    page: set({ level: -6, pan: -0.4 }),
  },
  attic: {
    rain: set({ level: 1, character: 0.6, surface: "roof" }),
    wind: set({ level: -7, movement: 0.5, character: 0.4 }),
  },
  hearth: {
    fire: set({ level: -2, pan: -0.25, character: 0.4 }),
    purr: set({ level: 0, pan: 0.3 }),
    rain: set({ level: -12, character: 0.3, surface: "window" }),
  },
  salon: {
    scissors: set({ level: 0, movement: 0.8, character: 0.35 }),
    brush: set({ level: -4, movement: 0.3, character: 0.3 }),
    fan: set({ level: -15, character: 0.2 }),
  },
  close: {
    brush: set({ level: -2, movement: 0.2, character: 0.2 }),
    tapping: set({ level: -4, movement: 0.4, character: 0.4 }),
    whisper: set({ level: -3, character: 0.3 }),
  },
  fan: { fan: set({ level: 1, character: 0.45 }) },
  record: {
    vinyl: set({ level: 2, character: 0.45 }),
    rain: set({ level: -7, character: 0.3, surface: "window" }),
    page: set({ level: -9, pan: 0.4, character: 0.7 }),
  },
  white: { noise: set({ character: 1 }) },
  pink: { noise: set({ character: 0.5 }) },
  brown: { noise: set({ character: 0 }) },
};
