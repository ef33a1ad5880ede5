import { expect, it } from "vitest";
import type { EncoderLevels } from "#audio/media/writers/fit-encoding.ts";
import { encodeToFit } from "./encode-to-fit.ts";

const SAFE = { safeHeadroom: 2, onProgress: () => {} };

it("TLS-18 of several encodings, the best one is saved, together with its levels", async () => {
  const measured = [
    { lufs: -9.6, truePeak: -1.4 },
    { lufs: -9.1, truePeak: -0.2 },
    { lufs: -9.4, truePeak: -0.3 },
    { lufs: -9.4, truePeak: -0.4 },
    { lufs: -9.4, truePeak: -0.5 },
    { lufs: -9.4, truePeak: -0.6 },
  ];
  const shares: (number | null)[] = [];
  const blobs: Blob[] = [];
  const { encoded, levels } = await encodeToFit({
    ceiling: -1,
    loudness: -9,
    safeHeadroom: 2,
    encode: async (_, onProgress) => {
      onProgress(0);
      onProgress(1);
      blobs.push(new Blob([]));
      return blobs.at(-1)!;
    },
    measure: async (blob) => ({
      ...measured[blobs.indexOf(blob)]!,
      overshoots: Float32Array.of(1),
    }),
    onProgress: (done) => shares.push(done),
  });
  expect(blobs).toHaveLength(6);
  expect(encoded).toBe(blobs[0]);
  expect(levels).toMatchObject(measured[0]!);
  for (const [at, share] of shares.entries())
    expect(share).toBeGreaterThanOrEqual((shares[at - 1] ?? 0)! - 1e-9);
});

it("TLS-18 a result that nothing decodes is encoded with the headroom that is always enough", async () => {
  const used: Partial<EncoderLevels>[] = [];
  const { levels } = await encodeToFit({
    ...SAFE,
    ceiling: -1,
    loudness: -16,
    encode: async (before) => {
      used.push(before);
      return new Blob([]);
    },
    measure: () => Promise.reject(new Error("no decoder")),
  });
  expect(used.map(({ headroom }) => headroom)).toEqual([0.5, 2]);
  expect(levels).toBeNull();
});
