import { describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { spleeterStride } from "#audio/nets/stems/spleeter.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { createRandom } from "#bench/audio/random.ts";
import { SPLEETER_FORM, spleeterGraph } from "#tests/nets/spleeter-graph.ts";
import { openNodeSession } from "./node-session.ts";

const STRIDE = spleeterStride(SPLEETER_FORM);

function noise(frames: number): Block {
  const random = createRandom(frames);
  return [0, 1].map(() => Float32Array.from({ length: frames }, () => 0.2 * random.normal()));
}

/** @param gains of the graphs of the stems */
async function separate(
  mix: Block,
  gains: readonly number[],
  size = 5000,
): Promise<readonly Block[]> {
  const session = await openStemSession(SPLEETER_FORM, (role) =>
    openNodeSession(spleeterGraph(SPLEETER_FORM, gains[SPLEETER_FORM.stems.indexOf(role)]!), 1),
  );
  async function* blocks(): AsyncGenerator<Block> {
    for (let at = 0; at < mix[0]!.length; at += size)
      yield mix.map((samples) => samples.subarray(at, at + size));
  }
  const parts: (readonly Block[])[] = [];
  for await (const stems of separateStems(session, SPLEETER_FORM, blocks(), { consistent: true }))
    parts.push(stems);
  await session.close();
  return SPLEETER_FORM.stems.map((_, stem) =>
    joinBlocks(
      parts.map((part) => part[stem]!),
      2,
    ),
  );
}

/** Largest difference of a sound from another one times `factor`. */
const difference = (found: Block, expected: Block, factor = 1): number =>
  Math.max(
    ...found.map((samples, channel) =>
      samples.reduce(
        (max, x, at) => Math.max(max, Math.abs(x - factor * expected[channel]![at]!)),
        0,
      ),
    ),
  );

describe("networks of the Spleeter family, in ONNX Runtime", () => {
  it.each([1, 100, 3073, STRIDE - 3072, STRIDE, 2 * STRIDE + 1, 3 * STRIDE + 4000])(
    "TLS-5 the stems of %i frames are as long, have their shares of the squared estimates, and sum to the mix",
    async (frames) => {
      const mix = noise(frames);
      const gains = [3, 2, 1];
      const stems = await separate(mix, gains);
      for (const [at, stem] of stems.entries()) {
        expect(stem.map(({ length }) => length)).toEqual([frames, frames]);
        expect(difference(stem, mix, gains[at]! ** 2 / 14)).toBeLessThan(1e-5);
      }
      const sum = mix.map((_, channel) =>
        mix[channel]!.map((__, at) => stems.reduce((all, stem) => all + stem[channel]![at]!, 0)),
      );
      expect(difference(sum, mix)).toBeLessThan(1e-6);
    },
  );

  it("TLS-5 does not depend on how the mix is cut into blocks", async () => {
    const mix = noise(2 * STRIDE);
    const whole = await separate(mix, [1, 0, 2], Infinity);
    const cut = await separate(mix, [1, 0, 2], 777);
    for (const [at, stem] of whole.entries()) expect(difference(cut[at]!, stem)).toBe(0);
    expect(difference(whole[1]!, mix, 0)).toBeLessThan(1e-6);
  });

  it("TLS-5 silence stays silent", async () => {
    const silence = [new Float32Array(9000), new Float32Array(9000)];
    for (const stem of await separate(silence, [1, 1, 1]))
      expect(difference(stem, silence)).toBe(0);
  });
});
