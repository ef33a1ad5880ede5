import type { MdxForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { type NetSession, pickTensor } from "../net-session.ts";
import { createMdxSpectrum, segmentFrames } from "./mdx-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

const CHANNELS = 2;

/** Frames from one segment to the next: half a frame at each end of a segment is discarded. */
export const mdxStride = (form: MdxForm): number => segmentFrames(form) - form.fft;

/**
 * Memory in bytes in addition to the network, independent of the length: a segment, its spectrum
 * twice, and the output.
 */
export function mdxBytes(form: MdxForm): number {
  const segment = CHANNELS * segmentFrames(form);
  const spectrum = 2 * CHANNELS * form.bins * form.columns;
  // The transform works in double precision on a segment with a frame around it.
  return 4 * (2 * spectrum + 4 * segment) + 8 * (segmentFrames(form) + 8 * form.fft);
}

/**
 * Separates a sound with a network of the MDX family, segment by segment: the stem of the network,
 * and the residual, which sum to the sound. Constant memory (`mdxBytes`). Segments follow each
 * other as in `scripts/uvr_mdx/test.py` of k2-fsa/sherpa-onnx and `mdxnet.py` of RVC-Project, which
 * published these graphs.
 * @param blocks stereo, at the rate of the form, of any length
 * @yields both stems, two channels each; owned by the caller
 */
export async function* separateMdx(
  session: NetSession,
  form: MdxForm,
  blocks: AsyncIterable<Block>,
  { onProgress, signal }: Omit<SeparateOptions, "consistent">,
): AsyncGenerator<readonly Block[], void, undefined> {
  const frames = segmentFrames(form);
  const stride = mdxStride(form);
  const before = form.fft / 2;
  const spectrum = createMdxSpectrum(form);
  const plane = 2 * form.bins * form.columns;
  const bins = new Float32Array(CHANNELS * plane);
  const fed = { [form.input]: { data: bins, dims: [1, 2 * CHANNELS, form.bins, form.columns] } };
  /** The sound from half a frame before the segment on; zeros precede its start. */
  const buffer = createBlock(CHANNELS, frames);
  let filled = before;
  let given = 0;
  let received = 0;

  /** @param length frames of the sound in the segment */
  async function next(length: number): Promise<readonly Block[]> {
    signal?.throwIfAborted();
    for (const [channel, samples] of buffer.entries())
      spectrum.forward(samples, bins.subarray(channel * plane, (channel + 1) * plane));
    const outputs = await session.run(fed, [form.output]);
    signal?.throwIfAborted();
    const { data } = pickTensor(outputs, form.output, bins.length);
    const found = buffer.map((_, channel) => {
      const samples = new Float32Array(stride);
      spectrum.inverse(data.subarray(channel * plane, (channel + 1) * plane), samples);
      return samples.subarray(0, length);
    });
    const rest = found.map((samples, channel) =>
      samples.map((sample, at) => buffer[channel]![before + at]! - sample),
    );
    for (const samples of buffer) {
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
        buffer[channel]!.set(samples.subarray(at, at + count), filled);
      filled += count;
      received += count;
      at += count;
      if (filled === frames) yield await next(stride);
    }
  while (given < received) yield await next(Math.min(stride, received - given));
}
