export interface Passwords {
  /** @returns a PHC string. @throws {TooBusy} */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether a password matches a hash. Takes the same time for null.
   * @throws {TooBusy}
   */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>;
  /** Whether a hash uses an outdated method or cost and should be replaced. */
  readonly isOutdated: (hash: string) => boolean;
  /** Length of the queue. */
  readonly waiting: () => number;
}

/** The queue of passwords is too long for a timely response. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

/**
 * Whether a password is among the first guesses: a common word, with any spelling and decoration, a
 * keyboard sequence, a repetition, a date, or the account's address.
 */
export type IsCommon = (password: string, address: string) => boolean;
