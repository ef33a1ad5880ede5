import { describe, expect, it } from "vitest";
import { join } from "#tests/bad-files/bytes.ts";
import { dropFrames } from "../tracks/frames.ts";
import { readMatroskaPadding } from "./matroska-padding.ts";

const element = (id: readonly number[], ...parts: Uint8Array[]): Uint8Array => {
  const content = join(...parts);
  return join(Uint8Array.of(...id, 0x40 | (content.length >> 8), content.length), content);
};
/** A block group with a packet of a track and other elements. */
const block = (id: number, track: number) =>
  element([id], Uint8Array.of(0x80 | track, 0, 0, 0), new Uint8Array(300).fill(0xa0));
const padding = (...bytes: number[]) => element([0x75, 0xa2], Uint8Array.of(...bytes));
const group = (track: number, ...parts: Uint8Array[]) =>
  element([0xa0], block(0xa1, track), ...parts);
const head = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3);
/** A cluster of unknown size with a timestamp. */
const cluster = Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0xff, 0xe7, 0x81, 0);
const cues = element([0x1c, 0x53, 0xbb, 0x6b], new Uint8Array(20));
/** 9,791,667 ns */
const END = padding(0, 0x95, 0x68, 0xb3);

const read = (...parts: Uint8Array[]): Promise<number> => {
  const file = join(...parts);
  return readMatroskaPadding(async (from, to) => file.subarray(from, to), file.length, 2);
};

describe("the end of a Matroska track", () => {
  it.each<[string, Uint8Array[], number]>([
    ["of its last packet", [head, cluster, block(0xa3, 2), group(2, END), cues], 0.009791667],
    [
      "before packets of others",
      [head, cluster, group(2, END), cluster, block(0xa3, 1)],
      0.009791667,
    ],
    ["of another track", [head, cluster, block(0xa3, 2), group(1, END)], 0],
    [
      "of a packet that is not the last",
      [head, cluster, group(2, END), cluster, block(0xa3, 2)],
      0,
    ],
    ["of a packet before one in a group", [head, cluster, group(2, END), group(2)], 0],
    ["below nothing", [head, cluster, group(2, padding(0xff, 0xff))], 0],
    ["of a group that is cut", [head, cluster, group(2, END).subarray(0, -1)], 0],
    ["of another kind of file", [cluster, group(2, END)], 0],
    ["of nothing", [head], 0],
  ])("TLS-2 has the padding %s", async (_, parts, seconds) => {
    expect(await read(...parts)).toBe(seconds);
  });

  it.each([0, 1, 4, 9, 20])("TLS-2 is cut by %i frames, whatever the blocks", async (count) => {
    const found: number[] = [];
    const blocks = async function* () {
      for (let at = 0; at < 10; at += 3)
        yield [Float32Array.from({ length: Math.min(3, 10 - at) }, (_, i) => at + i)];
    };
    for await (const [plane] of dropFrames(blocks(), count)) found.push(...plane!);
    expect(found).toEqual(Array.from({ length: Math.max(0, 10 - count) }, (_, i) => i));
  });
});
