import { describe, expect, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { isFreeFormatMp3 } from "./free-format.ts";

/** Frames with a bit rate index in their headers, of the given lengths. */
function framesOf(
  lengths: readonly number[],
  { version = 3, index = 0, rate = 1 } = {},
): Uint8Array {
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const length of lengths) {
    const padding = length - Math.min(...lengths);
    bytes.set([0xff, 0xe3 | (version << 3), (index << 4) | (rate << 2) | (padding << 1), 0x44], at);
    at += length;
  }
  return bytes;
}
/** An empty ID3v2 tag with this many bytes after its header of ten. */
const tag = (size: number): Uint8Array =>
  Uint8Array.from([
    0x49,
    0x44,
    0x33,
    4,
    0,
    0,
    0,
    0,
    size >> 7,
    size & 127,
    ...new Uint8Array(size),
  ]);
const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const readerOf = (bytes: Uint8Array) => async (from: number, to: number) =>
  bytes.subarray(from, to);
const isFree = (bytes: Uint8Array) => isFreeFormatMp3(readerOf(bytes));

describe("MP3 in free format", () => {
  it.each(
    [100, 384, 417, 1044, 1920, 5700].flatMap((length) =>
      [3, 2, 0].flatMap((version) => [0, 1, 2].map((rate) => [length, version, rate] as const)),
    ),
  )(
    "TLS-18 is told by frames of %d bytes, of version %d and rate %d",
    async (length, version, rate) => {
      const frames = framesOf(
        Array.from({ length: 8 }, () => length),
        { version, rate },
      );
      expect(await isFree(frames)).toBe(true);
      expect(await isFree(join(tag(0), tag(300), frames))).toBe(true);
    },
  );

  it("TLS-18 is detected if some frames are padded, including the first one", async () => {
    expect(await isFree(framesOf([418, 417, 418, 418, 417, 418]))).toBe(true);
    expect(await isFree(framesOf([417, 418, 417, 418, 417, 418]))).toBe(true);
  });

  it("TLS-18 is none where frames have a bit rate, or follow at no distance", async () => {
    expect(await isFree(framesOf([417, 417, 417, 417, 417], { index: 9 }))).toBe(false);
    expect(await isFree(framesOf([417, 300, 250, 417, 380]))).toBe(false);
    expect(await isFree(framesOf([417, 417]))).toBe(false);
    expect(await isFree(new Uint8Array(9000).fill(255))).toBe(false);
    expect(await isFree(new Uint8Array(0))).toBe(false);
  });

  it("TLS-18 is looked for in linear time", async () => {
    await expectLinearTime((text) => isFree(Uint8Array.from(text, (char) => char.charCodeAt(0))), {
      samples: ["\u00ff\u00fb\u0004D"],
      tokens: ["\u00ff\u00fb\u0004D", "\u00ff", "ID3\u0004\0\0\0\0\0\0", "\0"],
    });
  });
});
