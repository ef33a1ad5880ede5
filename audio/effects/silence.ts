import { defineEffect } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { type ActivityMeter, createActivityMeter } from "../restoration/activity/activity-meter.ts";
import { type Cut, createCutter } from "../silence/cutter.ts";
import { createLevelMeter } from "../silence/levels.ts";
import { type Pause, findPauses } from "../silence/pauses.ts";

/** Seconds of the crossfade between two parts of a pause. */
const SEAM = 0.01;

/** Whether the pause overlaps a range that the user keeps. */
const overlapsKeepRange = ({ start, end }: Pause, keep: readonly TimeRange[]): boolean =>
  keep.some(([from, to]) => from < end && to > start);

/** The cut that leaves `leave` seconds of a pause, divided between its ends. */
function createCut({ start, end }: Pause, leave: number, sampleRate: number): Cut | null {
  const skip = Math.round((end - start - leave) * sampleRate);
  const fade = Math.min(Math.round(SEAM * sampleRate), Math.floor((leave / 2) * sampleRate), skip);
  if (skip <= 0) return null;
  // More time is left after a word than before one, because words end softly.
  const before = Math.round(Math.min(leave - SEAM, 0.6 * leave) * sampleRate);
  return { start: Math.round(start * sampleRate) + Math.max(0, before), skip, fade };
}

/** Cuts of all pauses except those that are kept. */
const listCuts = (
  pauses: readonly Pause[],
  { leave, keep }: { readonly leave: number; readonly keep: readonly TimeRange[] },
  sampleRate: number,
): readonly Cut[] =>
  pauses
    .filter((pause) => !overlapsKeepRange(pause, keep))
    .map((pause) => createCut(pause, leave, sampleRate))
    .filter((cut) => cut !== null);

/** Shortens pauses. The threshold is derived from the whole recording or given as a level. */
export default defineEffect({
  id: "silence",
  parameters: {
    adaptive: { kind: "switch", default: true },
    /** Whether soft sounds between words, such as those of a keyboard, count as silence. */
    unspoken: { kind: "switch", default: true },
    // Ignored if adaptive.
    threshold: { kind: "number", min: -90, max: -10, default: -45, unit: "dB", step: 1 },
    shortest: { kind: "number", min: 0.05, max: 60, default: 0.5, unit: "s", step: 0.05 },
    leave: { kind: "number", min: 0.02, max: 5, default: 0.2, unit: "s", step: 0.01 },
    keep: { kind: "ranges", default: [] },
  },
  length: "changes",
  cost: { analysis: 4.5, work: 0.1 },
  neutral: null,
  prepare: (resources) => resources.bytes("silero.f16"),
  analyze({ adaptive, unspoken, threshold, shortest: minSeconds }, format, weights) {
    const meter = createLevelMeter(format);
    // Lazy: `countPasses` creates an analyzer without feeding it.
    let voice: ActivityMeter | undefined;
    return {
      push(block) {
        meter.push(block);
        if (unspoken) (voice ??= createActivityMeter(format, weights)).push(block);
      },
      finish() {
        const { levels, frames } = meter.finish();
        const { sampleRate } = format;
        const seconds = frames / sampleRate;
        const pauses = findPauses(levels, {
          threshold: adaptive ? null : threshold,
          minSeconds,
          activity: voice?.finish() ?? null,
        });
        return {
          seconds,
          sampleRate,
          pauses: pauses.map((pause) => ({ ...pause, end: Math.min(pause.end, seconds) })),
        };
      },
    };
  },
  findings: ({ pauses, seconds, sampleRate }, { leave, keep }) => {
    const removed = pauses
      .filter((pause) => !overlapsKeepRange(pause, keep))
      .reduce((sum, { start, end }) => sum + Math.max(0, end - start - leave), 0);
    return {
      ranges: pauses,
      figures: { seconds, pauses: pauses.length, removedSeconds: removed },
      changes: listCuts(pauses, { leave, keep }, sampleRate).length,
    };
  },
  create({ leave, keep }, { sampleRate, channels }, { analysis }) {
    return createCutter(listCuts(analysis?.pauses ?? [], { leave, keep }, sampleRate), channels);
  },
});
