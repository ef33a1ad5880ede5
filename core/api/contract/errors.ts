interface ApiFault {
  /** HTTP status. */
  readonly status: number;
  /** `code` of the envelope. */
  readonly code: number;
  /** Names of numeric parameters. */
  readonly params?: readonly string[];
  /** Names of text parameters. */
  readonly texts?: readonly string[];
  /** Sent with a `Retry-After` header, in seconds. */
  readonly waits?: true;
}

/**
 * Stable names of the API's errors. Each has a message `errors:api.<key>`. The envelope's `message`
 * is English, for logs and for clients that do not know the key.
 */
export const API_ERRORS = {
  invalid_request: { status: 400, code: 100_400 },
  email_invalid: { status: 400, code: 100_401 },
  /** `min`: characters. */
  password_short: { status: 400, code: 100_402, params: ["min"] },
  /** `max`: characters. */
  password_long: { status: 400, code: 100_403, params: ["max"] },
  password_common: { status: 400, code: 100_404 },
  method_not_allowed: { status: 405, code: 100_405 },
  /**
   * Also for an unknown address, so that the response does not reveal which of the two is wrong.
   */
  invalid_credentials: { status: 400, code: 100_410 },
  /** `count`: remaining attempts. */
  code_wrong: { status: 400, code: 100_411, params: ["count"] },
  /** Also when no code was requested. */
  code_expired: { status: 400, code: 100_412 },
  code_used_up: { status: 400, code: 100_413 },
  /** A signed-in account confirmed an action with a wrong password. */
  password_wrong: { status: 400, code: 100_414 },
  /** Codes cannot be sent by the requested channel. */
  channel_unavailable: { status: 400, code: 100_415 },
  /** The password is right; the account also requires a code of its authenticator. */
  second_code_needed: { status: 400, code: 100_416 },
  /** Also for a code that was used before. */
  second_code_wrong: { status: 400, code: 100_417 },
  two_factor_on: { status: 409, code: 100_418 },
  /** Also when no secret is waiting for confirmation. */
  two_factor_off: { status: 409, code: 100_419 },
  /** No token, or an expired one. */
  not_signed_in: { status: 401, code: 100_420 },
  /** Also when the XSRF header does not repeat its cookie. */
  forbidden: { status: 403, code: 100_421 },
  not_found: { status: 404, code: 100_422 },
  /** `needed`: cost of the job; `available`: spendable credits. */
  not_enough_credits: { status: 402, code: 100_430, params: ["needed", "available"] },
  claim_too_soon: { status: 409, code: 100_431, waits: true },
  gift_taken: { status: 409, code: 100_433 },
  /** A settled job cannot be refunded; a refunded or released one cannot be settled. */
  usage_closed: { status: 409, code: 100_434 },
  /** `max`: jobs of an account that may hold credits at a time. */
  jobs_open: { status: 429, code: 100_439, params: ["max"], waits: true },
  already_subscribed: { status: 409, code: 100_435 },
  not_subscribed: { status: 409, code: 100_436 },
  no_receipt: { status: 404, code: 100_437 },
  payment_closed: { status: 503, code: 100_438 },
  /** Missing or malformed. */
  key_missing: { status: 400, code: 100_440 },
  key_in_flight: { status: 409, code: 100_441, waits: true },
  key_reused: { status: 422, code: 100_442 },
  too_large: { status: 413, code: 100_450 },
  too_many_tries: { status: 429, code: 100_451, waits: true },
  /**
   * Proof of work is required under load: the same request is accepted with a `proof` that solves
   * `challenge` and `bits` (core/crypto/proof-of-work.ts).
   */
  proof_needed: { status: 428, code: 100_452, params: ["bits"], texts: ["challenge"] },
  /** The account's storage quota. */
  quota_used: { status: 413, code: 100_453 },
  /** Storage of all accounts. */
  storage_full: { status: 507, code: 100_454 },
  /** An address of the server's own network. */
  source_blocked: { status: 400, code: 100_460 },
  source_unsupported: { status: 400, code: 100_461 },
  source_unavailable: { status: 502, code: 100_462 },
  source_too_large: { status: 413, code: 100_463 },
  /** The operator has disabled links. */
  source_off: { status: 403, code: 100_464 },
  source_not_found: { status: 404, code: 100_465 },
  source_private: { status: 403, code: 100_466 },
  source_login: { status: 403, code: 100_467 },
  /** Not available in the server's region. */
  source_region: { status: 451, code: 100_468 },
  /** Encrypted (DRM). */
  source_protected: { status: 403, code: 100_469 },
  /** A live stream that has not ended. */
  source_live: { status: 400, code: 100_470 },
  source_refused: { status: 502, code: 100_471 },
  /** The service's pages or formats have changed, so that they cannot be read any more. */
  source_changed: { status: 502, code: 100_472 },
  /** The service limits the rate of requests. */
  source_limited: { status: 503, code: 100_473, waits: true },
  /** For subscribers only. */
  source_paywall: { status: 403, code: 100_474 },
  /** The page contains no article. */
  source_no_text: { status: 400, code: 100_475 },
  /** Parsing exceeds the time or memory allowed for one link. */
  source_too_complex: { status: 422, code: 100_476 },
  /** A hosted model failed, or returned an unusable response. */
  hosted_unusable: { status: 502, code: 100_480 },
  internal: { status: 500, code: 100_500 },
  unavailable: { status: 503, code: 100_503, waits: true },
  /** Stored data can be read, but nothing can be written. */
  read_only: { status: 503, code: 100_504, waits: true },
} as const satisfies Record<string, ApiFault>;

export type ApiErrorKey = keyof typeof API_ERRORS;

export const isApiErrorKey = (key: string): key is ApiErrorKey => Object.hasOwn(API_ERRORS, key);
export const faultOf = (key: ApiErrorKey): ApiFault => API_ERRORS[key];
