import type { Block } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { fadeAt } from "../signal/fade.ts";
import { balanceOf } from "./balance.ts";
import { type Clip, type Edit, type Fade, lengthOf } from "./edit.ts";

/** Sounds by id, at the rate and with the channels of the edit. */
export interface Sources {
  /** Reads frames from `start` to `end` (exclusive). The block is not modified. */
  read(source: string, start: number, end: number): Block | Promise<Block>;
}

export interface RenderOptions {
  /** Frames; default to everything. */
  readonly start?: number;
  readonly end?: number;
  /** Frames of each block but the last. */
  readonly blockFrames?: number;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void };
}

/** Renders an edit block by block. Unprocessed clips are bit-identical. */
export async function* render(
  edit: Edit,
  sources: Sources,
  options: RenderOptions = {},
): AsyncGenerator<Block, void, undefined> {
  const { start = 0, end = lengthOf(edit), blockFrames = 16_384, signal } = options;
  const isSolo = edit.tracks.some(({ solo }) => solo);
  const audibleTracks = edit.tracks.filter(({ muted, solo }) => (isSolo ? solo : !muted));
  for (let from = start; from < end; from += blockFrames) {
    signal?.throwIfAborted();
    const to = Math.min(end, from + blockFrames);
    const out = createBlock(edit.channels, to - from);
    for (const [at, { clips, gain, pan }] of audibleTracks.entries()) {
      /** Frames of the block that the first track has filled so far. */
      let filled = at === 0 ? 0 : to - from;
      for (const clip of clips) {
        const first = Math.max(from, clip.at);
        const last = Math.min(to, clip.at + clip.end - clip.start);
        if (last <= first) continue;
        const part = await readPart(clip, sources, first - clip.at, last - clip.at);
        shape(part, clip, { first: first - clip.at, gain });
        if (pan !== 0 && part.length > 1) balance(part, pan);
        for (const [channel, samples] of part.entries()) {
          const target = out[channel]!;
          const mixed = Math.min(samples.length, Math.max(0, filled - (first - from)));
          for (let i = 0; i < mixed; i++)
            target[first - from + i] = target[first - from + i]! + samples[i]!;
          // Adding to 0 would turn −0 into 0.
          target.set(samples.subarray(mixed), first - from + mixed);
        }
        filled = Math.max(filled, last - from);
      }
    }
    yield out;
  }
}

/** A copy of the frames from `first` to `last` (exclusive) of a clip, in playback order. */
async function readPart(
  { source, start, end, reversed }: Clip,
  sources: Sources,
  first: number,
  last: number,
): Promise<Float32Array[]> {
  const block = reversed
    ? await sources.read(source, end - last, end - first)
    : await sources.read(source, start + first, start + last);
  return block.map((samples) => (reversed ? samples.slice().reverse() : samples.slice()));
}

/** Applies the balance in place. */
function balance(part: readonly Float32Array[], pan: number): void {
  const side = pan > 0 ? 0 : 1;
  const factor = balanceOf(pan)[side];
  const samples = part[side]!;
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! * factor;
}

/** Applies gain and fades in place. @param first position of the part in the clip */
function shape(
  part: readonly Float32Array[],
  clip: Clip,
  { first, gain }: { readonly first: number; readonly gain: number },
): void {
  const decibels = gain + (clip.gain ?? 0);
  const fades = clip.fades ?? [];
  if (decibels === 0 && fades.length === 0) return;
  const level = decibelsToFactor(decibels);
  for (let i = 0; i < (part[0]?.length ?? 0); i++) {
    const clipFrame = first + i;
    const frame = clip.reversed ? clip.end - 1 - clipFrame : clip.start + clipFrame;
    const factor = fades.reduce((product, each) => product * factorAt(each, frame), level);
    for (const samples of part) samples[i] = samples[i]! * factor;
  }
}

const factorAt = ({ curve, silentAt, fullAt }: Fade, frame: number): number =>
  fadeAt(curve, (frame - silentAt) / (fullAt - silentAt));
