import type { ComparisonSide } from "./compare-player.ts";
import type { RunRecord } from "../../audio/records.ts";

/** Most that is taken from the louder one, in dB. */
const MOST = 24;

/**
 * Factors by which before and after are equally loud: the louder one is turned down, so that nothing
 * clips. What was removed goes with the original.
 * @param record null: as they are
 */
export function matchLevels(
  record: Pick<RunRecord, "before" | "after"> | null,
): Readonly<Record<ComparisonSide, number>> {
  const louder = record ? record.after.lufs - record.before.lufs : 0;
  if (!Number.isFinite(louder)) return { before: 1, after: 1, removed: 1 };
  const down = (decibels: number): number => 10 ** (-Math.min(MOST, Math.max(0, decibels)) / 20);
  const before = down(-louder);
  return { before, after: down(louder), removed: before };
}
