import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import { denoiseWithNet } from "#audio/restoration/denoise-with-net.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "#tests/nets/deep-filter-graphs.ts";
import { openEffectNet } from "./open-effect-net.ts";

const FORM = { kind: "deep-filter", sampleRate: 48_000 } as const;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "denoiser-"));
  writeFileSync(path.join(folder, "encoder"), deepFilterEncoder());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A network with the published names and shapes. @param gain above 4.8 kHz @param taps below */
async function open(gain: number, taps: readonly number[]) {
  writeFileSync(path.join(folder, "bands"), deepFilterBands(gain));
  writeFileSync(path.join(folder, "filters"), deepFilterFilters(taps));
  const files = { encoder: "encoder", "erb-decoder": "bands", "filter-decoder": "filters" };
  return openEffectNet({
    form: FORM,
    files: Object.fromEntries(
      Object.entries(files).map(([role, name]) => [role, path.join(folder, name)]),
    ),
    threads: 1,
  });
}
/** Passes the middle frame through, and no other. */
const MIDDLE = (factor: number): number[] => [0, 0, 0, 0, factor, 0, 0, 0, 0, 0];

const tone = (hertz: number, seconds: number, rate: number): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => 0.4 * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
interface Way {
  readonly rate: number;
  readonly size: number;
  readonly strength?: number;
}

async function clean(
  net: Awaited<ReturnType<typeof open>>["net"],
  input: Block,
  { rate, size, strength = 1 }: Way,
): Promise<Float32Array[]> {
  async function* blocks(): AsyncGenerator<Block> {
    for (let at = 0; at < input[0]!.length; at += size)
      yield input.map((samples) => samples.subarray(at, at + size));
  }
  const format = { sampleRate: rate, channels: input.length };
  const parts: Block[] = [];
  const options = { strength, format, nets: null as never };
  for await (const part of denoiseWithNet(blocks(), net, options))
    parts.push(part.map((samples) => samples.slice()));
  return joinBlocks(parts, input.length);
}
/** Maximum difference of samples, without half a second at each end. */
const off = (found: Float32Array, expected: Float32Array, rate: number): number =>
  found
    .slice(rate / 2, -rate / 2)
    .reduce((maximum, x, at) => Math.max(maximum, Math.abs(x - expected[at + rate / 2]!)), 0);

describe("a net of the DeepFilterNet family, in ONNX Runtime", () => {
  it("TLS-5 one that changes nothing gives each channel back, in time and as long, whatever the blocks", async () => {
    const { net, close } = await open(1, MIDDLE(1));
    const input = [tone(440, 9.3, 48_000), tone(9000, 9.3, 48_000)];
    const whole = await clean(net, input, { rate: 48_000, size: Infinity });
    expect(whole.map(({ length }) => length)).toEqual(input.map(({ length }) => length));
    for (const [channel, samples] of whole.entries())
      expect(off(samples, input[channel]!, 48_000)).toBeLessThan(1e-4);
    const cut = await clean(net, input, { rate: 48_000, size: 7001 });
    for (const [channel, samples] of cut.entries())
      expect(off(samples, whole[channel]!, 48_000)).toBeLessThan(1e-6);
    await close();
  });

  it("TLS-5 applies gains above 4.8 kHz and filters below, at any sample rate", async () => {
    const { net, close } = await open(0.5, MIDDLE(0.25));
    const rate = 44_100;
    const [low, high] = await clean(net, [tone(1000, 3, rate), tone(10_000, 3, rate)], {
      rate,
      size: 10_000,
    });
    const scaled = (hertz: number, factor: number) =>
      tone(hertz, 3, rate).map((sample) => factor * sample);
    expect(off(low!, scaled(1000, 0.25), rate)).toBeLessThan(2e-3);
    expect(off(high!, scaled(10_000, 0.5), rate)).toBeLessThan(2e-3);
    await close();
  });

  it("TLS-5 as much noise stays as the strength says", async () => {
    const { net, close } = await open(0, MIDDLE(0));
    const input = tone(500, 2, 48_000);
    const [half] = await clean(net, [input], { rate: 48_000, size: 20_000, strength: 0.5 });
    const expected = input.map((sample) => 0.5 * sample);
    expect(off(half!, expected, 48_000)).toBeLessThan(1e-4);
    await close();
  });

  it("TLS-5 its answer to the known sound says whether it is alive", async () => {
    const alive = await open(1, MIDDLE(1));
    expect(isFiniteAndAudible(await alive.measure())).toBe(true);
    await alive.close();
    const dead = await open(0, MIDDLE(0));
    expect(isFiniteAndAudible(await dead.measure())).toBe(false);
    await dead.close();
  });
});
