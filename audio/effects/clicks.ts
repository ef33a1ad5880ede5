import { defineEffect } from "../effect.ts";
import { type Clicks, createClickFinder } from "../restoration/find-clicks.ts";
import { mergeRanges, toSeconds, withoutRanges } from "../restoration/ranges.ts";
import { createClickRepair } from "../restoration/repair-clicks.ts";

interface Found {
  readonly clicks: Clicks;
  readonly sampleRate: number;
}

/** Repairs clicks and mouth clicks without cutting anything. */
export default defineEffect({
  id: "clicks",
  parameters: {
    sensitivity: { kind: "number", min: 0, max: 100, default: 60, unit: "%", step: 1 },
    /** Percentage of each click that is removed. */
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
    /** Clicks in these ranges are not changed. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 35, work: 25, varies: true },
  neutral: { strength: 0 },
  analyze: ({ sensitivity }, format) => {
    const finder = createClickFinder(sensitivity / 100, format);
    return {
      push: (block) => finder.push(block),
      finish: (): Found => ({ clicks: finder.finish(), sampleRate: format.sampleRate }),
    };
  },
  findings: ({ clicks, sampleRate }, { keep }) => {
    const ranges = mergeRanges(clicks.flat()).map((one) => toSeconds(one, sampleRate));
    const changes = withoutRanges(clicks.flat(), keep, sampleRate).length;
    return { ranges, figures: { clicks: ranges.length }, changes };
  },
  create: ({ strength, keep }, format, { analysis }) => {
    const clicks = analysis?.clicks ?? Array.from({ length: format.channels }, () => []);
    const chosen = clicks.map((list) => withoutRanges(list, keep, format.sampleRate));
    return createClickRepair(strength / 100, format, chosen);
  },
});
