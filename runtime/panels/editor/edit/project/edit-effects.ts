import { type Parameters, type TimeRange, type ValuesOf, parseValues } from "#audio/parameters.ts";

/**
 * The parameters of an effect that the editor shows, in this order; the others keep their defaults.
 */
export interface EffectControls {
  readonly shown: readonly string[];
  /** The practical range of a number, so that the slider is fine enough. */
  readonly spans?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Defaults that differ from those of the effect. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
  /** Parameters that apply only with some values of another one. */
  readonly only?: Readonly<Record<string, readonly [name: string, ...values: unknown[]]>>;
}

/** All effects except the trimmer: the editor cuts by itself. */
export const EDIT_EFFECTS: Readonly<Record<string, EffectControls>> = {
  denoise: { shown: ["strength"] },
  enhance: {
    shown: ["strength", "target", "declip", "denoise", "dereverb", "equalise", "deess"],
    spans: { target: [-24, -12] },
  },
  reverb: { shown: ["strength"] },
  echo: { shown: ["strength", "delay", "level"], spans: { delay: [0, 1000] } },
  breath: {
    shown: ["mode", "attenuation", "sensitivity"],
    only: { attenuation: ["mode", "soften"] },
  },
  clicks: { shown: ["sensitivity", "strength"] },
  plosives: { shown: ["sensitivity", "strength"] },
  dehum: { shown: ["strength"] },
  declip: {
    shown: ["adaptive", "threshold", "fit"],
    only: { threshold: ["adaptive", false] },
  },
  silence: {
    shown: ["shortest", "leave", "adaptive", "threshold"],
    spans: { shortest: [0.1, 4], leave: [0.02, 1.5] },
    only: { threshold: ["adaptive", false] },
  },
  voice: { shown: ["preset", "pitch", "formant"], defaults: { preset: "deep" } },
  volume: {
    shown: ["mode", "gain", "loudness", "limiter", "ceiling"],
    spans: { gain: [-24, 24], loudness: [-31, -9], ceiling: [-9, 0] },
    defaults: { mode: "loudness" },
    only: {
      gain: ["mode", "gain"],
      loudness: ["mode", "loudness"],
      limiter: ["mode", "gain", "loudness"],
    },
  },
};

/** The parameters of an effect that apply with its present values. */
export function shownParameters(
  id: string,
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { shown = [], only = {} } = EDIT_EFFECTS[id] ?? {};
  return shown.filter((name) => {
    const [other, ...accepted] = only[name] ?? [];
    return other === undefined || accepted.includes(values[other]);
  });
}

/** The values of an effect: stored ones where they are valid, else the defaults. */
export function effectValues<P extends Parameters>(
  id: string,
  parameters: P,
  stored: Readonly<Record<string, unknown>>,
): ValuesOf<P> & Readonly<Record<string, number | string | boolean | readonly TimeRange[]>> {
  const initial = Object.entries({ ...EDIT_EFFECTS[id]?.defaults, ...stored }).filter(
    ([name]) => name in parameters,
  );
  return parseValues(parameters, Object.fromEntries(initial), id).values as never;
}
