import { useState } from "react";
import type { Findings } from "#audio/effect.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SteadyJob } from "../../workspace/contract/job.ts";

/** A stretch that the effect changed, or was told to leave alone. */
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
  /** What is to be left alone, as the effect takes it. */
  readonly kept: readonly TimeRange[];
  /** Whether it differs from what the result was made with. */
  readonly changed: boolean;
}

const meets = (a: { start: number; end: number }, [start, end]: TimeRange): boolean =>
  a.start < end && a.end > start;

/** Which of the found stretches the visitor wants to keep as they were. */
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
  // What was kept before and is not found again stays kept.
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
