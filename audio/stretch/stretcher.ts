import type { Block } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { loadSignalsmith } from "./load-signalsmith.ts";

/** Changes the tempo and the pitch of any number of channels, all of them at the very same places. */
export interface Stretcher {
  /** Frames of the input ahead of what is heard that have to be known. */
  readonly inputLatency: number;
  /** Frames of the output from what is worked out to what is heard. */
  readonly outputLatency: number;
  /** @param semitones −24 to 24 */
  readonly setPitch: (semitones: number) => void;
  /**
   * Forgets what it has heard.
   * @param before `inputLatency + outputLatency` frames that come before the first input
   * @param tempo frames of input for each of the output
   */
  readonly seek: (before: Block, tempo: number) => void;
  /** Gives frames for an input of any other length, neither longer than `most`. */
  readonly process: (input: Block, frames: number) => Float32Array<ArrayBuffer>[];
  readonly most: number;
}

/** Hz above which partials are moved as they are and not by a factor: sibilants and cymbals keep their sound. */
const TONALITY_LIMIT = 8000;

/** Frames that are given or taken at once, where the windows are not longer than that. */
const LONGEST = 4096;

/** @param channels 1 to 32 */
export async function createStretcher(channels: number, sampleRate: number): Promise<Stretcher> {
  const program = await loadSignalsmith();
  program._presetDefault(channels, sampleRate);
  const inputLatency = program._inputLatency();
  const outputLatency = program._outputLatency();
  const most = Math.max(LONGEST, inputLatency + outputLatency);
  const address = program._setBuffers(channels, most);
  /** Looked up each time: the memory may have grown. */
  const plane = (at: number, frames: number): Float32Array =>
    new Float32Array(program.HEAP8.buffer, address + at * most * 4, frames);
  function put(block: Block): number {
    const frames = block[0]?.length ?? 0;
    if (frames > most) throw new RangeError(`${frames} frames are more than ${most}`);
    for (const [channel, samples] of block.entries()) plane(channel, frames).set(samples);
    return frames;
  }
  return {
    inputLatency,
    outputLatency,
    most,
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
