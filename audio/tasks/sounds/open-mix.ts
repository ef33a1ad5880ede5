import type { MetadataTags } from "mediabunny";
import type { Block } from "../../effect.ts";
import { playedLengthOf, trackAlone } from "../../edit/edit.ts";
import { createInsertCache, render } from "../../edit/render.ts";
import { writeProvenance, readProvenance } from "../../media/tags/provenance.ts";
import { createBlock } from "../../signal/blocks.ts";
import { type SegmentLength, createConverter } from "./convert-source.ts";
import type { AudioSource } from "../../media/audio-source.ts";
import type { Warp } from "../../stretch/warp.ts";
import type { Mix } from "./sounds.ts";

/** Maximum number of cached source segments, each up to about 1.5 s long. */
const MAX_SEGMENTS = 24;

/** Reads the audio of a project: the mix of all tracks, or one track without the mixer. */
export interface MixReader<F> {
  readonly source: AudioSource;
  read(from: number, count: number, track?: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Switches to another mix; files that are already open stay open. */
  change(mix: Mix<F>): Promise<void>;
}

/** The time stretcher is loaded only for sources that are stretched. */
async function openWarped(source: AudioSource, warp: Warp): Promise<AudioSource> {
  const [{ warpSource }, { createStretcher }] = await Promise.all([
    import("../../stretch/warp.ts"),
    import("../../stretch/stretcher.ts"),
  ]);
  return warpSource(source, warp, createStretcher);
}

/**
 * Tags of the first file. If any file contains a synthetic voice, the mix is marked as synthetic as
 * well.
 */
function mixedTags(all: readonly MetadataTags[]): MetadataTags {
  const marks = all.map(({ comment }) => readProvenance(comment ?? ""));
  const mark = marks.find((found) => found !== null);
  const [first = {}] = all;
  return mark ? writeProvenance(first, mark) : first;
}

/**
 * Opens the mix of a project as an audio source. A source whose file is missing is silent.
 * @param openFile opens a file
 * @param segmentLength length of the segments in which sources are read
 */
export async function openMix<F>(
  first: Mix<F>,
  openFile: (file: F) => Promise<AudioSource>,
  segmentLength: SegmentLength = "long",
): Promise<MixReader<F>> {
  const opened = new Map<string, AudioSource>();
  const cached = new Map<string, Promise<Block>>();
  let mix = first;
  let converters = new Map<string, ReturnType<typeof createConverter>>();

  async function take(next: Mix<F>): Promise<void> {
    const names = Object.keys(next.sources).filter((name) => !opened.has(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = await openFile(next.sources[name]!);
        const warp = next.warps?.[name];
        return warp ? openWarped(file, warp) : file;
      }),
    );
    for (const [at, name] of names.entries()) opened.set(name, files[at]!);
    const { sampleRate, channels } = next.edit;
    // Files may replace missing ones.
    if (names.length > 0) findInserts = createInsertCache(sources);
    if (next === first || sampleRate !== mix.edit.sampleRate || channels !== mix.edit.channels) {
      cached.clear();
      converters = new Map();
    }
    for (const [name, source] of opened)
      if (!converters.has(name))
        converters.set(name, createConverter(source, { sampleRate, channels }, segmentLength));
    mix = next;
  }
  /** A segment of a source, from a cache of the most recently used. */
  function segmentOf(name: string, index: number): Promise<Block> {
    const key = `${index} ${name}`;
    const found = cached.get(key) ?? converters.get(name)!.segment(index);
    cached.delete(key);
    cached.set(key, found);
    if (cached.size > MAX_SEGMENTS) cached.delete(cached.keys().next().value!);
    return found;
  }
  const sources = {
    async read(name: string, start: number, end: number): Promise<Block> {
      const out = createBlock(mix.edit.channels, end - start);
      const converter = converters.get(name);
      if (!converter) return out;
      const { pieceFrames } = converter;
      for (let at = start; at < end;) {
        const index = Math.floor(at / pieceFrames);
        const skip = at - index * pieceFrames;
        const count = Math.min(end - at, pieceFrames - skip);
        const segment = await segmentOf(name, index);
        for (const [channel, samples] of segment.entries())
          out[channel]!.set(samples.subarray(skip, skip + count), at - start);
        at += count;
      }
      return out;
    },
  };
  let findInserts = createInsertCache(sources);
  await take(first);
  const rangeOf = ({ edit, range }: Mix<F>): readonly [number, number] =>
    range ?? [0, playedLengthOf(edit)];
  const source: AudioSource = {
    get format() {
      return { sampleRate: mix.edit.sampleRate, channels: mix.edit.channels };
    },
    get duration() {
      const [start, end] = rangeOf(mix);
      return (end - start) / mix.edit.sampleRate;
    },
    tags: mixedTags(Object.keys(first.sources).map((name) => opened.get(name)!.tags)),
    codec: null,
    async *blocks(from = 0) {
      const [start, end] = rangeOf(mix);
      yield* render(mix.edit, sources, { start: start + from, end, findInserts });
    },
    close() {
      for (const one of opened.values()) one.close();
    },
  };
  return {
    source,
    async read(from, count, track) {
      const [start, last] = rangeOf(mix);
      const end = Math.min(last, start + from + count);
      const edit = track === undefined ? mix.edit : trackAlone(mix.edit, track);
      const out = createBlock(edit.channels, Math.max(0, end - start - from));
      let filled = 0;
      for await (const block of render(edit, sources, { start: start + from, end, findInserts })) {
        for (const [channel, samples] of block.entries()) out[channel]!.set(samples, filled);
        filled += block[0]!.length;
      }
      return out as Float32Array<ArrayBuffer>[];
    },
    change: take,
  };
}
