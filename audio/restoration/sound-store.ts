import type { Block, Processor } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/** Samples that share a scale. */
const CHUNK = 64;
const CHUNKS_A_PAGE = 4096;
const MOST = 32_767;

/** Sound that was made once and is wanted again. */
export interface SoundStore {
  push(block: Block): void;
  /** Reads from the beginning; null where it was too much to be kept. */
  open(): SoundReader | null;
}

interface SoundReader {
  /** The next frames; beyond the end there are zeros. */
  take(frames: number): Float32Array[];
}

/** What was kept, in place of the same length of input. */
export const createReplay = (kept: SoundReader): Processor => ({
  process: (block) => kept.take(framesOf(block)),
  finish: () => null,
});

interface Page {
  readonly samples: Int16Array;
  readonly scales: Float32Array;
}

/** A chunk, from a place on, as number `at` of a page. */
function pack(values: Float32Array, from: number, { samples, scales }: Page, at: number): void {
  let peak = 0;
  for (let i = from; i < from + CHUNK; i++) {
    const size = Math.abs(values[i]!);
    if (size > peak) peak = size;
  }
  scales[at] = peak / MOST;
  const factor = peak > 0 ? MOST / peak : 0;
  for (let i = 0; i < CHUNK; i++) {
    // What is put among whole numbers loses its fraction.
    const value = values[from + i]! * factor;
    samples[at * CHUNK + i] = value + (value < 0 ? -0.5 : 0.5);
  }
}

/**
 * Keeps sound in 16 bits a sample and a scale for each 64 of them: what is lost lies 96 dB below the
 * loudest of these.
 * @param mostBytes beyond it all is forgotten
 * @param frames that are expected, if known: nothing is kept of what would be forgotten
 */
export function createSoundStore(channels: number, mostBytes: number, frames = 0): SoundStore {
  const most = Math.floor(mostBytes / (2 * CHUNK + 4) / channels) * CHUNK;
  let pages: (readonly Page[])[] = [];
  const chunk = createBlock(channels, CHUNK);
  let filled = 0;
  let chunks = frames > most ? Infinity : 0;

  const keep = (block: Block, from: number) => {
    const at = chunks % CHUNKS_A_PAGE;
    if (at === 0)
      pages.push(
        Array.from({ length: channels }, () => ({
          samples: new Int16Array(CHUNK * CHUNKS_A_PAGE),
          scales: new Float32Array(CHUNKS_A_PAGE),
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
          const page = pages[Math.floor(number / CHUNKS_A_PAGE)];
          const first = position % CHUNK;
          const count = Math.min(CHUNK - first, frames - at);
          if (number < chunks && page) {
            const place = number % CHUNKS_A_PAGE;
            for (const [channel, { samples, scales }] of page.entries()) {
              const scale = scales[place]!;
              const target = out[channel]!;
              for (let i = 0; i < count; i++)
                target[at + i] = samples[place * CHUNK + first + i]! * scale;
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
      if ((chunks + 1) * CHUNK + frames > most) {
        // It stays too much: the number of frames only grows.
        chunks = Infinity;
        pages = [];
        return;
      }
      for (let at = 0; at < frames;) {
        const count = Math.min(CHUNK - filled, frames - at);
        if (count === CHUNK) keep(block, at);
        else {
          for (const [channel, values] of chunk.entries())
            values.set(block[channel]!.subarray(at, at + count), filled);
          filled += count;
          if (filled === CHUNK) keep(chunk, 0);
        }
        at += count;
      }
    },
    open: () => (chunks === Infinity ? null : createReader()),
  };
}
