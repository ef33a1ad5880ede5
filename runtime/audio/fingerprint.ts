import { hexOf } from "#core/crypto/hex.ts";

/** Pieces of a file that are looked at, and bytes of each. */
const PIECES = 64;
const SIZE = 16_384;

/**
 * A name for the content of a file, in hexadecimal: SHA-256 over its length and 64 pieces of 16 KiB
 * that lie evenly in it, the first and the last among them. A file of a gigabyte is named as fast as a
 * short one; two that differ between the pieces alone get the same name.
 */
export async function fingerprintOf(
  file: Blob,
  digest: (data: BufferSource) => Promise<ArrayBuffer>,
): Promise<string> {
  const last = Math.max(0, file.size - SIZE);
  const places =
    file.size <= PIECES * SIZE
      ? [[0, file.size] as const]
      : Array.from({ length: PIECES }, (_, at) => {
          const from = Math.floor((last * at) / (PIECES - 1));
          return [from, from + SIZE] as const;
        });
  const parts = [new Blob([`${file.size}\n`]), ...places.map(([from, to]) => file.slice(from, to))];
  return hexOf(await digest(await new Blob(parts).arrayBuffer()));
}
