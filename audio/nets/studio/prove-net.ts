/** Where what was found out on this device about a net is kept, by what runs the net. */
export interface Verdicts {
  read(device: string): Promise<boolean | null>;
  /** @param seconds that the answer took */
  write(device: string, right: boolean, seconds: number): Promise<void>;
}

export interface Proof {
  /** What the net says to a sound that is always the same. */
  readonly answer: () => Promise<readonly number[]>;
  /** What it should say; null where nobody knows. */
  readonly known: readonly number[] | null;
  readonly isSame: (found: readonly number[], wanted: readonly number[]) => boolean;
  readonly verdicts: Verdicts;
  /** What runs it. */
  readonly device: string;
  /** Milliseconds that pass. */
  readonly now: () => number;
}

/** Whether an answer that nobody knows is made of numbers, and not silent. */
export const isAlive = (answer: readonly number[]): boolean =>
  answer.every(Number.isFinite) && answer.some((level) => level !== 0);

/** A net that answers a known sound with other numbers than it should: nothing here runs it rightly. */
export class WrongNetError extends Error {
  override readonly name = "WrongNetError";
}

/**
 * Proves a net on the processor at its first use on a device: its answer to a known sound is as known, or,
 * where nobody knows it, made of numbers and not silent.
 * @throws {WrongNetError} where it is not, now or at an earlier use
 */
export async function proveNet({
  answer,
  known,
  isSame,
  verdicts,
  device,
  now,
}: Proof): Promise<void> {
  let right = await verdicts.read(device);
  if (right === null) {
    const start = now();
    const found = await answer();
    right = known ? isSame(found, known) : isAlive(found);
    await verdicts.write(device, right, (now() - start) / 1000);
  }
  if (!right) throw new WrongNetError(`The net answers wrongly on ${device}`);
}
