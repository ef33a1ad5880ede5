import { createHash, webcrypto } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";

const digest = (data: BufferSource): Promise<ArrayBuffer> =>
  webcrypto.subtle.digest("SHA-256", data);
const CHUNK_BYTES = 16_384;
/** Up to this many bytes a file is read as a whole. */
const WHOLE = 64 * CHUNK_BYTES;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255);
const nameOf = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  fingerprintOf(new Blob([bytes]), digest);
const changed = (bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> => {
  const copy = bytes.slice();
  copy[at]! ^= 1;
  return copy;
};

describe("the name of a file's content", () => {
  it.each([0, 1, CHUNK_BYTES, WHOLE - 1, WHOLE])("TLS-1 is of all of %i bytes", async (size) => {
    const bytes = bytesOf(size);
    const name = await nameOf(bytes);
    expect(name).toBe(createHash("sha256").update(`${size}\n`).update(bytes).digest("hex"));
    for (const at of [0, size >> 1, size - 1])
      if (at >= 0 && at < size) expect(await nameOf(changed(bytes, at))).not.toBe(name);
  });

  it.each([WHOLE + 1, WHOLE + CHUNK_BYTES, 3 * WHOLE + 7])(
    "TLS-1 is of 64 pieces of %i bytes",
    async (size) => {
      const bytes = bytesOf(size);
      const expected = createHash("sha256").update(`${size}\n`);
      const starts = Array.from({ length: 64 }, (_, at) =>
        Math.floor(((size - CHUNK_BYTES) * at) / 63),
      );
      for (const at of starts) expected.update(bytes.subarray(at, at + CHUNK_BYTES));
      const name = await nameOf(bytes);
      expect(name).toBe(expected.digest("hex"));
      for (const at of [0, starts[1]!, starts[32]! + CHUNK_BYTES - 1, size - 1])
        expect(await nameOf(changed(bytes, at))).not.toBe(name);
      // Its length is in it: the same pieces of a longer file have another name.
      expect(await nameOf(bytesOf(size + 1))).not.toBe(name);
    },
  );
});
