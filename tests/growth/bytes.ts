/**
 * Bytes for `expectLinearTime`, whose families are texts: each character of such a text stands for a byte,
 * and samples and tokens are written as texts of bytes, too.
 */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "latin1"));

/** Bytes as a text of a character each. */
export const textOf = (...parts: readonly (Uint8Array | readonly number[])[]): string =>
  parts.map((part) => Buffer.from(part).toString("latin1")).join("");

/** A number in so many bytes, the highest one first. */
export const big = (value: number, bytes = 4): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);

/** The same, the lowest one first. */
export const little = (value: number, bytes = 4): number[] => big(value, bytes).toReversed();

/** Readings of a file for each of its bytes that no reader needs. */
const MAX_READINGS = 4;

/** What is thrown to a reader that goes in a circle, which would hang the test. */
export class TooManyReadings extends Error {}

/** A file of bytes for readers that ask for parts of it, with how often they did. */
export function fileOf(bytes: Uint8Array<ArrayBuffer>) {
  const count = { readings: 0 };
  const read = async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (++count.readings > 100 + MAX_READINGS * bytes.length) throw new TooManyReadings();
    return bytes.subarray(from, to);
  };
  return { read, count };
}
