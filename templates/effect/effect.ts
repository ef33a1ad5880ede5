import { defineEffect } from "{{audio}}/effect.ts";

/** Say what it does to the sound, by which method, and from which paper or standard it is. */
export default defineEffect({
  id: "{{id}}",
  parameters: {
    /** How far waves are rounded: 0 leaves them as they are. */
    strength: {
      kind: "number",
      min: 0,
      max: 100,
      default: 50,
      unit: "%",
      step: 1,
      message: "parameter.strength",
    },
  },
  length: "same",
  neutral: { strength: 0 },
  // Samples are independent of each other, so any range can be processed separately.
  parallel: { before: 0, after: 0 },
  create({ strength }) {
    const amount = strength / 100;
    const round = (sample: number): number =>
      (1 - amount) * sample + amount * Math.tanh(sample * (1 + 3 * amount));
    return {
      process: (block) =>
        amount === 0
          ? block.map((channel) => channel.slice())
          : block.map((channel) => channel.map(round)),
      finish: () => null,
    };
  },
});
