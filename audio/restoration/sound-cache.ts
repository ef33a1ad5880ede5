import type { Block, Processor } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/** Samples per scale factor. */
const CHUNK = 64;
const CHUNKS_PER_PAGE = 4096;
const MAX_INT16 = 32_767;

/** Caches a processed sound for a second pass. */
export interface SoundCache {
  push(block: Block): void;
  /** Reads from the beginning; null if the sound exceeded the limit. */
  open(): SoundReader | null;
}

interface SoundReader {
  /** The next frames; zeros beyond the end. */
  take(frames: number): Float32Array[];
}

/** Replaces the input by the cached sound of equal length. */
export const createReplay = (reader: SoundReader): Processor => ({
  process: (block) => reader.take(framesOf(block)),
  finish: () => null,
});

interface Page {
  readonly samples: Int16Array;
  readonly scales: Float32Array;
}

/** Packs the chunk at `from` as chunk `at` of a page. */
function pack(values: Float32Array, from: number, { samples, scales }: Page, at: number): void {
  let peak = 0;
  for (let i = from; i < from + CHUNK; i++) {
    const size = Math.abs(values[i]!);
    if (size > peak) peak = size;
  }
  scales[at] = peak / MAX_INT16;
  const factor = peak > 0 ? MAX_INT16 / peak : 0;
  for (let i = 0; i < CHUNK; i++) {
    // Storing in an integer array truncates.
    const value = values[from + i]! * factor;
    samples[at * CHUNK + i] = value + (value < 0 ? -0.5 : 0.5);
  }
}

/**
 * Stores 16-bit samples with a scale factor per chunk of 64: quantization noise is 96 dB below the
 * peak of the chunk.
 * @param maxBytes if exceeded, the cache is emptied
 * @param frames expected length, if known: nothing is cached if it would exceed the limit
 */
export function createSoundCache(channels: number, maxBytes: number, frames = 0): SoundCache {
  const maxFrames = Math.floor(maxBytes / (2 * CHUNK + 4) / channels) * CHUNK;
  let pages: (readonly Page[])[] = [];
  const chunk = createBlock(channels, CHUNK);
  let filled = 0;
  let chunks = frames > maxFrames ? Infinity : 0;

  const storeChunk = (block: Block, from: number) => {
    const at = chunks % CHUNKS_PER_PAGE;
    if (at === 0)
      pages.push(
        Array.from({ length: channels }, () => ({
          samples: new Int16Array(CHUNK * CHUNKS_PER_PAGE),
          scales: new Float32Array(CHUNKS_PER_PAGE),
        })),
      );
    const page = pages.at(-1)!;
    for (let channel = 0; channel < channels; channel++)
      pack(block[channel]!, from, page[channel]!, at);
    chunks++;
    filled = 0;
  };

  const createReader = (): SoundReader => {
    let position = 0;
    return {
      take(frames) {
        const out = createBlock(channels, frames);
        for (let at = 0; at < frames;) {
          const number = Math.floor(position / CHUNK);
          const page = pages[Math.floor(number / CHUNKS_PER_PAGE)];
          const first = position % CHUNK;
          const count = Math.min(CHUNK - first, frames - at);
          if (number < chunks && page) {
            const indexInPage = number % CHUNKS_PER_PAGE;
            for (const [channel, { samples, scales }] of page.entries()) {
              const scale = scales[indexInPage]!;
              const target = out[channel]!;
              for (let i = 0; i < count; i++)
                target[at + i] = samples[indexInPage * CHUNK + first + i]! * scale;
            }
          } else if (number === chunks)
            for (const [channel, values] of chunk.entries())
              out[channel]!.set(values.subarray(first, Math.min(filled, first + count)), at);
          at += count;
          position += count;
        }
        return out;
      },
    };
  };

  return {
    push(block) {
      const frames = framesOf(block);
      if ((chunks + 1) * CHUNK + frames > maxFrames) {
        // The limit stays exceeded, because the length only grows.
        chunks = Infinity;
        pages = [];
        return;
      }
      for (let at = 0; at < frames;) {
        const count = Math.min(CHUNK - filled, frames - at);
        if (count === CHUNK) storeChunk(block, at);
        else {
          for (const [channel, values] of chunk.entries())
            values.set(block[channel]!.subarray(at, at + count), filled);
          filled += count;
          if (filled === CHUNK) storeChunk(chunk, 0);
        }
        at += count;
      }
    },
    open: () => (chunks === Infinity ? null : createReader()),
  };
}
