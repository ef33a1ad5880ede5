import fc from "fast-check";
import { expect, it } from "vitest";
import { createSparseFile } from "./sparse-file.ts";

const bytesOf = async (blob: Blob): Promise<number[]> => [
  ...new Uint8Array(await blob.arrayBuffer()),
];

it("WSP-5 a file made in memory has what was written last at each place", async () => {
  const write = fc.record({
    position: fc.nat(40),
    bytes: fc.uint8Array({ maxLength: 20 }),
    asBlob: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 30 }), fc.array(write), async (base, writes) => {
      const file = createSparseFile(new Blob([Uint8Array.from(base)]));
      const expected = [...base];
      for (const { position, bytes, asBlob } of writes) {
        const data = Uint8Array.from(bytes);
        file.write(position, asBlob ? new Blob([data]) : data);
        bytes.forEach((byte, at) => {
          while (expected.length < position + at) expected.push(0);
          expected[position + at] = byte;
        });
        // The writer reuses its buffer.
        data.fill(255);
      }
      expect(file.size).toBe(expected.length);
      expect(await bytesOf(file.toBlob())).toEqual(expected);
    }),
  );
});

it("WSP-5 many small pieces in a row stay few", async () => {
  const file = createSparseFile();
  const chunk = new Uint8Array(65_536).fill(7);
  for (let at = 0; at < 200; at++) file.write(at * chunk.length, chunk);
  file.write(0, Uint8Array.of(1, 2, 3));
  const blob = file.toBlob();
  expect(blob.size).toBe(200 * chunk.length);
  expect(await bytesOf(blob.slice(0, 5))).toEqual([1, 2, 3, 7, 7]);
});
