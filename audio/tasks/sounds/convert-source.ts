import type { Block, Format } from "../../effect.ts";
import { createBlock, joinBlocks } from "../../signal/blocks.ts";
import { mixToStereo } from "../../signal/mix-to-stereo.ts";
import { createResampler } from "../../signal/resample.ts";
import type { AudioSource } from "../../media/audio-source.ts";
import { createReader } from "./read-samples.ts";

/** Approximate frames of a segment: long for sequential reading, short for random access. */
const SEGMENT_FRAMES = { long: 65_536, short: 16_384 } as const;
export type SegmentLength = keyof typeof SEGMENT_FRAMES;
/** Samples of the lower rate that a resampler reads on each side, with a margin. */
const REACH = 96;

const commonOf = (a: number, b: number): number => (b === 0 ? a : commonOf(b, a % b));

/**
 * Converts a source to another sample rate and to stereo, in segments of equal length. Mono goes to
 * both channels; more than two channels are mixed down to two. Audio at the target rate is not
 * changed. Silence follows the end.
 */
export function createConverter(
  source: AudioSource,
  { sampleRate, channels }: Format,
  length: SegmentLength,
) {
  const from = source.format.sampleRate;
  const common = commonOf(from, sampleRate);
  const [up, down] = [sampleRate / common, from / common];
  // Segments start on a frame of the input, so that adjacent segments join exactly.
  const segmentFrames = Math.ceil(SEGMENT_FRAMES[length] / up) * up;
  const inputFrames = (segmentFrames / up) * down;
  const read = createReader(source);
  let last: Promise<unknown> = Promise.resolve();

  /** Frames of the input, with zeros after its end. */
  async function input(start: number, count: number): Promise<Block> {
    const found = await read(start, count);
    if (found[0]!.length === count) return found;
    const out = createBlock(source.format.channels, count);
    for (const [channel, samples] of found.entries()) out[channel]!.set(samples);
    return out;
  }
  async function make(index: number): Promise<Block> {
    const start = index * inputFrames;
    if (up === down) return input(start, inputFrames);
    const reach = Math.ceil((REACH * Math.max(1, from / sampleRate)) / down) * down;
    const before = Math.min(start, reach);
    const block = await input(start - before, before + inputFrames + reach);
    const resampler = createResampler(from, sampleRate, source.format.channels);
    const out = joinBlocks([resampler.process(block), resampler.finish()], source.format.channels);
    const skip = (before / down) * up;
    return out.map((samples) => samples.subarray(skip, skip + segmentFrames));
  }
  const fit = (block: Block): Block => {
    if (block.length === 1 && channels > 1)
      return Array.from({ length: channels }, (_, at) =>
        at < 2 ? block[0]! : new Float32Array(segmentFrames),
      );
    return channels === 2 ? mixToStereo(block) : block.slice(0, channels);
  };
  return {
    pieceFrames: segmentFrames,
    /** Segments are converted one at a time, because a reader moves forward in its file. */
    segment(index: number): Promise<Block> {
      const made = last.then(() => make(index)).then(fit);
      last = made.catch(() => {});
      return made;
    },
  };
}
