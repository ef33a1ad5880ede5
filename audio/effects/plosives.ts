import { defineEffect } from "../effect.ts";
import { createPlosiveFinder } from "../restoration/plosives/find-plosives.ts";
import { createPlosiveRemover } from "../restoration/plosives/remove-plosives.ts";
import { withoutRanges } from "../restoration/ranges.ts";

/** Softens plosives: bursts of air on the microphone at p and b. */
export default defineEffect({
  id: "plosives",
  parameters: {
    sensitivity: { kind: "number", min: 0, max: 100, default: 60, unit: "%", step: 1 },
    /** Percentage of the low frequencies of each plosive that is removed. */
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
    /** Plosives in these ranges are not changed. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 4, work: 4, varies: true },
  neutral: { strength: 0 },
  analyze: ({ sensitivity }, format) => createPlosiveFinder(sensitivity / 100, format),
  findings: (plosives, { keep }) => ({
    ranges: plosives,
    figures: { plosives: plosives.length },
    changes: withoutRanges(plosives, keep, 1).length,
  }),
  create: ({ strength, keep }, format, { analysis }) => {
    const frames = (analysis ?? []).map(({ start, end }) => ({
      start: Math.round(start * format.sampleRate),
      end: Math.round(end * format.sampleRate),
    }));
    const chosen = withoutRanges(frames, keep, format.sampleRate);
    return createPlosiveRemover(chosen, strength / 100, format);
  },
});
