/** Which parameters of an effect are shown: what matters most in front, the others on demand. */
export interface Controls {
  readonly front: readonly string[];
  readonly more: readonly string[];
  /** Numbers of which there are a few that people know, instead of any. */
  readonly standards?: Readonly<Record<string, readonly number[]>>;
}

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"], more: [] },
  breath: { front: ["mode", "attenuation"], more: ["sensitivity"] },
  clicks: { front: ["sensitivity"], more: ["strength"] },
  enhance: {
    front: ["strength", "target"],
    more: ["denoise", "dereverb", "equalise", "deess"],
    standards: { target: [-14, -16, -19, -23] },
  },
  silence: { front: ["shortest", "leave"], more: ["adaptive", "threshold"] },
  echo: { front: ["strength"], more: ["delay", "level"] },
  reverb: { front: ["strength"], more: [] },
};
