import { type ApiErrorKey, faultOf } from "#core/api/contract/errors.ts";

interface ApiFailureValues {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Seconds until a retry is allowed. */
  readonly retryAfter?: number;
  /** Overrides the default status of the key. */
  readonly status?: number;
  /** Closes the connection without reading further from it. */
  readonly closes?: true;
}

/** An error response with a stable key. Its message is for logs. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly key: ApiErrorKey;
  readonly params: Readonly<Record<string, string | number>> | undefined;
  readonly retryAfter: number | undefined;
  readonly status: number;
  readonly closes: boolean;

  constructor(key: ApiErrorKey, { params, retryAfter, status, closes }: ApiFailureValues = {}) {
    super(key);
    this.key = key;
    this.params = params;
    this.retryAfter = retryAfter === undefined ? undefined : Math.max(1, Math.ceil(retryAfter));
    this.closes = closes ?? false;
    this.status = status ?? faultOf(key).status;
  }
}
