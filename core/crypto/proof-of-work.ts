import { sha256, startBlock } from "./sha256.ts";

/**
 * Proof of work that a server may require before an action: for each of eight parts, find a number
 * such that SHA-256 of 40 bytes (SHA-256 of the challenge, the part from 0 on, the number; both as
 * 32 bits, big-endian) starts with `bits` − 3 zero bits. Dividing it into parts reduces the
 * variance of the time; all parts together take about 2^bits digests.
 */
export interface Puzzle {
  /** ASCII, from the server. */
  readonly challenge: string;
  readonly bits: number;
}

const PARTS = 8;
/** Bits that each part is easier by, for eight parts. */
const SAVED = 3;
/** Upper limit of difficulty: about ten seconds of work. */
export const MAX_BITS = 24;
/** Digests between two pauses: a few milliseconds. */
const AT_ONCE = 16_384;

const digitsOf = (bits: number): number => Math.max(1, bits - SAVED);

const bytesOf = (ascii: string): Uint8Array => Uint8Array.from(ascii, (sign) => sign.charCodeAt(0));

/**
 * Solves a puzzle.
 * @param pause yields to other work, or aborts by throwing; without it the work is not interrupted
 * @returns the challenge and the numbers, for the next request
 * @throws {RangeError} more than `MAX_BITS`
 */
export async function solvePuzzle(
  { challenge, bits }: Puzzle,
  pause?: () => Promise<void>,
): Promise<string> {
  if (!(bits >= 1 && bits <= MAX_BITS)) throw new RangeError(`A puzzle of ${bits} bits`);
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

/** The parts of a solution; null for a malformed one. */
export function splitSolution(
  text: string,
): { readonly challenge: string; readonly numbers: readonly number[] } | null {
  const [challenge = "", list = "", ...rest] = text.split("~");
  if (rest.length > 0 || !/^([0-9a-z]{1,6}\.){7}[0-9a-z]{1,6}$/.test(list)) return null;
  const numbers = list.split(".").map((digits) => Number.parseInt(digits, 36));
  return { challenge, numbers };
}

/** Whether the numbers solve a puzzle. */
export function isSolved({ challenge, bits }: Puzzle, numbers: readonly number[]): boolean {
  if (numbers.length !== PARTS) return false;
  const digest = startBlock(sha256(bytesOf(challenge)));
  const shift = 32 - digitsOf(bits);
  return numbers.every((number, part) => digest(part, number) >>> shift === 0);
}
