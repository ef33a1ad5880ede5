import type { MetadataTags } from "mediabunny";
import type { Block } from "#audio/effect.ts";
import { lengthOf, trackAlone } from "#audio/edit/edit.ts";
import { render } from "#audio/edit/render.ts";
import { writeProvenance, readProvenance } from "#audio/media/tags/provenance.ts";
import { createBlock } from "#audio/signal/blocks.ts";
import { type SegmentLength, createConverter } from "./convert-source.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import type { Warp } from "#audio/stretch/warp.ts";
import type { Mix } from "../sounds.ts";

/** Pieces of sources that are kept, of at most about 1.5 s each. */
const MAX_SEGMENTS = 24;

/** Sound of an edit, of all its tracks together or of one as it is without the mixer. */
export interface MixReader {
  readonly source: AudioSource;
  read(from: number, count: number, track?: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Plays another edit from now on; files that are open already are not opened again. */
  change(mix: Mix): Promise<void>;
}

/** Loaded for those alone whose sounds are stretched. */
async function openWarped(source: AudioSource, warp: Warp): Promise<AudioSource> {
  const [{ warpSource }, { createStretcher }] = await Promise.all([
    import("#audio/stretch/warp.ts"),
    import("#audio/stretch/stretcher.ts"),
  ]);
  return warpSource(source, warp, createStretcher);
}

/** Tags of the first file. A voice that was made by machine stays known, whichever file brings it. */
function mixedTags(all: readonly MetadataTags[]): MetadataTags {
  const marks = all.map(({ comment }) => readProvenance(comment ?? ""));
  const mark = marks.find((found) => found !== null);
  const [first = {}] = all;
  return mark ? writeProvenance(first, mark) : first;
}

/**
 * Opens what an edit sounds like as if it were a file. A source whose file is missing is silent.
 * @param openFile opens a file
 * @param pieces in which sources are read
 */
export async function openMix(
  first: Mix,
  openFile: (file: Blob) => Promise<AudioSource>,
  pieces: SegmentLength = "long",
): Promise<MixReader> {
  const opened = new Map<string, AudioSource>();
  const kept = new Map<string, Promise<Block>>();
  let mix = first;
  let converters = new Map<string, ReturnType<typeof createConverter>>();

  async function take(next: Mix): Promise<void> {
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
    if (next === first || sampleRate !== mix.edit.sampleRate || channels !== mix.edit.channels) {
      kept.clear();
      converters = new Map();
    }
    for (const [name, source] of opened)
      if (!converters.has(name))
        converters.set(name, createConverter(source, { sampleRate, channels }, pieces));
    mix = next;
  }
  await take(first);

  /** A piece of a source; those that were used last are kept. */
  function pieceOf(name: string, index: number): Promise<Block> {
    const key = `${index} ${name}`;
    const found = kept.get(key) ?? converters.get(name)!.piece(index);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > MAX_SEGMENTS) kept.delete(kept.keys().next().value!);
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
        const piece = await pieceOf(name, index);
        for (const [channel, samples] of piece.entries())
          out[channel]!.set(samples.subarray(skip, skip + count), at - start);
        at += count;
      }
      return out;
    },
  };
  const rangeOf = ({ edit, range }: Mix): readonly [number, number] => range ?? [0, lengthOf(edit)];
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
      yield* render(mix.edit, sources, { start: start + from, end });
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
      for await (const block of render(edit, sources, { start: start + from, end })) {
        for (const [channel, samples] of block.entries()) out[channel]!.set(samples, filled);
        filled += block[0]!.length;
      }
      return out as Float32Array<ArrayBuffer>[];
    },
    change: take,
  };
}
