import { defineEffect, type Processor } from "../effect.ts";
import { createGainCurve, curveOf } from "../restoration/leveling/gain-curve.ts";
import { createMoveMeter } from "../restoration/leveling/move-meter.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { withoutRanges } from "../restoration/ranges.ts";
import { createLimiter } from "../signal/limiter.ts";

const UNCHANGED: Processor = { process: (block) => block, finish: () => null };

/** Levels speech: phrases and speakers that are too loud or too soft get the level of the others. */
export default defineEffect({
  id: "level",
  parameters: {
    /** Part of each difference that is leveled. */
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
    /** Maximum gain, up and down. */
    range: { kind: "number", min: 1, max: 24, default: 12, unit: "dB", step: 0.5 },
    ceiling: { kind: "number", min: -9, max: 0, default: -1, unit: "dBTP", step: 0.1 },
    /** Parts that overlap these ranges keep their level as a whole. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 5, work: 0.5 },
  neutral: { strength: 0 },
  prepare: (resources) => resources.bytes("silero.f16"),
  analyze: ({ strength, range }, format, weights, frames) =>
    createMoveMeter(format, { range, strength: strength / 100 }, weights, frames),
  findings: (moves, { keep }) => ({
    ranges: moves.map(({ start, end, gain }) => ({ start, end, gain })),
    figures: { levelMoves: moves.length },
    changes: withoutRanges(moves, keep, 1).length,
  }),
  create({ ceiling, keep }, format, { analysis }) {
    const moves = withoutRanges(analysis ?? [], keep, 1);
    if (moves.length === 0) return UNCHANGED;
    return chainProcessors(
      [createGainCurve(curveOf(moves), format), createLimiter(format, { ceiling: ceiling - 0.05 })],
      format.channels,
    );
  },
});
