/** Answers that are kept for requests that are repeated because their answer was lost. */
export interface AnswerCache {
  /**
   * Does work once for an id, and returns its result to repeated calls, also while it runs. A failure
   * is not cached.
   * @param digest of the request
   * @throws {ApiFailure} key_reused: another request with this id
   */
  readonly once: <T>(
    name: { readonly id: string; readonly digest: string },
    work: () => Promise<T>,
  ) => Promise<T>;
}
