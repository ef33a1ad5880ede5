import type { Controls } from "../../panel-kit/settings/controls.ts";

export const CONTROLS: Readonly<Record<string, Controls>> = {
  denoise: { front: ["strength"] },
  breath: {
    front: ["mode", "attenuation"],
    more: ["sensitivity"],
    lowers: ["attenuation"],
    nothing: "panel-enhance:nothing.breath",
  },
  clicks: {
    front: ["sensitivity"],
    more: ["strength"],
    nothing: "panel-enhance:nothing.clicks",
  },
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
    nothing: "panel-enhance:nothing.silence",
  },
  echo: {
    front: ["strength"],
    more: ["delay", "level"],
    spans: { delay: [0, 1000] },
    nothing: "panel-enhance:nothing.echo",
  },
  reverb: { front: ["strength"] },
};
