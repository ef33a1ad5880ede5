export interface Users {
  id: string;
  /** The address as typed. */
  email: string;
  /** PHC string; null: no password is accepted until a new one is set. */
  password_hash: string | null;
  /** Locale for messages. */
  locale: string;
  /** 1: email notifications are enabled. */
  is_send_email: number;
  /** Customer id at the payment provider; empty before the first purchase. */
  customer_id: string;
  created_at: number;
  /** Changes with the password and the second factor, which invalidates earlier device tokens. */
  security_stamp: number;
}

/** Maps normalized addresses to users. */
export interface Addresses {
  address: string;
  user_id: string;
}

/** At most one code for a purpose, an address and a requester. */
export interface Codes {
  purpose: "register" | "reset";
  address: string;
  id: string;
  code_hash: string;
  /** Password hash of the account to be created. */
  password_hash: string | null;
  email: string;
  locale: string;
  /** Attempts by the requester; by all others. */
  attempts: number;
  strange_attempts: number;
  /** Keyed hash that identifies the requester. */
  origin: string;
  /** 1: the origin does not prove whose password it is. */
  contested: number;
  sent_at: number;
  expires_at: number;
}

export interface Tokens {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  user_id: string;
  created_at: number;
  used_at: number;
  /** Names of the client program and the operating system at sign-in; empty if unknown. */
  client: string;
}

export interface SecondFactors {
  user_id: string;
  /** Encrypted authenticator secret. */
  sealed: string;
  /** Null: the secret was shown, but no code has been entered yet. */
  confirmed_at: number | null;
  /** The last time step whose code was used, which cannot be used again. */
  last_step: number;
  created_at: number;
}

/** One-time codes that replace an authenticator code. */
export interface RecoveryCodes {
  user_id: string;
  /** SHA-256 of the user's id and the code. */
  hash: string;
}

/** Number of attempts in the current time window. */
export interface Limits {
  key: string;
  count: number;
  ends_at: number;
}

/** A running operation that counts toward its subject's concurrency limit. */
export interface SlotRows {
  /** Keyed digest of the slot kind and the subject. */
  subject: string;
  /** Starts at 0. */
  slot: number;
  /** Id of the operation. */
  holder: string;
  /** End of the lease in epoch milliseconds, unless it is renewed. */
  until: number;
}
