import { describe, expect, it } from "vitest";
import { createBlock } from "../../signal/blocks.ts";
import { type PcmEncoding, type PcmOutput, PCM_BYTES, packPcm, pcmFile, unpackPcm } from "./pcm.ts";

const BLOCK = [
  Float32Array.of(0, 0.5, -1, 0.25),
  Float32Array.of(-0.25, 0.125, 1 - 2 ** -15, -(2 ** -15)),
];
const little = (kind: PcmEncoding["kind"], bytes: PcmEncoding["bytes"]): PcmEncoding => ({
  kind,
  bytes,
  isBig: false,
});

function pack(block: readonly Float32Array[], codec: PcmOutput): Uint8Array {
  const bytes = new Uint8Array(PCM_BYTES[codec] * block.length * block[0]!.length);
  packPcm(block, codec, bytes);
  return bytes;
}

function unpack(bytes: Uint8Array, encoding: PcmEncoding, channels: number): Float32Array[] {
  const block = createBlock(channels, bytes.length / encoding.bytes / channels);
  unpackPcm(bytes, encoding, block);
  return block;
}

describe("plain samples", () => {
  it.each<[PcmOutput, PcmEncoding]>([
    ["pcm-s16", little("signed", 2)],
    ["pcm-s24", little("signed", 3)],
    ["pcm-f32", little("float", 4)],
  ])("TLS-2 come back as they were: %s", (codec, encoding) => {
    const bytes = pack(BLOCK, codec);
    expect(unpack(bytes, encoding, 2)).toEqual(BLOCK);
    // Chunks of a file may be unaligned.
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    expect(unpack(moved.subarray(1), encoding, 2)).toEqual(BLOCK);
  });

  it("TLS-2 are the nearest whole numbers, and stay within full scale", () => {
    const steps = Float32Array.of(0.5, 0.49, -0.5, -0.51, 40_000, -40_000).map((x) => x / 32_768);
    const bytes = pack([steps], "pcm-s16");
    expect([...new Int16Array(bytes.buffer)]).toEqual([1, 0, 0, -1, 32_767, -32_768]);
    const wide = unpack(pack([Float32Array.of(2, -2)], "pcm-s24"), little("signed", 3), 1);
    expect([...wide[0]!]).toEqual([Math.fround(1 - 2 ** -23), -1]);
  });

  it("TLS-2 of 8 bits have no sign in WAV files", () => {
    const [plane] = unpack(Uint8Array.of(0, 64, 128, 255), little("unsigned", 1), 1);
    expect([...plane!]).toEqual([-1, -0.5, 0, 127 / 128]);
  });

  it("TLS-2 are read from any frame on, through the seams of blocks", async () => {
    const frames = 100_000;
    const samples = Float32Array.from({ length: frames }, (_, i) => i);
    const bytes = pack([samples], "pcm-f32");
    const file = pcmFile(async (from, to) => bytes.slice(from, to), {
      format: { sampleRate: 8000, channels: 1 },
      encoding: little("float", 4),
      start: 0,
      frames,
    });
    for (const reusesBuffer of [false, true]) {
      let next = 7;
      for await (const [plane] of file.blocks(7, reusesBuffer)) {
        expect(plane![0]).toBe(next);
        expect(plane!.at(-1)).toBe(next + plane!.length - 1);
        next += plane!.length;
      }
      expect(next).toBe(frames);
    }
  });
});
