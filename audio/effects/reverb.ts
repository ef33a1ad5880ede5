import { defineEffect } from "../effect.ts";
import {
  createReverbEstimator,
  LATE_FRAMES,
  type LateReverb,
  roomFrames,
} from "../restoration/reverb/estimate-reverb.ts";
import { createDereverb } from "../restoration/reverb/dereverb.ts";
import { dereverbWithNet } from "../restoration/reverb/dereverb-with-net.ts";

const NO_REVERB: LateReverb = { filters: new Float32Array(0), decays: [] };
const RATE = 48_000;

/** Takes the sound of a room from a voice. */
export default defineEffect({
  id: "reverb",
  parameters: {
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
  },
  length: "same",
  neutral: { strength: 0 },
  analyze: (_, format) => createReverbEstimator(format),
  findings: ({ decays }) => {
    const middle = decays.toSorted((a, b) => a - b)[decays.length >> 1] ?? 0;
    if (middle <= 0 || middle >= 1) return { figures: {} };
    const seconds = LATE_FRAMES / roomFrames(RATE).perSecond;
    return { figures: { decaySeconds: (6 * seconds) / -Math.log10(middle) } };
  },
  create: ({ strength }, format, { analysis }) =>
    createDereverb(strength / 100, format, analysis ?? NO_REVERB),
  withNet: (blocks, net, { values: { strength }, format }) =>
    dereverbWithNet(blocks, net, { strength: strength / 100, format }),
});
