import { useState } from "react";
import type { Findings } from "#audio/effect.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SteadyJob } from "../../contract/job.ts";

/** A range that the effect changed, or that it left unchanged because the visitor kept it. */
export interface FoundCut {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** dB, if the effect changed the level. */
  readonly gain?: number;
  readonly isRetained: boolean;
}

export interface CutChoice {
  readonly ranges: readonly FoundCut[];
  readonly selected: number;
  readonly select: (at: number) => void;
  readonly retain: (at: number, isRetained: boolean) => void;
  readonly retainAll: (isRetained: boolean) => void;
  /** Ranges that the effect leaves unchanged, in its own form. */
  readonly isRetained: readonly TimeRange[];
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
  const wasRetained = (range: { start: number; end: number }): boolean =>
    before.some((isRetained) => meets(range, isRetained));
  const ranges = (found ?? []).map((range, at): FoundCut => ({
    ...range,
    isRetained: choice.get(at) ?? wasRetained(range),
  }));
  // Ranges that were kept before and are not detected again remain kept.
  const others = before.filter((isRetained) => !ranges.some((range) => meets(range, isRetained)));
  return {
    ranges,
    selected,
    select,
    retain: (at, isRetained) => setChoice(new Map(choice).set(at, isRetained)),
    retainAll: (isRetained) => setChoice(new Map(ranges.map((_, at) => [at, isRetained]))),
    isRetained: [
      ...others,
      ...ranges
        .filter(({ isRetained }) => isRetained)
        .map(({ start, end }): TimeRange => [start, end]),
    ].sort(([a], [b]) => a - b),
    changed: ranges.some((range) => range.isRetained !== wasRetained(range)),
  };
}
