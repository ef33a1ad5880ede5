import type { Block } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { fadeAt } from "../signal/fade.ts";
import { balanceOf } from "./balance.ts";
import { type Clip, type Edit, type Fade, type Track, playedLengthOf } from "./edit.ts";
import { createEnvelopeReader } from "./envelope.ts";
import { type ReadWet, createInsertReader } from "./inserts/insert-reader.ts";

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
  /** Defaults to a new one. */
  readonly findInserts?: FindInserts;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void };
}

/** Finds what reads a track through its effects; null for a track without effects. */
export type FindInserts = (edit: Edit, track: Track) => ReadWet | null;

/**
 * Reuses the state of effects from one rendering to the next, as long as the clips and effects of a
 * track are equal: each change of an edit reaches a worker as a new copy of all tracks.
 */
export function createInsertCache(sources: Sources): FindInserts {
  const cached = new Map<number, { readonly key: string; readonly read: ReadWet | null }>();
  /** Made once per copy, because it is compared for each block. */
  const keys = new WeakMap<Track, string>();
  const keyOf = (track: Track): string => {
    const key = keys.get(track) ?? JSON.stringify([track.clips, track.effects]);
    keys.set(track, key);
    return key;
  };
  return (edit, track) => {
    if (!track.effects?.length) return null;
    const { sampleRate, channels } = edit;
    const key = `${sampleRate} ${channels} ${keyOf(track)}`;
    const found = cached.get(track.id);
    if (found?.key === key) return found.read;
    const used = new Set(edit.tracks.filter(({ effects }) => effects?.length).map(({ id }) => id));
    for (const id of cached.keys()) if (!used.has(id)) cached.delete(id);
    const read = createInsertReader(track.effects, edit, async (start, end) => {
      const out = createBlock(channels, end - start);
      await addClips(out, { clips: track.clips, gain: 0, pan: 0 }, { from: start, sources });
      return out;
    });
    cached.set(track.id, { key, read });
    return read;
  };
}

/** Renders an edit block by block. Unprocessed clips are bit-identical. */
export async function* render(
  edit: Edit,
  sources: Sources,
  options: RenderOptions = {},
): AsyncGenerator<Block, void, undefined> {
  const { start = 0, end = playedLengthOf(edit), blockFrames = 16_384, signal } = options;
  const { findInserts = createInsertCache(sources) } = options;
  const isSolo = edit.tracks.some(({ solo }) => solo);
  const audibleTracks = edit.tracks.filter(({ muted, solo }) => (isSolo ? solo : !muted));
  for (let from = start; from < end; from += blockFrames) {
    signal?.throwIfAborted();
    const to = Math.min(end, from + blockFrames);
    const out = createBlock(edit.channels, to - from);
    for (const [at, track] of audibleTracks.entries()) {
      const read = findInserts(edit, track);
      if (read) addWet(out, await read(from, to), track);
      else await addClips(out, track, { from, sources, isFilled: at > 0 });
    }
    yield out;
  }
}

/** Adds the output of effects with the gain and balance of their track. */
function addWet(out: Block, wet: Float32Array[], { gain, pan }: Track): void {
  if (pan !== 0 && wet.length > 1) balance(wet, pan);
  const factor = decibelsToFactor(gain);
  for (const [channel, samples] of wet.entries()) {
    const target = out[channel]!;
    for (let i = 0; i < samples.length; i++) target[i] = target[i]! + factor * samples[i]!;
  }
}

/**
 * Adds the clips of a track to a block.
 * @param range first frame of the block; whether it contains other tracks already
 */
async function addClips(
  out: Float32Array[],
  { clips, gain, pan }: Pick<Track, "clips" | "gain" | "pan">,
  {
    from,
    sources,
    isFilled = false,
  }: { readonly from: number; readonly sources: Sources; readonly isFilled?: boolean },
): Promise<void> {
  const to = from + framesOf(out);
  /** Frames of the block that have been filled so far. */
  let filled = isFilled ? to - from : 0;
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

/** Applies gain, fades and the envelope in place. @param first position of the part in the clip */
function shape(
  part: readonly Float32Array[],
  clip: Clip,
  { first, gain }: { readonly first: number; readonly gain: number },
): void {
  const decibels = gain + (clip.gain ?? 0);
  const fades = clip.fades ?? [];
  if (decibels === 0 && fades.length === 0 && !clip.envelope) return;
  const level = decibelsToFactor(decibels);
  const envelopeAt = createEnvelopeReader(clip.envelope ?? []);
  for (let i = 0; i < (part[0]?.length ?? 0); i++) {
    const clipFrame = first + i;
    const frame = clip.reversed ? clip.end - 1 - clipFrame : clip.start + clipFrame;
    const factor =
      fades.reduce((product, each) => product * factorAt(each, frame), level) * envelopeAt(frame);
    for (const samples of part) samples[i] = samples[i]! * factor;
  }
}

const factorAt = ({ curve, silentAt, fullAt }: Fade, frame: number): number =>
  fadeAt(curve, (frame - silentAt) / (fullAt - silentAt));
