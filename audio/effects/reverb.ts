import { defineEffect } from "../effect.ts";
import {
  createReverbEstimator,
  decayTime,
  type LateReverb,
} from "../restoration/reverb/estimate-reverb.ts";
import { createDereverb } from "../restoration/reverb/dereverb.ts";
import { dereverbWithNet } from "../restoration/reverb/dereverb-with-net.ts";

const NO_REVERB: LateReverb = {
  filters: new Float32Array(0),
  decays: [],
  fastestDecays: [],
  lateSeconds: 0,
};

/** Removes reverb from a voice. */
export default defineEffect({
  id: "reverb",
  parameters: {
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
  },
  length: "same",
  cost: { analysis: 1.2, work: 4 },
  neutral: { strength: 0 },
  analyze: (_, format) => createReverbEstimator(format),
  findings: (room) => {
    const decaySeconds = decayTime(room);
    return { figures: decaySeconds === null ? {} : { decaySeconds } };
  },
  create: ({ strength }, format, { analysis }) =>
    createDereverb(strength / 100, format, analysis ?? NO_REVERB),
  net: {
    task: "reverb",
    rest: (values) => ({ ...values, strength: 0 }),
    process: (blocks, net, { values: { strength }, format }) =>
      dereverbWithNet(blocks, net, { strength: strength / 100, format }),
  },
});
