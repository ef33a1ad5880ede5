import type { MdxForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { type NetSession, pickTensor } from "../net-session.ts";
import { createMdxSpectrum, pieceOf } from "./mdx-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

const CHANNELS = 2;

/** From one piece to the next, in frames: what a piece says of half a frame at its ends is not heard. */
export const mdxStride = (form: MdxForm): number => pieceOf(form) - form.fft;

/** Bytes beside the net, whatever the length: a piece, its spectrum twice, and what came of it. */
export function mdxBytes(form: MdxForm): number {
  const piece = CHANNELS * pieceOf(form);
  const spectrum = 2 * CHANNELS * form.bins * form.columns;
  // The transform works with doubles, over a piece with a frame around it.
  return 4 * (2 * spectrum + 4 * piece) + 8 * (pieceOf(form) + 8 * form.fft);
}

/**
 * Takes a sound apart with a net of the MDX family, piece by piece: the stem that it gives, and
 * what is left of the sound, so that both sum to it. Memory does not grow with the length
 * (`mdxBytes`). Pieces follow each other as in `scripts/uvr_mdx/test.py` of k2-fsa/sherpa-onnx and
 * `mdxnet.py` of RVC-Project, whose graphs these are.
 * @param blocks stereo, at the rate of the form, blocks of any length
 * @yields both stems, planes of two channels each, which are the caller's
 */
export async function* separateMdx(
  session: NetSession,
  form: MdxForm,
  blocks: AsyncIterable<Block>,
  { onProgress, signal }: Omit<SeparateOptions, "consistent">,
): AsyncGenerator<readonly Block[], void, undefined> {
  const frames = pieceOf(form);
  const stride = mdxStride(form);
  const before = form.fft / 2;
  const spectrum = createMdxSpectrum(form);
  const plane = 2 * form.bins * form.columns;
  const bins = new Float32Array(CHANNELS * plane);
  const fed = { [form.input]: { data: bins, dims: [1, 2 * CHANNELS, form.bins, form.columns] } };
  /** The sound from half a frame before the piece on; before its start there is silence. */
  const held = createBlock(CHANNELS, frames);
  let filled = before;
  let given = 0;
  let heard = 0;

  /** @param length frames of the sound that are wanted of the piece */
  async function next(length: number): Promise<readonly Block[]> {
    signal?.throwIfAborted();
    for (const [channel, samples] of held.entries())
      spectrum.forward(samples, bins.subarray(channel * plane, (channel + 1) * plane));
    const told = await session.run(fed, [form.output]);
    signal?.throwIfAborted();
    const { data } = pickTensor(told, form.output, bins.length);
    const found = held.map((_, channel) => {
      const samples = new Float32Array(stride);
      spectrum.inverse(data.subarray(channel * plane, (channel + 1) * plane), samples);
      return samples.subarray(0, length);
    });
    const rest = found.map((samples, channel) =>
      samples.map((sample, at) => held[channel]![before + at]! - sample),
    );
    for (const samples of held) {
      samples.copyWithin(0, stride);
      samples.fill(0, frames - stride);
    }
    filled = Math.max(0, filled - stride);
    given += length;
    onProgress?.(given);
    return [found, rest];
  }

  for await (const block of blocks)
    for (let at = 0; at < framesOf(block);) {
      const count = Math.min(framesOf(block) - at, frames - filled);
      for (const [channel, samples] of block.entries())
        held[channel]!.set(samples.subarray(at, at + count), filled);
      filled += count;
      heard += count;
      at += count;
      if (filled === frames) yield await next(stride);
    }
  while (given < heard) yield await next(Math.min(stride, heard - given));
}
