/** A message that is to be sent. */
export interface Outbox {
  id: string;
  /** Keyed digest of the address. */
  recipient: string;
  /** The message, encrypted: it has an address and may have a code. */
  sealed: string;
  /** Times that somebody has begun to send it. */
  tries: number;
  /** When it is to be tried; for the time of a try, when that try counts as lost. */
  next_at: number;
  /** From when on it has no use. */
  until: number;
}
