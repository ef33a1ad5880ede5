import { describe, expect, it } from "vitest";
import { readPieces } from "./read-pieces.ts";

const FILE = Uint8Array.from({ length: 100 }, (_, i) => i);
const asked: number[] = [];
/** As disks do: the bytes are there later. */
const read = async (from: number, to: number, room?: Uint8Array): Promise<Uint8Array> => {
  asked.push(from);
  await new Promise(setImmediate);
  const bytes = FILE.subarray(from, to);
  room?.set(bytes);
  return room ? room.subarray(0, bytes.length) : bytes.slice();
};
const range = { from: 10, first: 8, most: 32 };

describe("pieces of a file", () => {
  it.each([
    [false, 90, 80],
    [true, 90, 80],
    [true, 300, 90],
  ])("TLS-3 give all bytes of it, lent: %s, up to %i", async (isLent, to, length) => {
    const found: number[] = [];
    for await (const bytes of readPieces(read, { ...range, to, isLent })) {
      // The next one comes meanwhile.
      await new Promise(setImmediate);
      found.push(...bytes);
    }
    expect(found).toEqual([...FILE.subarray(10, 10 + length)]);
  });

  it("TLS-3 that keep are read when they are wanted, lent ones before", async () => {
    for (const [isLent, places] of [
      [false, [10]],
      [true, [10, 18]],
    ] as const) {
      asked.length = 0;
      const pieces = readPieces(read, { ...range, to: 90, isLent });
      await pieces.next();
      await pieces.return();
      expect(asked).toEqual(places);
    }
  });

  it("TLS-4 that cannot be read end in an error, in their turn", async () => {
    const fail = (from: number, to: number) =>
      from > 10 ? Promise.reject(new Error("gone")) : read(from, to);
    const pieces = readPieces(fail, { ...range, to: 90, isLent: true });
    expect((await pieces.next()).value).toEqual(FILE.subarray(10, 18));
    await new Promise(setImmediate);
    await expect(pieces.next()).rejects.toThrow("gone");
  });
});
