import { defineEffect } from "../effect.ts";
import { createEchoFinder } from "../restoration/find-echo.ts";
import { createEchoRemover } from "../restoration/remove-echo.ts";

const NO_ECHO = { delay: 0, gain: 0, repeats: false };

/** Removes the echo of a wall, a call or a delay effect, whether it occurs once or repeats. */
export default defineEffect({
  id: "echo",
  parameters: {
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
    /** 0: detected automatically. */
    delay: { kind: "number", min: 0, max: 2000, default: 0, unit: "ms", step: 0.1 },
    /** Level of the echo relative to the sound, if the delay is given. */
    level: { kind: "number", min: -40, max: -1, default: -6, unit: "dB", step: 0.5 },
  },
  length: "same",
  cost: { analysis: 8, work: 3 },
  neutral: { strength: 0 },
  analyze: ({ delay }, format) => (delay > 0 ? null : createEchoFinder(format.sampleRate)),
  findings: (echo) => ({
    changes: echo ? 1 : 0,
    figures: echo
      ? { delayMilliseconds: 1000 * echo.delay, levelDecibels: 20 * Math.log10(echo.gain) }
      : {},
  }),
  create: ({ strength, delay, level }, format, { analysis }) => {
    const given = { delay: delay / 1000, gain: 10 ** (level / 20), repeats: false };
    return createEchoRemover(strength / 100, format, delay > 0 ? given : (analysis ?? NO_ECHO));
  },
});
