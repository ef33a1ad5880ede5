export interface Users {
  id: string;
  /** As it was typed. */
  email: string;
  /** PHC string; null where none can be accepted until a new one is set. */
  password_hash: string | null;
  /** Locale for messages. */
  locale: string;
  /** 1: notices by e-mail. */
  is_send_email: number;
  /** Customer at the payment provider; empty before the first purchase. */
  customer_id: string;
  created_at: number;
  /** Changes with the password and the second factor: device tokens of before are invalid then. */
  security_stamp: number;
}

/** Who an address belongs to; the address is in the form in which it is looked up. */
export interface Addresses {
  address: string;
  user_id: string;
}

/** One code at most for a purpose, an address and a requester. */
export interface Codes {
  purpose: "register" | "reset";
  address: string;
  id: string;
  code_hash: string;
  /** Of the account to be made. */
  password_hash: string | null;
  email: string;
  locale: string;
  /** Entries by the one who asked for it; by everybody else. */
  attempts: number;
  strange_attempts: number;
  /** Keyed hash that names the requester. */
  origin: string;
  /** 1: the origin is not enough to tell whose password it is. */
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
  /** Program and system that were signed in with, in their names; empty where they are not known. */
  client: string;
}

/** What an account wants besides its password. */
export interface SecondFactors {
  user_id: string;
  /** Secret of the authenticator, encrypted. */
  sealed: string;
  /** Null: it was shown, and no code has been entered yet. */
  confirmed_at: number | null;
  /** The latest 30 seconds whose code was taken: it is not taken again. */
  last_step: number;
  created_at: number;
}

/** Codes that open once in the place of an authenticator. */
export interface RecoveryCodes {
  user_id: string;
  /** SHA-256 of the user's id and the code. */
  hash: string;
}

/** How often something was tried since a window of time began. */
export interface Limits {
  key: string;
  count: number;
  ends_at: number;
}

/** Something that runs, and counts among what its subject may have running at the same time. */
export interface SlotRows {
  /** Keyed digest of the kind and of whom it is counted for. */
  subject: string;
  /** From 0 on. */
  slot: number;
  /** Id of what runs. */
  holder: string;
  /** Epoch milliseconds until which it counts, unless it is extended. */
  until: number;
}
