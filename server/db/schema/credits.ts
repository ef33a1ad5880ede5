/**
 * One row per user. Each movement of the user's credits updates it first, so the row serves as a
 * lock.
 */
export interface Wallets {
  user_id: string;
  version: number;
  /** 0 before the first daily claim; in full seconds, the precision that the browser receives. */
  claimed_at: number;
  claims: number;
}

export type Bucket = "free" | "plan" | "bought";

/** Credits granted together. */
export interface Grants {
  user_id: string;
  id: string;
  bucket: Bucket;
  /** Grants with lower values are spent first. */
  priority: number;
  amount: number;
  /** Sum of the grant's entries in the account `available`. */
  remaining: number;
  /**
   * Reason for the grant; unique for a user together with `source_id`, so that nothing is granted
   * twice.
   */
  source: string;
  source_id: string;
  created_at: number;
  expires_at: number | null;
  /**
   * Time at which the payment was refunded or charged back: none of these credits becomes available
   * anymore.
   */
  voided_at: number | null;
}

/**
 * `available` can be spent, `held` is reserved for a job; the other accounts are sources and
 * destinations of credits.
 */
export type LedgerAccount = "issued" | "available" | "held" | "spent" | "expired" | "voided";

/** `correct` returns part of a closed job's charge; `restore` reverses a `void`. */
export type Movement =
  | "grant"
  | "hold"
  | "settle"
  | "release"
  | "correct"
  | "expire"
  | "void"
  | "restore";

/** Append-only. */
export interface LedgerTransactions {
  user_id: string;
  id: string;
  kind: Movement;
  usage_id: string | null;
  created_at: number;
}

/** Append-only. The entries of a transaction sum to zero. */
export interface LedgerEntries {
  user_id: string;
  transaction_id: string;
  grant_id: string;
  account: LedgerAccount;
  delta: number;
}

export interface Usages {
  user_id: string;
  id: string;
  tool: string;
  milliseconds: number;
  /** Credits held while the job is reserved. */
  cost: number;
  /** Final charge in credits; 0 while the job is reserved. */
  charged: number;
  state: "reserved" | "settled" | "refunded";
  /** SHA-256 of the input, in hexadecimal. */
  input_hash: string | null;
  created_at: number;
  /** Time of the settlement or refund. */
  closed_at: number | null;
  /** Earliest time at which the reservation may be released as overdue; 0 without a job on the server. */
  held_until: number;
  /** Hosted work used so far, including calls in progress. */
  hosted_milliseconds: number;
  /** Hosted work included in the job's own cost. */
  hosted_paid_milliseconds: number;
  /**
   * Hosted work carried over from jobs with the same input, minus the work carried over to other
   * jobs.
   */
  hosted_carried_milliseconds: number;
  /** 1: deleted from the history. */
  hidden: number;
}

/**
 * Calls of hosted models, their queue, and what they count: each row is part of its job's
 * `hosted_milliseconds`.
 */
export interface HostedCalls {
  user_id: string;
  /** Idempotency key of the request. */
  key: string;
  usage_id: string;
  /** Keyed digest of the request. */
  digest: string;
  /** Counted work; 0 for a call that has failed. */
  milliseconds: number;
  /**
   * `running`: counted, and not ended; it runs while it has a lease and is queued otherwise.
   * `repeating`: the same after a success whose result is lost, so that its count stays.
   */
  state: "running" | "repeating" | "done";
  /** Increases with each run. Only the run with this number may end the call. */
  run: number;
  /** Time at which a call that has not ended fails, and at which an ended one is deleted. */
  until: number;
  /** Null for a row of an earlier version, which had no queue. */
  call: HostedCallKind | null;
  /** Time at which a run counts as abandoned by its process; 0 while none is in progress. */
  lease_until: number;
  /** No run starts before this time. */
  due_at: number;
  /** 1: its client, or the end of its job, has canceled it while it ran, or had its result erased. */
  canceled: number;
  /** Why it has failed; null if it has not. */
  fault: HostedFault | null;
  /** W3C trace context of the request that created it; null: it is not traced. */
  traceparent: string | null;
  /** The same of its latest run. */
  run_traceparent: string | null;
}
export type HostedCallKind = "transcribe" | "translate" | "script" | "speak";
export type HostedFault = "unusable" | "unavailable" | "canceled";

/** Inputs of calls of hosted models while they have not ended, and results until their job ends. */
export interface HostedContents {
  user_id: string;
  key: string;
  role: "input" | "result";
  usage_id: string;
  /** Name of the operator's key that encrypts the content's own key. */
  key_id: string;
  /** The content's own key, encrypted. */
  wrapped_key: string;
  /** Bytes before encryption. */
  bytes: number;
  created_at: number;
  sealed: Uint8Array;
}

/** First responses of calls with an `Idempotency-Key`. */
export interface Idempotency {
  user_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  /** JSON of the response envelope. */
  answer: string;
  /** Seconds, for a `Retry-After` header. */
  retry_after: number | null;
  created_at: number;
}

/** Ends of the blocks of a paginated list, and the number of visible rows in each. */
export interface HistoryMarks {
  user_id: string;
  list: string;
  last_id: string;
  count: number;
}

/** The last free credits granted to a mailbox, whichever accounts have used it. */
export interface FreeCredits {
  /** Keyed digest of the normalized address. */
  mailbox: string;
  /** Time of the welcome credits; 0: never. */
  welcome_at: number;
  /** Time of the last daily credits; 0: never. */
  claimed_at: number;
  /** Time at which the row is deleted. */
  expires_at: number;
}
