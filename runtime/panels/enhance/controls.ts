/** Which parameters of an effect are shown: one in front, the others on demand. Those it has not are left out. */
export interface Controls {
  readonly front: readonly string[];
  readonly more: readonly string[];
}

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"], more: ["keepMusic"] },
  breath: { front: ["strength", "attenuation"], more: ["mode", "sensitivity"] },
  clicks: { front: ["sensitivity", "strength"], more: [] },
  enhance: { front: ["strength"], more: ["target", "denoise", "dereverb", "deess"] },
  silence: { front: ["keep", "shortest"], more: ["threshold"] },
  echo: { front: ["strength"], more: [] },
  reverb: { front: ["strength"], more: [] },
};
