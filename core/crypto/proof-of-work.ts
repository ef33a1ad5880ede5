import { sha256, startBlock } from "./sha256.ts";

/**
 * A small piece of work that a server may ask for before it does what is asked: to find, for each of
 * eight parts, a number with which SHA-256 of 40 bytes (SHA-256 of the challenge, the part from 0 on,
 * the number, both as 32 bits, big-endian) begins with `bits` − 3 zero bits. It is divided so that the
 * time it takes varies little; all parts together take about 2^bits digests.
 */
export interface Puzzle {
  /** ASCII, from the server. */
  readonly challenge: string;
  readonly bits: number;
}

const PARTS = 8;
/** Bits that dividing saves for each part. */
const SAVED = 3;
/** More than this is no small piece of work, whoever asks for it: some ten seconds. */
export const MOST_BITS = 24;
/** Digests between two pauses: a few milliseconds. */
const AT_ONCE = 16_384;

const digitsOf = (bits: number): number => Math.max(1, bits - SAVED);

const bytesOf = (ascii: string): Uint8Array => Uint8Array.from(ascii, (sign) => sign.charCodeAt(0));

/**
 * The challenge with the numbers that were found: what the server wants with the next try.
 * @param pause lets others have their turn, or ends the work by what it throws; without it all is
 * done at once
 * @throws {RangeError} more is asked for than is decent
 */
export async function solvePuzzle(
  { challenge, bits }: Puzzle,
  pause?: () => Promise<void>,
): Promise<string> {
  if (!(bits >= 1 && bits <= MOST_BITS)) throw new RangeError(`A puzzle of ${bits} bits`);
  const digest = startBlock(sha256(bytesOf(challenge)));
  const shift = 32 - digitsOf(bits);
  const found: string[] = [];
  for (let part = 0; part < PARTS; part++) {
    let number = 0;
    while (digest(part, number) >>> shift !== 0) {
      number += 1;
      if (number % AT_ONCE !== 0) continue;
      await pause?.();
    }
    found.push(number.toString(36));
  }
  return `${challenge}~${found.join(".")}`;
}

/** A solution in its parts; null for a text that is none by its form. */
export function splitSolution(
  text: string,
): { readonly challenge: string; readonly numbers: readonly number[] } | null {
  const [challenge = "", list = "", ...rest] = text.split("~");
  if (rest.length > 0 || !/^([0-9a-z]{1,6}\.){7}[0-9a-z]{1,6}$/.test(list)) return null;
  const numbers = list.split(".").map((digits) => Number.parseInt(digits, 36));
  return { challenge, numbers };
}

/** Whether numbers solve a puzzle. */
export function isSolved({ challenge, bits }: Puzzle, numbers: readonly number[]): boolean {
  if (numbers.length !== PARTS) return false;
  const digest = startBlock(sha256(bytesOf(challenge)));
  const shift = 32 - digitsOf(bits);
  return numbers.every((number, part) => digest(part, number) >>> shift === 0);
}
