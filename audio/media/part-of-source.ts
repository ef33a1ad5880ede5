import type { AudioSource } from "./audio-source.ts";
import { takeFrames } from "./tracks/frames.ts";
import type { TimeRange } from "../parameters.ts";

/**
 * A range of a source as a source of its own, accurate to the sample. Audio outside the range is
 * not read.
 */
export function partOfSource(source: AudioSource, [start, end]: TimeRange): AudioSource {
  const { sampleRate } = source.format;
  const first = Math.round(start * sampleRate);
  const last = Math.round(end * sampleRate);
  return {
    ...source,
    duration: Math.max(0, Math.min(source.duration, end) - start),
    blocks: (from = 0) => takeFrames(source.blocks(first + from), last - first - from),
  };
}
