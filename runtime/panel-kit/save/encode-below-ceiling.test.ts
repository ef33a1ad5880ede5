import { expect, it } from "vitest";
import { encodeBelow } from "./encode-below-ceiling.ts";

/** A fake encoder that raises the peaks of a sound, which reaches the ceiling, by some dB. */
function createEncoder(ceiling: number, raise: (headroom: number) => number) {
  const peaks = new Map<Blob, number>();
  return {
    count: () => peaks.size,
    encode: async (headroom: number) => {
      const blob = new Blob([]);
      peaks.set(blob, ceiling - headroom + raise(headroom));
      return blob;
    },
    truePeakOf: async (blob: Blob) => peaks.get(blob)!,
  };
}

it.each([
  [-1, 0.2, 1],
  [-1, 0.5, 1],
  [-1, 0.7, 2],
  [-1, 1.4, 2],
  [-1, 2, 3],
  [0, 1.2, 2],
  [-9, 4, 3],
])(
  "TLS-18 the ceiling of %d dBTP holds behind an encoder that adds %d dB, after %d encodings",
  async (ceiling, raise, count) => {
    const { encode, truePeakOf, ...encoder } = createEncoder(ceiling, () => raise);
    const encoded = await encodeBelow({ ceiling, encode, truePeakOf, safeHeadroom: 2 });
    expect(await truePeakOf(encoded)).toBeLessThanOrEqual(ceiling + 0.05);
    expect(encoder.count()).toBe(count);
  },
);

it("TLS-18 one overshoot that is far above the others costs no loudness", async () => {
  // As AAC was measured with limited speech.
  const raises = new Map([[0.5, 3.74]]);
  const used: number[] = [];
  const erratic = createEncoder(-1, (headroom) => raises.get(headroom) ?? 0.9);
  const encode = (headroom: number) => {
    used.push(headroom);
    return erratic.encode(headroom);
  };
  await encodeBelow({ ceiling: -1, ...erratic, encode, safeHeadroom: 2 });
  expect(used).toEqual([0.5, 1.25]);
});

it("TLS-18 encodings end where an encoder undoes what it is given, or nothing decodes its result", async () => {
  const stubborn = createEncoder(-1, (headroom) => headroom + 1);
  await encodeBelow({ ceiling: -1, ...stubborn, safeHeadroom: 2 });
  expect(stubborn.count()).toBe(4);
  const foreign = createEncoder(-1, () => 2);
  const truePeakOf = () => Promise.reject(new Error("no decoder"));
  const encoded = await encodeBelow({ ceiling: -1, ...foreign, truePeakOf, safeHeadroom: 2 });
  expect(foreign.count()).toBe(2);
  expect(await foreign.truePeakOf(encoded)).toBe(-1);
});
