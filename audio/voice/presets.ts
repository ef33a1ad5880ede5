import type { Excitation } from "./shift-frames.ts";

/** What a preset does to a voice; what is missing stays as it is. */
export interface Preset {
  /** Semitones */
  readonly pitch?: number;
  /** Semitones */
  readonly formant?: number;
  readonly excitation?: Excitation;
  /** Hz of a tone that the voice is multiplied with. */
  readonly ring?: number;
  /** Hz between which sound passes. */
  readonly band?: readonly [low: number, high: number];
  /** How hard it is driven into distortion, 1 and more. */
  readonly drive?: number;
  /** Delay in seconds and factor of an echo that repeats. */
  readonly echo?: { readonly delay: number; readonly gain: number };
  /** Seconds in which a room's sound falls by 60 dB, and its level. */
  readonly room?: { readonly decay: number; readonly level: number };
}

export const PRESETS = {
  none: {},
  deep: { pitch: -4, formant: -2.5 },
  giant: { pitch: -8, formant: -5, room: { decay: 0.9, level: 0.15 } },
  high: { pitch: 4, formant: 2 },
  child: { pitch: 6, formant: 4 },
  chipmunk: { pitch: 10, formant: 7 },
  helium: { pitch: 1, formant: 7 },
  robot: { excitation: "robot", band: [120, 7000] },
  alien: { pitch: 3, formant: -3, ring: 55 },
  monster: { pitch: -9, formant: -3, drive: 3, ring: 28 },
  whisper: { excitation: "whisper" },
  ghost: { excitation: "whisper", formant: -2, room: { decay: 2.5, level: 0.5 } },
  telephone: { band: [300, 3400], drive: 1.5 },
  radio: { band: [450, 2800], drive: 4 },
  megaphone: { band: [600, 4500], drive: 7, echo: { delay: 0.12, gain: 0.15 } },
  cave: { room: { decay: 2.8, level: 0.45 }, echo: { delay: 0.21, gain: 0.25 } },
  hall: { room: { decay: 1.8, level: 0.3 } },
  canyon: { echo: { delay: 0.45, gain: 0.45 } },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
