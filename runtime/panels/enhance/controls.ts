/** Which parameters of an effect are shown: what matters most in front, the others on demand. */
export interface Controls {
  readonly front: readonly string[];
  readonly more: readonly string[];
  /** Numbers of which there are a few that people know, instead of any. */
  readonly standards?: Readonly<Record<string, readonly number[]>>;
  /** Part of a number's range that is of use to most, so that a slider is fine enough. */
  readonly spans?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Numbers of decibels by which something gets quieter. */
  readonly lowers?: readonly string[];
  /** Whether its sound is louder or softer as a whole, so that the difference is not what it took away. */
  readonly levels?: true;
}

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"], more: [] },
  breath: { front: ["mode", "attenuation"], more: ["sensitivity"], lowers: ["attenuation"] },
  clicks: { front: ["sensitivity"], more: ["strength"] },
  enhance: {
    front: ["strength", "target"],
    more: ["denoise", "dereverb", "equalise", "deess"],
    levels: true,
    standards: { target: [-14, -16, -19, -23] },
  },
  silence: {
    front: ["shortest", "leave"],
    more: ["adaptive", "threshold"],
    spans: { shortest: [0.1, 4], leave: [0.02, 1.5] },
  },
  echo: { front: ["strength"], more: ["delay", "level"], spans: { delay: [0, 1000] } },
  reverb: { front: ["strength"], more: [] },
};
