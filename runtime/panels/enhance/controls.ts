/** Which parameters of an effect are shown: the one that matters most in front, the others on demand. */
export interface Controls {
  readonly front: readonly string[];
  readonly more: readonly string[];
}

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"], more: [] },
  clicks: { front: ["sensitivity"], more: ["strength"] },
  silence: { front: ["shortest", "leave"], more: ["adaptive", "threshold"] },
  echo: { front: ["strength"], more: ["delay", "level"] },
};
