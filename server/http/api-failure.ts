import { type ApiErrorKey, faultOf } from "#core/api/contract/errors.ts";

interface ApiFailureValues {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Seconds until it may be tried again. */
  readonly retryAfter?: number;
  /** Instead of the key's own. */
  readonly status?: number;
  /** Nothing more is read from the connection. */
  readonly closes?: true;
}

/** An answer that is not what was asked for, by its stable key. Its words are for logs. */
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
