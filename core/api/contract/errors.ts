interface ApiFault {
  /** HTTP status. */
  readonly status: number;
  /** `code` of the envelope. */
  readonly code: number;
  /** Names of the values that come with it; those that are numbers. */
  readonly params?: readonly string[];
  /** Names of the values that are texts. */
  readonly texts?: readonly string[];
  /** Comes with a `Retry-After` header, in seconds. */
  readonly waits?: true;
}

/**
 * Stable names of the API's errors. Each has its words in `errors:api.<key>`. `message` of the
 * envelope is English, for logs and for clients that do not know the key.
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
  /** The same for a wrong password and an unknown address: neither is told. */
  invalid_credentials: { status: 400, code: 100_410 },
  /** `count`: attempts that are left. */
  code_wrong: { status: 400, code: 100_411, params: ["count"] },
  /** Also where no code was asked for. */
  code_expired: { status: 400, code: 100_412 },
  code_used_up: { status: 400, code: 100_413 },
  /** Of an account that is signed in, when it is asked for again. */
  password_wrong: { status: 400, code: 100_414 },
  /** Codes cannot be sent the way that was asked for. */
  channel_unavailable: { status: 400, code: 100_415 },
  /** The password is right, and the account wants a code of its authenticator besides. */
  second_code_needed: { status: 400, code: 100_416 },
  /** Also one that was taken before. */
  second_code_wrong: { status: 400, code: 100_417 },
  two_factor_on: { status: 409, code: 100_418 },
  /** Also where no secret waits to be confirmed. */
  two_factor_off: { status: 409, code: 100_419 },
  /** No token, or one that has ended. */
  not_signed_in: { status: 401, code: 100_420 },
  /** Also when the XSRF header does not repeat its cookie. */
  forbidden: { status: 403, code: 100_421 },
  not_found: { status: 404, code: 100_422 },
  /** `needed`: cost of the job; `available`: credits at hand. */
  not_enough_credits: { status: 402, code: 100_430, params: ["needed", "available"] },
  claim_too_soon: { status: 409, code: 100_431, waits: true },
  gift_taken: { status: 409, code: 100_433 },
  /** Settled, where it was to be refunded; refunded or released by itself, where it was to be settled. */
  usage_closed: { status: 409, code: 100_434 },
  /** `max`: jobs of an account that may hold credits at a time. */
  jobs_open: { status: 429, code: 100_439, params: ["max"], waits: true },
  already_subscribed: { status: 409, code: 100_435 },
  not_subscribed: { status: 409, code: 100_436 },
  no_receipt: { status: 404, code: 100_437 },
  payment_closed: { status: 503, code: 100_438 },
  /** Missing, or no key by its form. */
  key_missing: { status: 400, code: 100_440 },
  key_in_flight: { status: 409, code: 100_441, waits: true },
  key_reused: { status: 422, code: 100_442 },
  too_large: { status: 413, code: 100_450 },
  too_many_tries: { status: 429, code: 100_451, waits: true },
  /**
   * So many try that each has to work a little for it: the same request with a `proof`, which solves
   * `challenge` and `bits` as proof-of-work.ts says, is accepted.
   */
  proof_needed: { status: 428, code: 100_452, params: ["bits"], texts: ["challenge"] },
  /** Of the account, for all that it has handed in. */
  quota_used: { status: 413, code: 100_453 },
  /** Of all accounts. */
  storage_full: { status: 507, code: 100_454 },
  /** An address of the server's own network. */
  source_blocked: { status: 400, code: 100_460 },
  source_unsupported: { status: 400, code: 100_461 },
  source_unavailable: { status: 502, code: 100_462 },
  source_too_large: { status: 413, code: 100_463 },
  /** The operator has switched links off. */
  source_off: { status: 403, code: 100_464 },
  source_not_found: { status: 404, code: 100_465 },
  source_private: { status: 403, code: 100_466 },
  source_login: { status: 403, code: 100_467 },
  /** Not where the server stands. */
  source_region: { status: 451, code: 100_468 },
  /** Encrypted for those who have paid. */
  source_protected: { status: 403, code: 100_469 },
  /** It has no end yet. */
  source_live: { status: 400, code: 100_470 },
  source_refused: { status: 502, code: 100_471 },
  /** The service is not understood any more, such as after a change of its pages. */
  source_changed: { status: 502, code: 100_472 },
  /** The service asks to come more slowly. */
  source_limited: { status: 503, code: 100_473, waits: true },
  /** For those who pay alone. */
  source_paywall: { status: 403, code: 100_474 },
  /** There is no article behind the link. */
  source_no_text: { status: 400, code: 100_475 },
  /** Reading it takes more time or memory than one link may use. */
  source_too_complex: { status: 422, code: 100_476 },
  /** A hosted model has refused, or answered with what is of no use. */
  hosted_unusable: { status: 502, code: 100_480 },
  internal: { status: 500, code: 100_500 },
  unavailable: { status: 503, code: 100_503, waits: true },
  /** What has been saved can be read, and nothing can be saved. */
  read_only: { status: 503, code: 100_504, waits: true },
} as const satisfies Record<string, ApiFault>;

export type ApiErrorKey = keyof typeof API_ERRORS;

export const isApiErrorKey = (key: string): key is ApiErrorKey => Object.hasOwn(API_ERRORS, key);
export const faultOf = (key: ApiErrorKey): ApiFault => API_ERRORS[key];
