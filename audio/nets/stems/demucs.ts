import type { DemucsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { type NetSession, type NetTensor, pickTensor } from "../net-session.ts";
import { BINS, createDemucsSpectrum } from "./demucs-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

const CHANNELS = 2;
/** Part of a piece that lies over the one after it (`apply_model` of facebookresearch/demucs). */
const OVERLAP = 0.25;

/** From one piece to the next, in frames. */
export const strideOf = ({ frames }: DemucsForm): number => Math.floor((1 - OVERLAP) * frames);

/**
 * Bytes beside the net, whatever the length: what is held of the sound (a piece and a half), what a
 * run takes and gives, what it gives faded into what the one before gave.
 */
export function demucsBytes(form: DemucsForm): number {
  const channel = 4 * form.frames;
  const stems = form.stems.length;
  const spectrum = 4 * 2 * BINS * Math.ceil(form.frames / 1024);
  const sound = CHANNELS * channel * (1.5 + 1);
  const net = CHANNELS * (spectrum + stems * (spectrum + channel));
  return sound + net + 3 * stems * CHANNELS * channel;
}

/** The Fourier transform of a net that has none in its graph; null where it has. */
function createTransform({ frames, stems, inputs, outputs }: DemucsForm) {
  const [input, output] = [inputs.spectrum, outputs.spectrum];
  if (input === undefined || output === undefined) return null;
  const spectrum = createDemucsSpectrum(frames);
  const part = 2 * BINS * spectrum.columns;
  const bins = new Float32Array(CHANNELS * part);
  return {
    fed: { [input]: { data: bins, dims: [1, 2 * CHANNELS, BINS, spectrum.columns] } },
    /** @param mix both channels, one after the other */
    forward(mix: Float32Array): void {
      for (let channel = 0; channel < CHANNELS; channel++)
        spectrum.forward(
          mix.subarray(channel * frames, (channel + 1) * frames),
          bins.subarray(channel * part, (channel + 1) * part),
        );
    },
    /** @returns what adds the sound of a channel of a stem, counted through, to its wave */
    inverse(told: Readonly<Record<string, NetTensor>>) {
      const spectra = pickTensor(told, output, stems.length * bins.length).data;
      return (at: number, wave: Float32Array): void =>
        spectrum.addInverse(spectra.subarray(at * part, (at + 1) * part), wave);
    },
  };
}

/** One piece through the net. */
function createPiece(session: NetSession, form: DemucsForm) {
  const { frames, stems, inputs, outputs } = form;
  const transform = createTransform(form);
  const mix = new Float32Array(CHANNELS * frames);
  const fed = {
    [inputs.wave]: { data: mix, dims: [1, CHANNELS, frames] },
    ...transform?.fed,
  };
  return {
    /** What the net gets, a channel each. */
    input: [mix.subarray(0, frames), mix.subarray(frames)] as const,
    /** @returns both channels of each stem */
    async run(): Promise<Float32Array[][]> {
      transform?.forward(mix);
      const wanted = [outputs.wave, outputs.spectrum].filter((name) => name !== undefined);
      const told = await session.run(fed, wanted);
      const waves = pickTensor(told, outputs.wave, stems.length * mix.length).data;
      const add = transform?.inverse(told);
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
 * The sound from half a piece before the next one on: a short one at the end is heard with what
 * goes before it.
 */
function createHistory(frames: number) {
  const held = createBlock(CHANNELS, 2 * frames);
  /** Frames of the sound that lie before and up to the end of what is held. */
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
    /** Nothing before half a piece before `offset` is wanted any more. */
    forget(offset: number): void {
      const gone = Math.max(0, offset - (frames >> 1) - start);
      for (const samples of held) samples.copyWithin(0, gone, end - start);
      start += gone;
    },
    /** Writes the frames from `from` on, with silence outside of the sound. */
    read(channel: number, from: number, out: Float32Array): void {
      out.fill(0);
      const first = Math.max(from, start);
      const last = Math.min(from + out.length, end);
      if (last > first) out.set(held[channel]!.subarray(first - start, last - start), first - from);
    },
  };
}

/**
 * Fades from what the piece before gave into what this one gives: straight lines, weighted as the
 * two triangles of Demucs are. Where both say the same it comes out as it is, bit for bit.
 * @param overlap frames over which pieces lie
 */
function fade(before: Float32Array, now: Float32Array, overlap: number): void {
  for (let at = 0; at < before.length; at++) {
    const share = (at + 1) / (overlap + 1);
    now[at] = before[at]! + (now[at]! - before[at]!) * share;
  }
}

/** Gives each stem an equal part of what they lack of the mix: of all ways the one that changes least. */
function share(stems: readonly Block[], channel: number, mix: Float32Array): void {
  for (let at = 0; at < mix.length; at++) {
    let lack = mix[at]!;
    for (const stem of stems) lack -= stem[channel]![at]!;
    const part = lack / stems.length;
    for (const stem of stems) stem[channel]![at] = stem[channel]![at]! + part;
  }
}

/**
 * Takes a sound apart with a net of the Demucs family, piece by piece: what it gives is as long as
 * the sound, comes as it is worked out, and needs memory that does not grow (`demucsBytes`).
 * @param blocks stereo, at the rate of the form, blocks of any length
 * @yields the stems in the order of the form, planes of two channels each, which are the caller's
 */
export async function* separateDemucs(
  session: NetSession,
  form: DemucsForm,
  blocks: AsyncIterable<Block>,
  { consistent, onProgress, signal }: SeparateOptions,
): AsyncGenerator<readonly Block[], void, undefined> {
  const { frames } = form;
  const stride = strideOf(form);
  const overlap = frames - stride;
  const piece = createPiece(session, form);
  const history = createHistory(frames);
  const mix = new Float32Array(stride);
  let tails: readonly Block[] | null = null;
  let offset = 0;

  /** @param length frames of the sound that the piece has */
  async function next(length: number): Promise<readonly Block[]> {
    signal?.throwIfAborted();
    const before = Math.floor((frames - length) / 2);
    for (const [channel, samples] of piece.input.entries())
      history.read(channel, offset - before, samples);
    const stems = (await piece.run()).map((planes) =>
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
        const heard = mix.subarray(0, given);
        history.read(channel, offset, heard);
        share(out, channel, heard);
      }
    onProgress?.(offset + given);
    offset += stride;
    history.forget(offset);
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
