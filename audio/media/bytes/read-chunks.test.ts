import { describe, expect, it } from "vitest";
import { readChunks } from "./read-chunks.ts";

const FILE = Uint8Array.from({ length: 100 }, (_, i) => i);
const readPositions: number[] = [];
/** Asynchronous, like a disk. */
const read = async (from: number, to: number, room?: Uint8Array): Promise<Uint8Array> => {
  readPositions.push(from);
  await new Promise(setImmediate);
  const bytes = FILE.subarray(from, to);
  room?.set(bytes);
  return room ? room.subarray(0, bytes.length) : bytes.slice();
};
const range = { from: 10, first: 8, maxLength: 32 };

describe("pieces of a file", () => {
  it.each([
    [false, 90, 80],
    [true, 90, 80],
    [true, 300, 90],
  ])("TLS-3 give all bytes of it, lent: %s, up to %i", async (reusesBuffer, to, length) => {
    const found: number[] = [];
    for await (const bytes of readChunks(read, { ...range, to, reusesBuffer })) {
      // Meanwhile, the next chunk is read.
      await new Promise(setImmediate);
      found.push(...bytes);
    }
    expect(found).toEqual([...FILE.subarray(10, 10 + length)]);
  });

  it("TLS-3 owned chunks are read on demand, reused ones in advance", async () => {
    for (const [reusesBuffer, positions] of [
      [false, [10]],
      [true, [10, 18]],
    ] as const) {
      readPositions.length = 0;
      const chunks = readChunks(read, { ...range, to: 90, reusesBuffer });
      await chunks.next();
      await chunks.return();
      expect(readPositions).toEqual(positions);
    }
  });

  it("TLS-4 that cannot be read end in an error, in their turn", async () => {
    const fail = (from: number, to: number) =>
      from > 10 ? Promise.reject(new Error("gone")) : read(from, to);
    const chunks = readChunks(fail, { ...range, to: 90, reusesBuffer: true });
    expect((await chunks.next()).value).toEqual(FILE.subarray(10, 18));
    await new Promise(setImmediate);
    await expect(chunks.next()).rejects.toThrow("gone");
  });
});
