import type { Block, Format } from "../../effect.ts";
import { mixToStereo } from "../../signal/mix-to-stereo.ts";
import { createResampler } from "../../signal/resample.ts";

/**
 * Mono is copied to both channels; more than two channels are downmixed (ITU-R BS.775); stereo to
 * mono is the mean.
 */
function fitChannels(block: Block, channels: 1 | 2): Block {
  const [left, right = left] = mixToStereo(block) as readonly [Float32Array, Float32Array?];
  if (channels === 2) return [left, right];
  return [left === right ? left : left.map((sample, at) => (sample + right[at]!) / 2)];
}

/** Converts blocks to a network's format; blocks of that format pass unchanged. */
export async function* convertBlocks(
  blocks: AsyncIterable<Block>,
  from: Format,
  to: { readonly sampleRate: number; readonly channels: 1 | 2 },
): AsyncGenerator<Block, void, undefined> {
  const resampler =
    from.sampleRate === to.sampleRate
      ? null
      : createResampler(from.sampleRate, to.sampleRate, to.channels);
  for await (const block of blocks) {
    const fitted = fitChannels(block, to.channels);
    const ready = resampler ? resampler.process(fitted) : fitted;
    if (ready) yield ready;
  }
  const rest = resampler?.finish();
  if (rest) yield rest;
}
