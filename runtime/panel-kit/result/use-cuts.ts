import { useState } from "react";
import type { Findings } from "#audio/effect.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SteadyJob } from "../../contract/job.ts";

/** A range that the effect changed, or that it left unchanged because the visitor kept it. */
export interface FoundCut {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly kept: boolean;
}

export interface CutChoice {
  readonly ranges: readonly FoundCut[];
  readonly selected: number;
  readonly select: (at: number) => void;
  readonly keep: (at: number, kept: boolean) => void;
  readonly keepAll: (kept: boolean) => void;
  /** Ranges that the effect leaves unchanged, in its own form. */
  readonly kept: readonly TimeRange[];
  /** Whether the choice differs from that of the result. */
  readonly changed: boolean;
}

const meets = (a: { start: number; end: number }, [start, end]: TimeRange): boolean =>
  a.start < end && a.end > start;

/** The detected ranges that the visitor wants to keep unchanged. */
export function useCuts(job: SteadyJob, found: Findings["ranges"] | null): CutChoice {
  const before = ((job.params["values"] as Record<string, unknown> | undefined)?.["keep"] ??
    []) as readonly TimeRange[];
  const [choice, setChoice] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [selected, select] = useState(-1);
  const wasKept = (range: { start: number; end: number }): boolean =>
    before.some((kept) => meets(range, kept));
  const ranges = (found ?? []).map(({ start, end }, at): FoundCut => ({
    start,
    end,
    kept: choice.get(at) ?? wasKept({ start, end }),
  }));
  // Ranges that were kept before and are not detected again remain kept.
  const others = before.filter((kept) => !ranges.some((range) => meets(range, kept)));
  return {
    ranges,
    selected,
    select,
    keep: (at, kept) => setChoice(new Map(choice).set(at, kept)),
    keepAll: (kept) => setChoice(new Map(ranges.map((_, at) => [at, kept]))),
    kept: [
      ...others,
      ...ranges.filter(({ kept }) => kept).map(({ start, end }): TimeRange => [start, end]),
    ].sort(([a], [b]) => a - b),
    changed: ranges.some((range) => range.kept !== wasKept(range)),
  };
}
