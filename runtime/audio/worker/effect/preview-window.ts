import type { Block, Effect, Findings } from "#audio/effect.ts";
import type { TimeRange } from "#audio/parameters.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** Seconds around a range in which most effects settle, and learn what they work on. */
const SETTLING = { before: 5, after: 0.5 } as const;

/** A range with what an effect hears around it, and does not write. */
export interface PreviewWindow {
  /** Seconds of the file that the effect gets. */
  readonly heard: TimeRange;
  /** Seconds of `heard` before the range. */
  readonly lead: number;
  /** Seconds of the range. */
  readonly length: number;
}

/**
 * What an effect has to hear so that it has settled where a range begins. One that changes the length
 * gets the range alone: where its output begins would not be known otherwise.
 */
export function previewWindow(
  { length, parallel = SETTLING }: Pick<Effect, "length" | "parallel">,
  [start, end]: TimeRange,
): PreviewWindow {
  if (length === "changes") return { heard: [start, end], lead: 0, length: end - start };
  const lead = Math.min(start, parallel.before);
  return { heard: [start - lead, end + parallel.after], lead, length: end - start };
}

/** Takes from blocks, given one after the other, the frames of a window. */
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

/** What was found within the window, in seconds of it. */
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
