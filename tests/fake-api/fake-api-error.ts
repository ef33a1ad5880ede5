import type { ApiErrorKey } from "#core/api/contract/errors.ts";

/** An answer other than success. */
export class FakeApiError extends Error {
  readonly key: ApiErrorKey;
  readonly params: Readonly<Record<string, string | number>>;
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(
    key: ApiErrorKey,
    {
      params = {},
      retryAfter = null,
    }: { params?: Record<string, string | number>; retryAfter?: number | null } = {},
  ) {
    super(key);
    this.key = key;
    this.params = params;
    this.retryAfter = retryAfter;
  }
}
