import { type Block, defineEffect } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { copyFrames, framesOf, joinBlocks } from "../signal/blocks.ts";
import { type FadeCurve, FADE_CURVES, fadeAt } from "../signal/fade.ts";

/** Seconds; beyond the end of any file. */
const OPEN_END = 360_000;

interface Values {
  readonly start: number;
  readonly end: number;
  readonly ranges: readonly TimeRange[];
  readonly fadeIn: number;
  readonly fadeOut: number;
  readonly curve: FadeCurve;
}

interface FrameRange {
  readonly start: number;
  readonly end: number;
}

/** Frames to keep, in order; adjacent ranges are merged. */
function rangesOf(values: Values, sampleRate: number, total: number): readonly FrameRange[] {
  const ranges = values.ranges.length > 0 ? values.ranges : [[values.start, values.end] as const];
  const sorted = ranges
    .map(([start, end]) => ({
      start: Math.round(start * sampleRate),
      end: Math.min(total, Math.round(end * sampleRate)),
    }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  const merged: FrameRange[] = [];
  for (const { start, end } of sorted) {
    const last = merged.at(-1);
    if (last && start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else merged.push({ start, end });
  }
  return merged;
}

/** Keeps one range, or several concatenated ranges, each with fades; sample-accurate. */
export default defineEffect({
  id: "trim",
  parameters: {
    start: { kind: "number", min: 0, max: OPEN_END, default: 0, unit: "s", step: 0.001 },
    end: { kind: "number", min: 0, max: OPEN_END, default: OPEN_END, unit: "s", step: 0.001 },
    // Override start and end, if there are any.
    ranges: { kind: "ranges", default: [] },
    fadeIn: { kind: "number", min: 0, max: 60, default: 0, unit: "s", step: 0.001 },
    fadeOut: { kind: "number", min: 0, max: 60, default: 0, unit: "s", step: 0.001 },
    curve: { kind: "choice", choices: FADE_CURVES, default: "smooth" },
  },
  length: "changes",
  neutral: { start: 0, end: OPEN_END, ranges: [], fadeIn: 0, fadeOut: 0 },
  /** Measures the length of the input: a fade-out depends on the position of the end. */
  analyze({ fadeOut }) {
    if (fadeOut === 0) return null;
    let frames = 0;
    return { push: (block) => void (frames += framesOf(block)), finish: () => frames };
  },
  create(values, { sampleRate, channels }, { analysis }) {
    const ranges = rangesOf(values, sampleRate, analysis ?? Infinity);
    const fadeIn = values.fadeIn * sampleRate;
    const fadeOut = values.fadeOut * sampleRate;
    /**
     * Copies a part with fades. @param since frames since the start of the range; `until` frames
     * until its end
     */
    const fade = (part: Block, since: number, until: number): Block => {
      const faded = copyFrames(part, 0);
      for (let i = 0; i < framesOf(part); i++) {
        const sinceStart = since + i;
        const untilEnd = until - 1 - i;
        if (sinceStart >= fadeIn && untilEnd >= fadeOut) continue;
        const factor =
          (sinceStart < fadeIn ? fadeAt(values.curve, sinceStart / fadeIn) : 1) *
          (untilEnd < fadeOut ? fadeAt(values.curve, untilEnd / fadeOut) : 1);
        for (const samples of faded) samples[i] = samples[i]! * factor;
      }
      return faded;
    };
    let position = 0;
    let next = 0;
    return {
      process(block) {
        const from = position;
        position += framesOf(block);
        const parts: Block[] = [];
        for (; next < ranges.length; next++) {
          const of = ranges[next]!;
          const start = Math.max(of.start, from);
          const end = Math.min(of.end, position);
          if (end > start) {
            const part = block.map((samples) => samples.subarray(start - from, end - from));
            const isFaded = start - of.start < fadeIn || of.end - end < fadeOut;
            parts.push(isFaded ? fade(part, start - of.start, of.end - start) : part);
          }
          if (of.end > position) break;
        }
        // A single part is the caller's block or a new one already.
        return parts.length > 1 ? joinBlocks(parts, channels) : (parts[0] ?? null);
      },
      finish: () => null,
    };
  },
});
