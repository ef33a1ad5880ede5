import { defineEffect } from "../effect.ts";
import { createHumFinder } from "../restoration/hum/find-hum.ts";
import { createHumRemover } from "../restoration/hum/remove-hum.ts";

/** Removes mains hum and its harmonics: 50 or 60 Hz and multiples. */
export default defineEffect({
  id: "dehum",
  parameters: {
    /** Percentage of the hum's amplitude that is removed. */
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
  },
  length: "same",
  cost: { analysis: 60, work: 8 },
  neutral: { strength: 0 },
  analyze: (_, format) => createHumFinder(format),
  findings: ({ mains, harmonics, level }) => ({
    figures: mains === null ? {} : { humHertz: mains, harmonics: harmonics.length, humDb: level },
    changes: harmonics.length,
  }),
  create: ({ strength }, format, { analysis }) =>
    analysis === null || analysis.mains === null
      ? { process: (block) => block, finish: () => null }
      : createHumRemover(analysis, strength / 100, format),
});
