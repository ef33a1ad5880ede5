import { describe, expect, it } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import { readVorbisHeaders, splitVorbisHeaders } from "./vorbis-headers.ts";

const IDENTIFICATION = Buffer.from(
  `01${Buffer.from("vorbis").toString("hex")}000000000244ac0000${"00".repeat(12)}b801`,
  "hex",
);

/** Packs fields, least significant bit first. */
function pack(fields: readonly (readonly [value: number, bits: number])[]): Uint8Array {
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) % 2),
  );
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[i >> 3]! |= bit << (i & 7);
  return bytes;
}

/** A setup header whose codebooks are random bits. */
function setupOf(modes: readonly boolean[], random: () => number): Uint8Array {
  const noise = Array.from({ length: 200 }, () => [random() < 0.5 ? 0 : 1, 1] as const);
  return pack([
    ...noise,
    [modes.length - 1, 6],
    ...modes.flatMap(
      (isLong) =>
        [
          [Number(isLong), 1],
          [0, 32],
          [0, 8],
        ] as const,
    ),
    [1, 1],
  ]);
}

describe("headers of Vorbis streams", () => {
  it("TLS-2 modes are found from the end of the setup header, whatever precedes them", () => {
    const random = createSeededRandom("modes");
    for (let count = 1; count <= 64; count++)
      for (let round = 0; round < 5; round++) {
        const modes = Array.from({ length: count }, () => random() < 0.5);
        expect(readVorbisHeaders(IDENTIFICATION, setupOf(modes, random))).toEqual({
          channels: 2,
          sampleRate: 44_100,
          blockSizes: [256, 2048],
          modes,
        });
      }
  });

  it.each([
    ["cut", IDENTIFICATION.subarray(0, 28)],
    ["without channels", IDENTIFICATION.with(11, 0)],
    ["without a sample rate", IDENTIFICATION.with(12, 0).with(13, 0)],
    ["with long blocks that are shorter than short ones", IDENTIFICATION.with(28, 0x8b)],
    ["with blocks of 16,384 samples", IDENTIFICATION.with(28, 0xe8)],
    ["of another codec", IDENTIFICATION.with(1, 0x74)],
  ])("TLS-2 an identification header %s is refused", (_, header) => {
    const setup = setupOf([false, true], createSeededRandom("damaged"));
    expect(() => readVorbisHeaders(header, setup)).toThrow(RangeError);
  });

  it.each([
    ["empty", new Uint8Array(0)],
    ["of zeros", new Uint8Array(100)],
    ["of ones", new Uint8Array(100).fill(255)],
  ])("TLS-2 a setup header that is %s is refused", (_, setup) => {
    expect(() => readVorbisHeaders(IDENTIFICATION, setup)).toThrow(RangeError);
  });

  it("TLS-2 a description is split at the lengths that it states", () => {
    const parts = [300, 10, 20].map((length, i) => new Uint8Array(length).fill(i + 1));
    const description = Uint8Array.from([2, 255, 45, 10, ...parts.flatMap((part) => [...part])]);
    expect(splitVorbisHeaders(description)).toEqual(parts);
    expect(() => splitVorbisHeaders(Uint8Array.of(1, 2, 3))).toThrow(RangeError);
  });
});
