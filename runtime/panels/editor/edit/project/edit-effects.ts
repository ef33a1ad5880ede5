import { type Parameters, type TimeRange, type ValuesOf, parseValues } from "#audio/parameters.ts";

/** What of an effect is set in the editor, in this order; what is missing keeps its usual value. */
export interface EffectControls {
  readonly shown: readonly string[];
  /** Part of a number's range that is of use to most, so that a slider is fine enough. */
  readonly spans?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Usual values that differ from those of the effect. */
  readonly usual?: Readonly<Record<string, string | number | boolean>>;
  /** Values of another parameter with which one counts. */
  readonly only?: Readonly<Record<string, readonly [name: string, ...values: unknown[]]>>;
}

/** All effects that there are, but for the trimmer: cutting needs none. */
export const EDIT_EFFECTS: Readonly<Record<string, EffectControls>> = {
  denoise: { shown: ["strength"] },
  enhance: {
    shown: ["strength", "target", "denoise", "dereverb", "equalise", "deess"],
    spans: { target: [-24, -12] },
  },
  reverb: { shown: ["strength"] },
  echo: { shown: ["strength", "delay", "level"], spans: { delay: [0, 1000] } },
  breath: {
    shown: ["mode", "attenuation", "sensitivity"],
    only: { attenuation: ["mode", "soften"] },
  },
  clicks: { shown: ["sensitivity", "strength"] },
  silence: {
    shown: ["shortest", "leave", "adaptive", "threshold"],
    spans: { shortest: [0.1, 4], leave: [0.02, 1.5] },
    only: { threshold: ["adaptive", false] },
  },
  voice: { shown: ["preset", "pitch", "formant"], usual: { preset: "deep" } },
  volume: {
    shown: ["mode", "gain", "loudness", "limiter", "ceiling"],
    spans: { gain: [-24, 24], loudness: [-31, -9], ceiling: [-9, 0] },
    usual: { mode: "loudness" },
    only: {
      gain: ["mode", "gain"],
      loudness: ["mode", "loudness"],
      limiter: ["mode", "gain", "loudness"],
    },
  },
};

/** The parameters of an effect that count with its values. */
export function shownParameters(
  id: string,
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { shown = [], only = {} } = EDIT_EFFECTS[id] ?? {};
  return shown.filter((name) => {
    const [other, ...wanted] = only[name] ?? [];
    return other === undefined || wanted.includes(values[other]);
  });
}

/** Values for an effect from those that are kept. */
export function effectValues<P extends Parameters>(
  id: string,
  parameters: P,
  kept: Readonly<Record<string, unknown>>,
): ValuesOf<P> & Readonly<Record<string, number | string | boolean | readonly TimeRange[]>> {
  const known = Object.entries({ ...EDIT_EFFECTS[id]?.usual, ...kept }).filter(
    ([name]) => name in parameters,
  );
  return parseValues(parameters, Object.fromEntries(known), id).values as never;
}
