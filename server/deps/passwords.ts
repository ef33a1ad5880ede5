export interface Passwords {
  /** A PHC string. @throws {TooBusy} */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether a password is the hashed one. Takes the same time when there is none.
   * @throws {TooBusy}
   */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>;
  /** Whether a hash is to be made anew, with today's method and costs. */
  readonly isOutdated: (hash: string) => boolean;
  /** How many wait for their turn. */
  readonly waiting: () => number;
}

/** More passwords are to be checked than can be in time. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

/**
 * Tells whether a password is one of those that are tried first: a common word, however it is
 * written and decorated, a walk over the keyboard, a repetition, a date, or the account's address.
 */
export type IsCommon = (password: string, address: string) => boolean;
