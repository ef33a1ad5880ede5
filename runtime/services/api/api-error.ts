/** A failed API call. Its message is the server's, or empty. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Code of the envelope; 0 without one. */
  readonly code: number;
  /**
   * Stable key of the error, with its text in `errors:api.<key>`. Without a response it is
   * `offline` or `unreachable`, with a text in `errors:<key>`.
   */
  readonly key: string | null;
  readonly params: Readonly<Record<string, string | number>>;
  /** Seconds after which a retry is accepted. */
  readonly retryAfter: number | null;
  /** Whether a popup has reported it (ERR-1): no other report is needed. */
  isReported = false;

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
