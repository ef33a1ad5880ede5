import path from "node:path";
import fastGlob from "fast-glob";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Block, Effect } from "../effect.ts";
import { createRandom } from "#bench/audio/random.ts";
import type * as Blocks from "../signal/blocks.ts";

const spoiler = vi.hoisted(() => ({ isOn: false, times: 0 }));

vi.mock("../signal/blocks.ts", async (load) => {
  const { spoilBorrowed } = await import("#tests/spoil-borrowed.ts");
  return spoilBorrowed(await load<typeof Blocks>(), spoiler);
});

// The mock must not leak into other tests.
afterAll(() => {
  spoiler.isOn = false;
  vi.doUnmock("../signal/blocks.ts");
  vi.resetModules();
});

// Other tests may have imported these modules before, without the mock.
vi.resetModules();
const { createResources } = await import("#cli/audio/effects/resources.ts");
const { prepareStep } = await import("../pipeline/step.ts");
const { runSteps } = await import("../pipeline/stream.ts");
const { parseValues } = await import("../parameters.ts");

const home = path.resolve(import.meta.dirname, "../..");
const files = fastGlob.sync("*.ts", { cwd: import.meta.dirname, ignore: ["*.test.ts"] }).sort();

/**
 * Syllables of a tone in hiss, a click, and a louder end, so that every effect has something to do.
 */
function makeSound(sampleRate: number): Block {
  const random = createRandom(4);
  return [0, 1].map((channel) =>
    Float32Array.from({ length: sampleRate }, (_, i) => {
      const time = i / sampleRate;
      const level = Math.max(0, Math.sin(time * 21 + channel * 0.1)) * (time > 0.7 ? 0.9 : 0.3);
      const angle = 2 * Math.PI * 140 * time;
      const tone = Math.sin(angle) + Math.sin(2 * angle) / 2 + Math.sin(9 * angle) / 4;
      return level * tone + 0.01 * random.normal() + (i === 7000 ? 0.8 : 0);
    }),
  );
}

describe.each([44_100, 48_000])("blocks that are lent, at %i Hz", (sampleRate) => {
  it.each(files)("TLS-1 of %s are not looked at after their time", async (file) => {
    const { default: effect } = (await import(path.join(import.meta.dirname, file))) as {
      readonly default: Effect;
    };
    const { values } = parseValues(effect.parameters, {}, effect.id);
    const input = makeSound(sampleRate);
    const run = async (): Promise<number[][]> => {
      const output: number[][] = [];
      await runSteps(
        [await prepareStep(effect, values, createResources(home))],
        {
          format: { sampleRate, channels: input.length },
          frames: sampleRate,
          async *open() {
            for (let at = 0; at < sampleRate; at += 3000)
              yield input.map((samples) => samples.slice(at, at + 3000));
          },
        },
        (block) => {
          for (const [channel, samples] of block.entries())
            (output[channel] ??= []).push(...samples);
        },
      );
      return output;
    };
    spoiler.isOn = false;
    const expected = await run();
    spoiler.isOn = true;
    const found = await run();
    expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
    for (const [channel, samples] of expected.entries())
      expect(samples.findIndex((sample, at) => sample !== found[channel]![at])).toBe(-1);
  });
});

it("TLS-1 blocks that are lent are spoilt here", () => expect(spoiler.times).toBeGreaterThan(100));
