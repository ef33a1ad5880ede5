import type { NumberParameter } from "../../parameters.ts";
import { REVERB, type TrackEffect, type TrackEffectName } from "./track-effect.ts";

const frequency = (hertz: number) =>
  ({ kind: "number", min: 20, max: 20_000, default: hertz, unit: "Hz", step: 1 }) as const;
const bandGain = { kind: "number", min: -18, max: 18, default: 0, unit: "dB", step: 0.5 } as const;
const quality = {
  kind: "number",
  min: 0.3,
  max: 10,
  default: 1,
  unit: "ratio",
  step: 0.1,
} as const;
const milliseconds = (min: number, max: number, byDefault: number) =>
  ({ kind: "number", min, max, default: byDefault, unit: "ms", step: 1 }) as const;
const decibels = (min: number, max: number, byDefault: number) =>
  ({ kind: "number", min, max, default: byDefault, unit: "dB", step: 0.5 }) as const;

/** The effects that a track can have, with their parameters in the order of their controls. */
export const TRACK_EFFECTS = {
  equalizer: {
    lowFrequency: frequency(100),
    lowGain: bandGain,
    peak1Frequency: frequency(300),
    peak1Gain: bandGain,
    peak1Q: quality,
    peak2Frequency: frequency(1000),
    peak2Gain: bandGain,
    peak2Q: quality,
    peak3Frequency: frequency(3500),
    peak3Gain: bandGain,
    peak3Q: quality,
    highFrequency: frequency(8000),
    highGain: bandGain,
  },
  compressor: {
    threshold: decibels(-60, 0, -18),
    ratio: { kind: "number", min: 1, max: 20, default: 4, unit: "ratio", step: 0.1 },
    attack: milliseconds(1, 100, 10),
    release: milliseconds(10, 1000, 100),
    makeup: decibels(0, 24, 0),
  },
  gate: {
    threshold: decibels(-80, 0, -45),
    /** Gain while it is closed. */
    floor: decibels(-80, 0, -80),
    attack: milliseconds(1, 50, 1),
    hold: milliseconds(10, 500, 50),
    release: milliseconds(5, 1000, 100),
  },
  deesser: {
    strength: { kind: "number", min: 0, max: 100, default: 70, unit: "%", step: 1 },
  },
  limiter: {
    gain: decibels(0, 24, 0),
    /** True peak in dBTP. */
    ceiling: { kind: "number", min: -12, max: 0, default: -1, unit: "dBTP", step: 0.5 },
  },
  reverb: {
    /** RT60. */
    decay: { kind: "number", min: 0.2, max: 8, default: REVERB.decay, unit: "s", step: 0.1 },
    amount: { kind: "number", min: 0, max: 100, default: REVERB.amount, unit: "%", step: 1 },
  },
} as const satisfies Readonly<Record<TrackEffectName, Readonly<Record<string, NumberParameter>>>>;

export const TRACK_EFFECT_NAMES = Object.keys(TRACK_EFFECTS) as readonly TrackEffectName[];
export type EffectValues<N extends TrackEffectName> = Readonly<
  Record<keyof (typeof TRACK_EFFECTS)[N], number>
>;

/** Maximum number of effects of a track. */
export const MAX_TRACK_EFFECTS = 16;

/** The parameters of an effect by name. */
export const parametersOf = (
  effect: TrackEffectName,
): readonly (readonly [name: string, parameter: NumberParameter])[] =>
  Object.entries(TRACK_EFFECTS[effect]);

/** All values of an effect: its own, and the defaults of those that it lacks. */
export const valuesOf = <N extends TrackEffectName>(
  effect: N,
  values: TrackEffect["values"],
): EffectValues<N> =>
  Object.fromEntries(
    parametersOf(effect).map(([name, parameter]) => [name, values[name] ?? parameter.default]),
  ) as EffectValues<N>;

/** Whether all values belong to parameters of their effect and are within their limits. */
export function isValidEffect({ effect, values }: TrackEffect): boolean {
  const parameters = new Map(parametersOf(effect));
  return Object.entries(values).every(([name, value]) => {
    const parameter = parameters.get(name);
    return parameter !== undefined && value >= parameter.min && value <= parameter.max;
  });
}
