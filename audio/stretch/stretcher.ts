import type { Block } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { loadSignalsmith } from "./load-signalsmith.ts";

/** Changes tempo and pitch of any number of channels in sync. */
export interface Stretcher {
  /** Required look-ahead in input frames. */
  readonly inputLatency: number;
  /** Output latency in frames. */
  readonly outputLatency: number;
  /** @param semitones −24 to 24 */
  readonly setPitch: (semitones: number) => void;
  /**
   * Resets the state.
   * @param before `inputLatency + outputLatency` frames that precede the first input
   * @param tempo input frames per output frame
   */
  readonly seek: (before: Block, tempo: number) => void;
  /** Processes an input of any length into `frames` output frames, both at most `maxFrames`. */
  readonly process: (input: Block, frames: number) => Float32Array<ArrayBuffer>[];
  readonly maxFrames: number;
}

/**
 * Hz above which partials are shifted rather than scaled, which preserves the sound of sibilants
 * and cymbals.
 */
const TONALITY_LIMIT = 8000;

/** Maximum frames per call, unless the latency is longer. */
const MAX_FRAMES = 4096;

/** @param channels 1 to 32 */
export async function createStretcher(channels: number, sampleRate: number): Promise<Stretcher> {
  const program = await loadSignalsmith();
  program._presetDefault(channels, sampleRate);
  const inputLatency = program._inputLatency();
  const outputLatency = program._outputLatency();
  const maxFrames = Math.max(MAX_FRAMES, inputLatency + outputLatency);
  const address = program._setBuffers(channels, maxFrames);
  /** Created each time, because the memory may have grown. */
  const plane = (at: number, frames: number): Float32Array =>
    new Float32Array(program.HEAP8.buffer, address + at * maxFrames * 4, frames);
  function put(block: Block): number {
    const frames = block[0]?.length ?? 0;
    if (frames > maxFrames) throw new RangeError(`${frames} frames are more than ${maxFrames}`);
    for (const [channel, samples] of block.entries()) plane(channel, frames).set(samples);
    return frames;
  }
  return {
    inputLatency,
    outputLatency,
    maxFrames,
    setPitch: (semitones) => program._setTransposeSemitones(semitones, TONALITY_LIMIT / sampleRate),
    seek(before, tempo) {
      program._reset();
      program._seek(put(before), tempo);
    },
    process(input, frames) {
      program._process(put(input), frames);
      const out = createBlock(channels, frames) as Float32Array<ArrayBuffer>[];
      for (const [channel, samples] of out.entries())
        samples.set(plane(channels + channel, frames));
      return out;
    },
  };
}
