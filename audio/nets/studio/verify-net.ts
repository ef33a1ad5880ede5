/** Stored results of a network's self-tests on this device, by backend. */
export interface Verdicts {
  read(device: string): Promise<boolean | null>;
  /** @param seconds duration of the self-test */
  write(device: string, right: boolean, seconds: number): Promise<void>;
}

export interface SelfTest {
  /** Levels of the network's output for a test sound. */
  readonly measure: () => Promise<readonly number[]>;
  /** Reference levels; null if unknown. */
  readonly expected: readonly number[] | null;
  readonly isSame: (found: readonly number[], expected: readonly number[]) => boolean;
  readonly verdicts: Verdicts;
  /** The backend. */
  readonly device: string;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Plausibility check without a reference: levels are finite and not all zero. */
export const isFiniteAndAudible = (levels: readonly number[]): boolean =>
  levels.every(Number.isFinite) && levels.some((level) => level !== 0);

/** The network failed its self-test: no backend on this device runs it correctly. */
export class WrongNetError extends Error {
  override readonly name = "WrongNetError";
}

/**
 * Runs the self-test on the CPU on first use on a device: levels must match the reference or,
 * without one, be finite and not all zero.
 * @throws {WrongNetError} if the self-test fails, now or at an earlier use
 */
export async function verifyNet({
  measure,
  expected,
  isSame,
  verdicts,
  device,
  now,
}: SelfTest): Promise<void> {
  let right = await verdicts.read(device);
  if (right === null) {
    const start = now();
    const found = await measure();
    right = expected ? isSame(found, expected) : isFiniteAndAudible(found);
    await verdicts.write(device, right, (now() - start) / 1000);
  }
  if (!right) throw new WrongNetError(`The net answers wrongly on ${device}`);
}
