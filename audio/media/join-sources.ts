import type { Block, Format } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import { mixToStereo } from "../signal/mix-to-stereo.ts";
import { createResampler } from "../signal/resample.ts";
import type { AudioSource } from "./audio-source.ts";

type Blocks = AsyncGenerator<Block, void, undefined>;

/** Concatenates sounds in the format of the first one, with its tags. */
export function joinSources(sources: readonly [AudioSource, ...AudioSource[]]): AudioSource {
  const [{ declaredDuration: _promised, ...first }] = sources;
  const { format } = first;
  const ends: number[] = [];
  for (const { duration } of sources) ends.push((ends.at(-1) ?? 0) + duration);
  return {
    ...first,
    duration: ends.at(-1)!,
    isCut: () => sources.some(({ isCut }) => isCut?.()),
    hasHoles: () => sources.some(({ hasHoles }) => hasHoles?.()),
    async *blocks(from = 0) {
      const seconds = from / format.sampleRate;
      for (const [at, source] of sources.entries()) {
        if (at < sources.length - 1 && ends[at]! <= seconds) continue;
        const begin = Math.max(0, seconds - (ends[at - 1] ?? 0));
        const start = Math.round(begin * source.format.sampleRate);
        yield* inFormat(source.blocks(start), source.format, format);
      }
    },
    close() {
      for (const source of sources) source.close();
    },
  };
}

/** Converts the sample rate and the number of channels. */
async function* inFormat(blocks: Blocks, from: Format, to: Format): Blocks {
  const isSame = from.sampleRate === to.sampleRate && from.channels === to.channels;
  if (isSame) return yield* blocks;
  const mixed = (block: Block): Block => {
    if (block.length === to.channels) return block;
    const stereo = mixToStereo(block);
    return Array.from({ length: to.channels }, (_, channel) =>
      to.channels === 1 ? toMono(stereo) : stereo[Math.min(channel, stereo.length - 1)]!,
    );
  };
  const resampler = createResampler(from.sampleRate, to.sampleRate, to.channels);
  for await (const block of blocks) {
    const own = resampler.process(mixed(block));
    if (own && framesOf(own) > 0) yield own;
  }
  const rest = resampler.finish();
  if (rest && framesOf(rest) > 0) yield rest;
}

const toMono = ([left, right = left!]: Block): Float32Array =>
  left!.map((sample, at) => (sample + right[at]!) / 2);
