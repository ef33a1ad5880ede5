import { describe, expect, it } from "vitest";
import { big16, big32, join, put } from "#tests/bad-files/bytes.ts";
import { aiffFile } from "#tests/bad-files/pcm-files.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { openAiff } from "./aiff.ts";

const VALUES = [0, 0.5, -0.5, -1, 0.25, 0.75];

async function read(bytes: Uint8Array, from = 0) {
  const file = await openAiff(async (start, end) => bytes.slice(start, end), bytes.length);
  const blocks = [];
  for await (const block of file.blocks(from)) blocks.push(block);
  return { ...file, samples: joinBlocks(blocks, file.format.channels) };
}

/** Integers of this size as in AIFF. */
function integers(bytes: number, isLittle = false): Uint8Array {
  const out = Buffer.alloc(VALUES.length * bytes);
  for (const [at, value] of VALUES.entries()) {
    const whole = Math.round(value * 2 ** (8 * bytes - 1));
    if (isLittle) out.writeIntLE(whole, at * bytes, bytes);
    else out.writeIntBE(whole, at * bytes, bytes);
  }
  return new Uint8Array(out);
}
function floats(): Uint8Array {
  const out = Buffer.alloc(VALUES.length * 4);
  for (const [at, value] of VALUES.entries()) out.writeFloatBE(value, at * 4);
  return new Uint8Array(out);
}

describe("AIFF", () => {
  it.each([
    ["8 bits", integers(1), { bits: 8 }, "pcm-s8"],
    ["16 bits", integers(2), { bits: 16 }, "pcm-s16be"],
    ["24 bits", integers(3), { bits: 24 }, "pcm-s24be"],
    ["32 bits", integers(4), { bits: 32 }, "pcm-s32be"],
    ["16 bits, small end first", integers(2, true), { bits: 16, compression: "sowt" }, "pcm-s16"],
    ["24 bits, small end first", integers(3, true), { bits: 24, compression: "sowt" }, "pcm-s24"],
    ["24 bits of QuickTime", integers(3, true), { bits: 24, compression: "42ni" }, "pcm-s24"],
    ["32 bits of QuickTime", integers(4, true), { bits: 32, compression: "23ni" }, "pcm-s32"],
    ["floats", floats(), { bits: 32, compression: "fl32" }, "pcm-f32be"],
  ])("TLS-2 is read to the bit: %s", async (_, samples, head, codec) => {
    const found = await read(aiffFile(samples, head));
    expect(found.format).toEqual({ sampleRate: 16_000, channels: 1 });
    expect([found.codec, found.frames]).toEqual([codec, VALUES.length]);
    expect([...found.samples[0]!]).toEqual(VALUES);
  });

  it("TLS-18 is read to the end of its sound chunk, even if fewer frames are stated", async () => {
    const file = aiffFile(integers(2), { frames: 2 });
    expect((await read(file)).frames).toBe(VALUES.length);
    // The chunk may be padded to blocks, whose size is stated.
    const blockSize = Buffer.from(file).indexOf("SSND") + 12;
    expect((await read(put(file, blockSize, big32(512)))).frames).toBe(2);
  });

  it("TLS-2 has its channels apart, and can be read from any frame", async () => {
    const found = await read(aiffFile(integers(2), { channels: 2 }), 1);
    expect(found.samples.map((plane) => [...plane])).toEqual([
      [-0.5, 0.25],
      [-1, 0.75],
    ]);
  });

  it.each([
    ["in24", 3],
    ["in32", 4],
    ["42ni", 3],
    ["23ni", 4],
  ] as const)(
    "TLS-2 has samples of the size that %s means, %d bytes, whatever its bits",
    async (compression, size) => {
      const isLittle = compression.endsWith("ni");
      for (const bits of [16, 8 * size]) {
        const file = aiffFile(integers(size, isLittle), {
          bits,
          compression,
          frames: VALUES.length,
        });
        expect([...(await read(file)).samples[0]!]).toEqual(VALUES);
      }
    },
  );

  it.each([0x7fff_ffff, 0x8000_0000, 0xffff_ffff])(
    "TLS-4 promises nothing with a number of frames of %d, which nobody counted",
    async (frames) => {
      expect((await read(aiffFile(integers(2), { frames }))).frames).toBe(VALUES.length);
    },
  );

  it("TLS-4 that says it is longer ends where it ends", async () => {
    const found = await read(aiffFile(integers(2), { frames: 1e9 }));
    expect([...found.samples[0]!]).toEqual(VALUES);
  });

  it.each([
    ["channels", { channels: 0 }],
    ["rate", { rate: new Uint8Array(10) }],
    ["codec", { compression: "MAC3" }],
    ["codec", { bits: 40 }],
  ])("TLS-4 reports an invalid header: %s", async (problem, head) => {
    await expect(read(aiffFile(integers(2), head))).rejects.toMatchObject({ problem });
  });

  it("TLS-4 says that there are no samples", async () => {
    const empty = aiffFile(new Uint8Array(0));
    const tagged = join(empty, "ANNO", big32(4), "text");
    for (const bytes of [empty, tagged])
      await expect(read(bytes)).rejects.toMatchObject({ problem: "noSamples" });
  });

  it.each([
    ["knows the size of its samples", (bytes: Uint8Array) => bytes],
    ["does not", (bytes: Uint8Array) => put(bytes, bytes.length - 12 - 16 + 4, big32(0))],
    [
      "has the size of none",
      (bytes: Uint8Array) => put(bytes, bytes.length - 12 - 16 + 4, big32(8)),
    ],
    [
      "has the largest size",
      (bytes: Uint8Array) => put(bytes, bytes.length - 12 - 16 + 4, big32(2 ** 32 - 1)),
    ],
  ])("TLS-2 without a number of frames is read to its end where it %s", async (_, change) => {
    const found = await read(change(aiffFile(integers(2), { frames: 0 })));
    expect([...found.samples[0]!]).toEqual(VALUES);
  });

  it("TLS-2 has a whole sample rate where the file's is a fraction", async () => {
    // 22,254.5454… Hz, a sample rate of early Macintosh computers.
    const rate = join(big16(16_383 + 14), big32(0xaddd_173e), big32(0));
    expect((await read(aiffFile(integers(2), { rate }))).format.sampleRate).toBe(22_255);
  });
});
