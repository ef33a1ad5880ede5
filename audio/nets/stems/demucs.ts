import type { DemucsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { type NetSession, type NetTensor, pickTensor } from "../net-session.ts";
import { BINS, createDemucsSpectrum } from "./demucs-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

const CHANNELS = 2;
/**
 * Overlap of consecutive segments, relative to their length (`apply_model` of
 * facebookresearch/demucs).
 */
const OVERLAP = 0.25;

/** Frames from one segment to the next. */
export const demucsStride = ({ frames }: DemucsForm): number => Math.floor((1 - OVERLAP) * frames);

/**
 * Memory in bytes in addition to the network, independent of the length: the buffered sound (a
 * segment and a half), inputs and outputs of a run, and the previous output for the crossfade.
 */
export function demucsBytes(form: DemucsForm): number {
  const channel = 4 * form.frames;
  const stems = form.stems.length;
  const spectrum = 4 * 2 * BINS * Math.ceil(form.frames / 1024);
  const sound = CHANNELS * channel * (1.5 + 1);
  const net = CHANNELS * (spectrum + stems * (spectrum + channel));
  return sound + net + 3 * stems * CHANNELS * channel;
}

/** The Fourier transform for a network whose graph has none; null if it has one. */
function createTransform({ frames, stems, inputs, outputs }: DemucsForm) {
  const [input, output] = [inputs.spectrum, outputs.spectrum];
  if (input === undefined || output === undefined) return null;
  const spectrum = createDemucsSpectrum(frames);
  const part = 2 * BINS * spectrum.columns;
  const bins = new Float32Array(CHANNELS * part);
  return {
    fed: { [input]: { data: bins, dims: [1, 2 * CHANNELS, BINS, spectrum.columns] } },
    /** @param mix both channels, concatenated */
    forward(mix: Float32Array): void {
      for (let channel = 0; channel < CHANNELS; channel++)
        spectrum.forward(
          mix.subarray(channel * frames, (channel + 1) * frames),
          bins.subarray(channel * part, (channel + 1) * part),
        );
    },
    /**
     * @returns a function that adds the transformed channel of a stem to its waveform; channels are
     *   numbered across stems
     */
    inverse(netOutputs: Readonly<Record<string, NetTensor>>) {
      const spectra = pickTensor(netOutputs, output, stems.length * bins.length).data;
      return (at: number, wave: Float32Array): void =>
        spectrum.addInverse(spectra.subarray(at * part, (at + 1) * part), wave);
    },
  };
}

/** Runs the network on one segment. */
function createSegmentRunner(session: NetSession, form: DemucsForm) {
  const { frames, stems, inputs, outputs } = form;
  const transform = createTransform(form);
  const mix = new Float32Array(CHANNELS * frames);
  const fed = {
    [inputs.wave]: { data: mix, dims: [1, CHANNELS, frames] },
    ...transform?.fed,
  };
  return {
    /** Input of the network, one array per channel. */
    input: [mix.subarray(0, frames), mix.subarray(frames)] as const,
    /** @returns both channels of each stem */
    async run(): Promise<Float32Array[][]> {
      transform?.forward(mix);
      const outputNames = [outputs.wave, outputs.spectrum].filter((name) => name !== undefined);
      const results = await session.run(fed, outputNames);
      const waves = pickTensor(results, outputs.wave, stems.length * mix.length).data;
      const add = transform?.inverse(results);
      return stems.map((_, stem) =>
        Array.from({ length: CHANNELS }, (__, channel) => {
          const at = CHANNELS * stem + channel;
          const wave = waves.slice(at * frames, (at + 1) * frames);
          add?.(at, wave);
          return wave;
        }),
      );
    },
  };
}

/**
 * Buffers the sound from half a segment before the next one: a short last segment is processed with
 * the sound before it.
 */
function createHistory(frames: number) {
  const held = createBlock(CHANNELS, 2 * frames);
  /** Position in the sound of the first buffered frame. */
  let start = 0;
  let end = 0;
  return {
    end: () => end,
    /** Room that is left for the sound from `offset` on. */
    add(block: Block, from: number, count: number): void {
      for (const [channel, samples] of block.entries())
        held[channel]!.set(samples.subarray(from, from + count), end - start);
      end += count;
    },
    /** Drops frames more than half a segment before `offset`. */
    dropBefore(offset: number): void {
      const dropped = Math.max(0, offset - (frames >> 1) - start);
      for (const samples of held) samples.copyWithin(0, dropped, end - start);
      start += dropped;
    },
    /** Copies frames from `from` on; zeros outside the sound. */
    read(channel: number, from: number, out: Float32Array): void {
      out.fill(0);
      const first = Math.max(from, start);
      const last = Math.min(from + out.length, end);
      if (last > first) out.set(held[channel]!.subarray(first - start, last - start), first - from);
    },
  };
}

/**
 * Crossfades from the previous segment to this one: linear, equal to the triangular weights of
 * Demucs. If both agree, the result is bit-identical.
 * @param overlap frames
 */
function fade(before: Float32Array, now: Float32Array, overlap: number): void {
  for (let at = 0; at < before.length; at++) {
    const distributeResidual = (at + 1) / (overlap + 1);
    now[at] = before[at]! + (now[at]! - before[at]!) * distributeResidual;
  }
}

/**
 * Adds an equal share of the residual to each stem, which is the smallest change that makes them
 * sum to the mix.
 */
function spreadResidual(stems: readonly Block[], channel: number, mix: Float32Array): void {
  for (let at = 0; at < mix.length; at++) {
    let lack = mix[at]!;
    for (const stem of stems) lack -= stem[channel]![at]!;
    const part = lack / stems.length;
    for (const stem of stems) stem[channel]![at] = stem[channel]![at]! + part;
  }
}

/**
 * Separates a sound with a network of the Demucs family, segment by segment: the output has the
 * length of the sound, is streamed, and needs constant memory (`demucsBytes`).
 * @param blocks stereo, at the rate of the form, of any length
 * @yields the stems in the order of the form, two channels each; owned by the caller
 */
export async function* separateDemucs(
  session: NetSession,
  form: DemucsForm,
  blocks: AsyncIterable<Block>,
  { consistent, onProgress, signal }: SeparateOptions,
): AsyncGenerator<readonly Block[], void, undefined> {
  const { frames } = form;
  const stride = demucsStride(form);
  const overlap = frames - stride;
  const runner = createSegmentRunner(session, form);
  const history = createHistory(frames);
  const mix = new Float32Array(stride);
  let tails: readonly Block[] | null = null;
  let offset = 0;

  /** @param length frames of the sound in the segment */
  async function next(length: number): Promise<readonly Block[]> {
    signal?.throwIfAborted();
    const before = Math.floor((frames - length) / 2);
    for (const [channel, samples] of runner.input.entries())
      history.read(channel, offset - before, samples);
    const stems = (await runner.run()).map((planes) =>
      planes.map((samples) => samples.subarray(before, before + length)),
    );
    signal?.throwIfAborted();
    const given = Math.min(length, stride);
    for (const [stem, planes] of stems.entries())
      for (const [channel, samples] of planes.entries())
        if (tails) fade(tails[stem]![channel]!.subarray(0, length), samples, overlap);
    tails = stems.map((planes) => planes.map((samples) => samples.slice(given)));
    const out = stems.map((planes) => planes.map((samples) => samples.subarray(0, given)));
    if (consistent)
      for (let channel = 0; channel < CHANNELS; channel++) {
        const mixPart = mix.subarray(0, given);
        history.read(channel, offset, mixPart);
        spreadResidual(out, channel, mixPart);
      }
    onProgress?.(offset + given);
    offset += stride;
    history.dropBefore(offset);
    return out;
  }

  for await (const block of blocks) {
    for (let at = 0; at < framesOf(block);) {
      const count = Math.min(framesOf(block) - at, offset + frames - history.end());
      history.add(block, at, count);
      at += count;
      if (history.end() === offset + frames) yield await next(frames);
    }
  }
  while (offset < history.end()) yield await next(Math.min(frames, history.end() - offset));
}
