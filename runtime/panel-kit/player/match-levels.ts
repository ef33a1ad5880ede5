import type { ComparisonSide } from "./compare-player.ts";
import type { RunRecord } from "../../audio/records.ts";

/** Maximum reduction of the louder side, in dB. */
const MAX_REDUCTION = 24;

/**
 * Gain factors at which both sides are equally loud: the louder one is reduced, so that nothing
 * clips. The difference has the factor of the original.
 * @param record null for no change
 */
export function matchLevels(
  record: Pick<RunRecord, "before" | "after"> | null,
): Readonly<Record<ComparisonSide, number>> {
  const louder = record ? record.after.lufs - record.before.lufs : 0;
  if (!Number.isFinite(louder)) return { before: 1, after: 1, removed: 1 };
  const down = (decibels: number): number =>
    10 ** (-Math.min(MAX_REDUCTION, Math.max(0, decibels)) / 20);
  const before = down(-louder);
  return { before, after: down(louder), removed: before };
}
