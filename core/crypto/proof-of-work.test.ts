import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isSolved, MAX_BITS, solvePuzzle, splitSolution } from "./proof-of-work.ts";
import { sha256, startBlock } from "./sha256.ts";

const reference = (bytes: Uint8Array): Int32Array => {
  const made = createHash("sha256").update(bytes).digest();
  return Int32Array.from({ length: 8 }, (_, at) => made.readInt32BE(4 * at));
};

it("USR-4 digests are those that Node makes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(sha256(bytes)).toEqual(reference(bytes));
    }),
  );
  const front = sha256(new Uint8Array(5));
  const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(word, word, (one, two) => {
      const bytes = Buffer.alloc(40);
      front.forEach((each, at) => bytes.writeInt32BE(each, 4 * at));
      bytes.writeUInt32BE(one, 32);
      bytes.writeUInt32BE(two, 36);
      expect(startBlock(front)(one, two)).toBe(reference(bytes)[0]);
    }),
  );
});

it("USR-4 the solution solves its puzzle, and no other one", async () => {
  for (const bits of [1, 3, 4, 10, 14]) {
    const puzzle = { challenge: `a puzzle of ${bits}`, bits };
    const { challenge, numbers } = splitSolution(await solvePuzzle(puzzle))!;
    expect(challenge).toBe(puzzle.challenge);
    expect(isSolved(puzzle, numbers)).toBe(true);
    expect(isSolved(puzzle, numbers.slice(1))).toBe(false);
    expect(isSolved({ ...puzzle, bits: bits + 16 }, numbers)).toBe(false);
    expect(isSolved({ challenge: "another one", bits: 20 }, numbers)).toBe(false);
  }
});

it("USR-4 a puzzle can be left, and a large one is not begun", async () => {
  const solving = solvePuzzle({ challenge: "long", bits: MAX_BITS }, () =>
    Promise.reject(new Error("left")),
  );
  await expect(solving).rejects.toThrow("left");
  for (const bits of [MAX_BITS + 1, 0, Number.NaN])
    await expect(solvePuzzle({ challenge: "x", bits })).rejects.toThrow(RangeError);
});

it.each([
  "",
  "a",
  "a~",
  "a~1.2.3",
  "a~1.2.3.4.5.6.7.8~",
  "a~1.2.3.4.5.6.7.-8",
  "a~1.2.3.4.5.6.7.1234567",
])("USR-4 %j is no solution", (text) => expect(splitSolution(text)).toBeNull());
