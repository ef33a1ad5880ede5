import { expect, it } from "vitest";
import type { AsyncNet, Block, SeparationNet } from "../../effect.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { dereverbWithNet } from "./dereverb-with-net.ts";

/** A network that extracts this fraction of each side. */
const netOf = (shares: readonly [number, number], size = 9000): SeparationNet => ({
  sampleRate: 44_100,
  async *split(blocks) {
    for await (const block of blocks)
      for (let at = 0; at < block[0]!.length; at += size) {
        const part = block.map((samples) => samples.subarray(at, at + size));
        const found = part.map((samples, side) => samples.map((x) => shares[side]! * x));
        yield [found, part.map((samples, side) => samples.map((x, i) => x - found[side]![i]!))];
      }
  },
});

const tone = (hertz: number, rate: number): Float32Array =>
  Float32Array.from({ length: rate }, (_, at) => 0.4 * Math.sin((2 * Math.PI * hertz * at) / rate));

async function dry(
  input: Block,
  {
    rate,
    strength = 1,
    shares = [0.5, 0.25] as const,
    size = 4096,
  }: {
    rate: number;
    strength?: number;
    shares?: readonly [number, number];
    size?: number;
  },
): Promise<Float32Array[]> {
  async function* blocks(): AsyncGenerator<Block> {
    for (let at = 0; at < input[0]!.length; at += size)
      yield input.map((samples) => samples.subarray(at, at + size));
  }
  const parts: Block[] = [];
  const format = { sampleRate: rate, channels: input.length };
  for await (const part of dereverbWithNet(blocks(), netOf(shares), { strength, format }))
    parts.push(part);
  return joinBlocks(parts, input.length);
}

/** Maximum error of the samples, except for 50 ms at each end. */
const off = (found: Float32Array, expected: Float32Array): number =>
  found
    .slice(2400, -2400)
    .reduce((maximum, x, at) => Math.max(maximum, Math.abs(x - expected[at + 2400]!)), 0);

it.each([44_100, 48_000, 16_000])(
  "TLS-5 what a net finds of the room goes, side by side, in time and as long, at %i Hz",
  async (rate) => {
    const input = [tone(440, rate), tone(1000, rate)];
    const found = await dry(input, { rate });
    expect(found.map(({ length }) => length)).toEqual([rate, rate]);
    expect(
      off(
        found[0]!,
        input[0]!.map((x) => 0.5 * x),
      ),
    ).toBeLessThan(1e-3);
    expect(
      off(
        found[1]!,
        input[1]!.map((x) => 0.75 * x),
      ),
    ).toBeLessThan(1e-3);
  },
);

it("TLS-5 retains the requested amount, with one channel and with three", async () => {
  const one = [tone(440, 44_100)];
  const [half] = await dry(one, { rate: 44_100, strength: 0.5, shares: [0.5, 0.5] });
  expect(
    off(
      half!,
      one[0]!.map((x) => 0.75 * x),
    ),
  ).toBeLessThan(1e-6);
  const three = [tone(300, 44_100), tone(500, 44_100), tone(700, 44_100)];
  const found = await dry(three, { rate: 44_100, shares: [1, 0.5] });
  // The third channel is processed as two identical sides.
  for (const [channel, share] of [0, 0.5, 0.25].entries())
    expect(
      off(
        found[channel]!,
        three[channel]!.map((x) => share * x),
      ),
    ).toBeLessThan(1e-6);
});

it("TLS-5 no strength leaves a sound as it is, sample by sample, whatever its blocks", async () => {
  const input = [tone(440, 48_000), tone(5000, 48_000)];
  expect(await dry(input, { rate: 48_000, strength: 0, size: 777 })).toEqual(input);
});

it("TLS-5 refuses a net that finds no rooms", async () => {
  const net: AsyncNet = {
    sampleRate: 48_000,
    hop: 1,
    delay: 0,
    fullBand: true,
    run: async (samples) => samples,
    clone: () => net,
  };
  async function* none(): AsyncGenerator<Block> {}
  const run = dereverbWithNet(none(), net, {
    strength: 1,
    format: { sampleRate: 48_000, channels: 1 },
  });
  await expect(run.next()).rejects.toThrow("no rooms");
});
