/** A request: by its account, and its key within the account. */
export interface AnswerName {
  readonly userId: string;
  readonly key: string;
}

/** Answers that are kept for requests that are repeated because their answer was lost. */
export interface AnswerCache {
  /** Whether work with this name runs, or its result is kept. */
  readonly has: (name: AnswerName) => boolean;
  /**
   * Does work once for a name, and returns its result to repeated calls, also while it runs. A
   * failure is not cached.
   * @param digest of the request
   * @throws {ApiFailure} key_reused: another request with this name
   */
  readonly once: <T>(
    name: AnswerName & { readonly digest: string },
    work: () => Promise<T>,
  ) => Promise<T>;
  /** Deletes all results of an account; those of work that still runs are not kept. */
  readonly forget: (userId: string) => void;
}
