import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import type { SpectralForm } from "#core/models/forms.ts";
import type { AsyncNet, Block } from "../effect.ts";
import type { NetSession, NetTensor } from "../nets/net-session.ts";
import { createSpectralNet } from "../nets/spectral-net.ts";
import { copyFrames, joinBlocks } from "../signal/blocks.ts";
import { denoiseWithNet } from "./denoise-with-net.ts";
import { loadSpeechNets, type SpeechNets } from "./speech-nets.ts";

const RATE = 48_000;
const FORM: SpectralForm = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: { seen: [1] },
};

/** A graph that scales the spectrum and counts its frames in its state. */
const graphOf = (factor: number, counts: number[] = []): NetSession => ({
  async run(inputs) {
    const { mix, seen } = inputs as Readonly<Record<string, NetTensor>>;
    counts.push(seen!.data[0]!);
    return {
      enh: { ...mix!, data: mix!.data.map((x) => factor * x) },
      seen_out: { ...seen!, data: seen!.data.map((x) => x + 1) },
    };
  },
  close: async () => {},
});

const tone = (frequency: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, at) => 0.4 * Math.sin((2 * Math.PI * frequency * at) / RATE),
  );
const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

let nets: SpeechNets;
beforeAll(async () => {
  nets = await loadSpeechNets({
    bytes: async (name) =>
      new Uint8Array(readFileSync(path.join(import.meta.dirname, "../nets/weights", name))).buffer,
  });
});

async function clean(input: Float32Array, factor: number, size: number, counts?: number[]) {
  async function* blocks(): AsyncGenerator<Block> {
    for (let at = 0; at < input.length; at += size) yield [input.subarray(at, at + size)];
  }
  const parts: Block[] = [];
  const net = createSpectralNet(graphOf(factor, counts), FORM);
  const format = { sampleRate: RATE, channels: 1 };
  for await (const part of denoiseWithNet(blocks(), net, { strength: 1, format, nets }))
    parts.push(copyFrames(part, 0));
  return joinBlocks(parts, 1)[0]!;
}

describe("a net that the visitor has brought", () => {
  it.each([
    ["a Hann window", { ...FORM, window: "hann" }],
    ["its square root", FORM],
  ] as const)(
    "TLS-5 with %s, gives back what goes in, late by half a frame, where its graph changes nothing",
    async (_, form) => {
      const net = createSpectralNet(graphOf(1), form);
      const input = tone(700, 0.2).subarray(0, 8 * net.hop);
      const output = await net.run(input);
      const first = output.subarray(2 * net.hop);
      first.forEach((x, at) => expect(x).toBeCloseTo(input[at + net.hop]!, 5));
    },
  );

  it("TLS-5 outputs its estimate; duration and timing are preserved for any block size", async () => {
    // With noise, so that no two blocks are alike.
    const random = createRandom(4);
    const input = tone(500, 1.2).map((x) => x + 0.02 * random.normal());
    const counts: number[] = [];
    const loud = await clean(input, 1, 16_384, counts);
    expect(loud.length).toBe(input.length);
    // The state of the graph must be passed to the next frame.
    expect(counts).toEqual(counts.map((_, at) => at));
    const same = await clean(input, 1, 3001);
    const off = same.reduce((maximum, x, at) => Math.max(maximum, Math.abs(x - loud[at]!)), 0);
    expect(off).toBeLessThan(1e-6);
    const soft = await clean(input, 0.25, 16_384);
    expect(levelOf(soft)).toBeLessThan(0.6 * levelOf(loud));
  });

  it("TLS-5 a graph that answers in another shape is no net of this form", async () => {
    const net = createSpectralNet(graphOf(1), { ...FORM, output: "other" });
    await expect(net.run(new Float32Array(256))).rejects.toThrow("no other of 514 numbers");
  });

  it("TLS-5 a net for the full band leaves alone what has no audible noise", async () => {
    // Words of 0.7 s with silent pauses; the net makes them softer after a while.
    const input = tone(300, 6).map((x, at) => (at % RATE < 0.7 * RATE ? x : 0));
    let runs = 0;
    const net: AsyncNet = {
      sampleRate: RATE,
      hop: 480,
      delay: 0,
      fullBand: true,
      clone: () => net,
      run: async (samples) => samples.map((x) => (runs++ > 2 ? 0.4 : 1) * x),
    };
    async function* blocks(): AsyncGenerator<Block> {
      for (let at = 0; at < input.length; at += 24_000) yield [input.subarray(at, at + 24_000)];
    }
    const parts: Block[] = [];
    const options = { strength: 1, format: { sampleRate: RATE, channels: 1 }, nets };
    for await (const part of denoiseWithNet(blocks(), net, options))
      parts.push(copyFrames(part, 0));
    const [output] = joinBlocks(parts, 1);
    expect(output!.length).toBe(input.length);
    const off = output!.map((x, at) => x - input[at]!);
    expect(levelOf(off)).toBeLessThan(0.01 * levelOf(input));
  });
});
