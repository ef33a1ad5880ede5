import { defineEffect } from "../effect.ts";
import { createBreathFinder } from "../restoration/breaths/find-breaths.ts";
import { withoutRanges } from "../restoration/ranges.ts";
import { createAttenuator } from "../restoration/attenuate-ranges.ts";

/** Attenuates or removes breaths between words. */
export default defineEffect({
  id: "breath",
  parameters: {
    mode: { kind: "choice", choices: ["remove", "soften"], default: "soften" },
    /** For breaths that are attenuated. */
    attenuation: { kind: "number", min: 0, max: 40, default: 18, unit: "dB", step: 0.5 },
    sensitivity: { kind: "number", min: 0, max: 100, default: 50, unit: "%", step: 1 },
    /** Breaths in these ranges are not changed. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 2, work: 0.1 },
  neutral: { mode: "soften", attenuation: 0 },
  analyze: ({ sensitivity }, format) => createBreathFinder(sensitivity / 100, format.sampleRate),
  findings: (breaths, { keep }) => ({
    ranges: breaths,
    figures: { breaths: breaths.length },
    changes: withoutRanges(breaths, keep, 1).length,
  }),
  create: ({ mode, attenuation, keep }, format, { analysis }) => {
    const frames = (analysis ?? []).map(({ start, end }) => ({
      start: Math.round(start * format.sampleRate),
      end: Math.round(end * format.sampleRate),
    }));
    const gain = mode === "remove" ? 0 : 10 ** (-attenuation / 20);
    return createAttenuator(withoutRanges(frames, keep, format.sampleRate), gain, format);
  },
});
