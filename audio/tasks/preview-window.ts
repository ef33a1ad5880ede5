import type { Block, Effect, Findings } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { framesOf } from "../signal/blocks.ts";

/** Seconds around a range within which most effects settle and analyze. */
const SETTLING = { before: 5, after: 0.5 } as const;

/** A range with the context that an effect processes but does not write. */
export interface PreviewWindow {
  /** Range of the file that the effect processes, in seconds. */
  readonly audible: TimeRange;
  /** Seconds of context before the range. */
  readonly lead: number;
  /** Duration of the range, in seconds. */
  readonly length: number;
}

/**
 * The context that lets an effect settle before a range. Effects that change the length get the
 * range alone: the start of its output could not be determined otherwise.
 */
export function previewWindow(
  { length, parallel = SETTLING }: Pick<Effect, "length" | "parallel">,
  [start, end]: TimeRange,
): PreviewWindow {
  if (length === "changes") return { audible: [start, end], lead: 0, length: end - start };
  const lead = Math.min(start, parallel.before);
  return { audible: [start - lead, end + parallel.after], lead, length: end - start };
}

/** Extracts the frames of a window from consecutive blocks. */
export function createFrameWindow({ lead, length }: PreviewWindow, sampleRate: number) {
  const first = Math.round(lead * sampleRate);
  const end = first + Math.round(length * sampleRate);
  let position = 0;
  return (block: Block): Block | null => {
    const from = Math.max(0, first - position);
    const to = Math.min(framesOf(block), end - position);
    const isWhole = from === 0 && to === framesOf(block);
    position += framesOf(block);
    if (from >= to) return null;
    return isWhole ? block : block.map((samples) => samples.subarray(from, to));
  };
}

/** Findings within the window, in seconds of it. */
export function findingsWithin(findings: Findings, { lead, length }: PreviewWindow): Findings {
  const { ranges } = findings;
  if (!ranges) return findings;
  const within = ranges
    .map((range) => ({ ...range, start: range.start - lead, end: range.end - lead }))
    .filter(({ start, end }) => end > 0 && start < length);
  return {
    ...findings,
    ranges: within,
    ...(findings.changes !== undefined && { changes: Math.min(findings.changes, within.length) }),
  };
}
