import type { Excitation } from "./shift-frames.ts";

/** Settings of a voice preset; missing ones have no effect. */
export interface Preset {
  /** Semitones */
  readonly pitch?: number;
  /** Semitones */
  readonly formant?: number;
  readonly excitation?: Excitation;
  /** Frequency of the ring modulation in Hz. */
  readonly ring?: number;
  /** Pass band in Hz. */
  readonly band?: readonly [low: number, high: number];
  /** Drive of the distortion, 1 or more. */
  readonly drive?: number;
  /** Delay in seconds and feedback gain of a repeating echo. */
  readonly echo?: { readonly delay: number; readonly gain: number };
  /** Reverb time (RT60) in seconds, and level. */
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
