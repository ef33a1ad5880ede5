import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { mdxStride } from "#audio/nets/stems/mdx.ts";
import { createMdxSpectrum, segmentFrames } from "#audio/nets/stems/mdx-spectrum.ts";
import { countSegments, separateStems } from "#audio/nets/stems/stems.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import { openNodeSession } from "../nets/node-session.ts";

const STRIDE = mdxStride(MDX_FORM);
const RATE = MDX_FORM.sampleRate;

/** Tones well within the network's frequency range. */
const tones = (frames: number, hertz: readonly number[]): Float32Array =>
  Float32Array.from({ length: frames }, (_, at) =>
    hertz.reduce((sum, one) => sum + 0.2 * Math.sin((2 * Math.PI * one * at) / RATE), 0),
  );
const mixOf = (frames: number): Block => [tones(frames, [440, 3100]), tones(frames, [777, 9000])];

async function* inBlocks(block: Block, size: number) {
  for (let at = 0; at < block[0]!.length; at += size)
    yield block.map((samples) => samples.subarray(at, at + size));
}

async function separate(session: NetSession, mix: Block, size = 5000): Promise<Float32Array[][]> {
  const parts: (readonly Block[])[] = [];
  const options = { consistent: true };
  for await (const stems of separateStems(session, MDX_FORM, inBlocks(mix, size), options))
    parts.push(stems);
  return [0, 1].map((stem) =>
    joinBlocks(
      parts.map((part) => part[stem]!),
      2,
    ),
  );
}

/** Level of the error relative to the expected signal, in dB. */
function errorOf(found: Float32Array, expected: Float32Array): number {
  let [error, power] = [0, 0];
  for (const [at, sample] of expected.entries()) {
    error += (found[at]! - sample) ** 2;
    power += sample ** 2;
  }
  return 10 * Math.log10(error / power);
}

describe("a net of the MDX family", () => {
  let half: NetSession;
  beforeAll(async () => {
    half = await openNodeSession(mdxGraph(MDX_FORM, [0.5, 0.5, 0.25, 0.25]), 1);
  });
  afterAll(() => half.close());

  it.each([
    ["shorter than a piece", 20_000],
    ["as long as a piece is apart from the next", STRIDE],
    ["a sample longer", STRIDE + 1],
    ["of many pieces", 4 * STRIDE + 4321],
  ])(
    "TLS-5 gives of a mix %s the part that it hears, in time and as long, over the borders of pieces",
    async (_, frames) => {
      const mix = mixOf(frames);
      const [vocals, rest] = await separate(half, mix);
      for (const [channel, share] of [0.5, 0.25].entries()) {
        const samples = mix[channel]!;
        expect(vocals![channel]!.length).toBe(frames);
        // A tone with an abrupt start contains all frequencies, including those above the network's
        // range.
        const inner = (all: Float32Array) => all.subarray(4096, -4096);
        const expected = samples.map((sample) => share * sample);
        expect(errorOf(inner(vocals![channel]!), inner(expected))).toBeLessThan(-90);
        const sum = vocals![channel]!.map((sample, at) => sample + rest![channel]![at]!);
        expect(errorOf(sum, samples)).toBeLessThan(-130);
      }
    },
  );

  it("TLS-5 does not depend on how the sound is cut into blocks", async () => {
    const mix = mixOf(2 * STRIDE + 777);
    expect(await separate(half, mix, 997)).toEqual(await separate(half, mix, Infinity));
  });

  it("TLS-5 hears what torch.stft gives: frames centred, ends mirrored, no factor, the lowest bins", () => {
    const form = { ...MDX_FORM, fft: 2048, bins: 700, columns: 32 };
    const frames = segmentFrames(form);
    const samples = tones(frames, [300, 5000]);
    const spectrum = new Float32Array(2 * form.bins * form.columns);
    createMdxSpectrum(form).forward(samples, spectrum);
    const mirrored = (at: number): number => {
      const back = at < 0 ? -at : at;
      return samples[back < frames ? back : 2 * (frames - 1) - back]!;
    };
    for (const column of [0, 1, 15, 31])
      for (const bin of [0, 14, 232, 699]) {
        let [re, im] = [0, 0];
        for (let at = 0; at < 2048; at++) {
          const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 2048);
          const windowed = window * mirrored(1024 * column - 1024 + at);
          re += windowed * Math.cos((2 * Math.PI * bin * at) / 2048);
          im -= windowed * Math.sin((2 * Math.PI * bin * at) / 2048);
        }
        const offset = bin * form.columns + column;
        expect(spectrum[offset]).toBeCloseTo(re, 2);
        expect(spectrum[form.bins * form.columns + offset]).toBeCloseTo(im, 2);
      }
  });

  it("TLS-5 stops between two pieces", async () => {
    const reported: number[] = [];
    const abort = new AbortController();
    const work = async (): Promise<void> => {
      const options = {
        consistent: true,
        signal: abort.signal,
        onProgress(frames: number) {
          reported.push(frames);
          if (reported.length === 2) abort.abort(new Error("enough"));
        },
      };
      const blocks = inBlocks(mixOf(6 * STRIDE), 5000);
      for await (const _ of separateStems(half, MDX_FORM, blocks, options));
    };
    await expect(work()).rejects.toThrow("enough");
    expect(reported).toEqual([STRIDE, 2 * STRIDE]);
    expect(countSegments(MDX_FORM, 6 * STRIDE)).toBe(6);
  });
});
