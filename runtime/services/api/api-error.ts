/** A call of the API that did not do what was asked for. Its message is the server's, or empty. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** Of the envelope; 0 without one. */
  readonly code: number;
  /**
   * Stable name of the error: `errors:api.<key>` has its words. Where nothing answered, it is
   * `offline` or `unreachable`, with words in `errors:<key>`.
   */
  readonly key: string | null;
  readonly params: Readonly<Record<string, string | number>>;
  /** Seconds after which another try is welcome. */
  readonly retryAfter: number | null;
  /** Whether a popup says it (ERR-1): nobody needs to say it once more. */
  isTold = false;

  constructor(
    message: string,
    facts: Partial<
      Pick<ApiError, "status" | "code" | "key" | "params" | "retryAfter" | "cause">
    > = {},
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status ?? 0;
    this.code = facts.code ?? 0;
    this.key = facts.key ?? null;
    this.params = facts.params ?? {};
    this.retryAfter = facts.retryAfter ?? null;
  }
}
