/** One a user; updated first by whatever moves the user's credits, so that moves wait for each other. */
export interface Wallets {
  user_id: string;
  version: number;
  /** 0 before the first daily claim; in full seconds, as the browser is told it. */
  claimed_at: number;
  claims: number;
}

export type Bucket = "free" | "plan" | "bought";

/** Credits that came in together. */
export interface Grants {
  user_id: string;
  id: string;
  bucket: Bucket;
  /** Lower ones burn first. */
  priority: number;
  amount: number;
  /** Sum of the entries of its account `available`. */
  remaining: number;
  /** What it was given for; with `source_id` unique for a user, so that nothing is given twice. */
  source: string;
  source_id: string;
  created_at: number;
  expires_at: number | null;
  /** Since when its payment is refunded or charged back: nothing of it becomes available. */
  voided_at: number | null;
}

/** `available` is at hand, `held` waits for a job; the others are where credits come from and go. */
export type LedgerAccount = "issued" | "available" | "held" | "spent" | "expired" | "voided";

/** `correct` returns part of what a closed job was charged; `restore` undoes a `void`. */
export type Movement =
  | "grant"
  | "hold"
  | "settle"
  | "release"
  | "correct"
  | "expire"
  | "void"
  | "restore";

/** Appended to, never changed. */
export interface LedgerTransactions {
  user_id: string;
  id: string;
  kind: Movement;
  usage_id: string | null;
  created_at: number;
}

/** Appended to, never changed. Those of a transaction sum to zero. */
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
  /** Length of the input. */
  milliseconds: number;
  /** Credits that are held for it while it is reserved. */
  cost: number;
  /** Credits that it cost in the end; 0 while it is reserved. */
  charged: number;
  state: "reserved" | "settled" | "refunded";
  /** SHA-256 of the input, in hexadecimal. */
  input_hash: string | null;
  created_at: number;
  /** When it was settled or refunded. */
  closed_at: number | null;
  /** Hosted work that it has used, calls in progress included. */
  hosted_milliseconds: number;
  /** Hosted work that its own cost pays for. */
  hosted_paid_milliseconds: number;
  /** Hosted work that jobs of the same input paid for and left to it, less what it left to others. */
  hosted_carried_milliseconds: number;
  /** 1: deleted from the history. */
  hidden: number;
}

/** First answers of calls that carry an `Idempotency-Key`. */
export interface Idempotency {
  user_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  /** JSON of the envelope. */
  answer: string;
  /** Seconds, for a `Retry-After` header. */
  retry_after: number | null;
  created_at: number;
}

/** Ends of the blocks of a list that is shown in pages, and how much of each is shown. */
export interface HistoryMarks {
  user_id: string;
  list: string;
  last_id: string;
  count: number;
}

/** When free credits were last given to a mailbox, whichever accounts it has or had. */
export interface FreeCredits {
  /** Keyed digest of the normalized address. */
  mailbox: string;
  /** When it got the welcome credits; 0: never. */
  welcome_at: number;
  /** Of the day's credits; 0: never. */
  claimed_at: number;
  /** When it is forgotten. */
  expires_at: number;
}
