export interface Outbox {
  id: string;
  /** Keyed digest of the address. */
  recipient: string;
  /** The message, encrypted because it contains an address and may contain a code. */
  sealed: string;
  /** Number of delivery attempts started. */
  tries: number;
  /**
   * Time of the next attempt; during an attempt, the time after which that attempt counts as lost.
   */
  next_at: number;
  /** Time after which the message is obsolete. */
  until: number;
}
