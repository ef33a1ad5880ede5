import type { Block } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";

/** Seconds of the opening and closing ramps. */
const SLOPE = 0.04;

/**
 * Passes sound inside ranges and nothing outside; ramps are inside the ranges.
 * @returns a function that processes consecutive blocks and returns new ones
 */
export function createVoiceGate(
  ranges: readonly TimeRange[],
  sampleRate: number,
): (block: Block) => Float32Array[] {
  const slope = Math.max(1, Math.round(SLOPE * sampleRate));
  const edges = ranges.map(([start, end]) => [
    Math.round(start * sampleRate),
    Math.round(end * sampleRate),
  ]) as [number, number][];
  let at = 0;
  let frame = 0;
  const gainAt = (frameIndex: number): number => {
    while (at < edges.length && edges[at]![1] <= frameIndex) at++;
    const [start, end] = edges[at] ?? [Infinity, Infinity];
    // A range that starts with the first sample has no opening ramp.
    const opened = start === 0 ? 1 : (frameIndex - start) / slope;
    const part = Math.min(1, opened, (end - frameIndex) / slope);
    return part <= 0 ? 0 : part === 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * part);
  };
  return (block) => {
    const out = block.map((samples) => new Float32Array(samples.length));
    const frames = out[0]?.length ?? 0;
    for (let i = 0; i < frames; i++) {
      const gain = gainAt(frame + i);
      if (gain === 0) continue;
      for (const [channel, samples] of out.entries()) samples[i] = gain * block[channel]![i]!;
    }
    frame += frames;
    return out;
  };
}
