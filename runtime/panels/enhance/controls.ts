import type { Controls } from "../../panel-kit/settings/controls.ts";

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"] },
  breath: {
    front: ["mode", "attenuation"],
    more: ["sensitivity"],
    lowers: ["attenuation"],
  },
  clicks: {
    front: ["sensitivity"],
    more: ["strength"],
  },
  enhance: {
    front: ["strength", "target"],
    more: ["declip", "denoise", "dereverb", "equalise", "deess", "even"],
    levels: true,
    standards: { target: [-14, -16, -19, -23] },
  },
  silence: {
    front: ["shortest", "leave"],
    more: ["unspoken", "adaptive", "threshold"],
    spans: { shortest: [0.1, 4], leave: [0.02, 1.5] },
  },
  echo: {
    front: ["strength"],
    more: ["delay", "level"],
    spans: { delay: [0, 1000] },
  },
  reverb: { front: ["strength"] },
};
