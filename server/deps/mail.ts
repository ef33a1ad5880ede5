import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import type { Tx } from "../db/schema/tables.ts";

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Texts of emails and of the server's own pages: by key of `emails.json`, or of `payments.json`
 * with the prefix `payments`.
 */
export interface EmailTexts {
  readonly text: (locale: string, key: string, values?: TextValues) => string;
  /** English message of an API error. */
  readonly errorMessage: (key: ApiErrorKey, params: TextValues | undefined) => string;
}

/**
 * The template of a message: a group of `emails.json` with `subject`, `text`, and optionally
 * `note`.
 */
export interface Email {
  /** An email address, or a phone number that receives an SMS. */
  readonly to: string;
  readonly locale: string;
  readonly template: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Shown on a line of its own. */
  readonly code?: string;
  /** A link on a line of its own. */
  readonly link?: { readonly label: string; readonly url: string };
}

/**
 * Transactional outbox: messages are queued in the transaction that they report, and sent after the
 * response, at least once, even if the process dies.
 */
export interface EmailQueue {
  /**
   * Queues a message to an address.
   * @param email null: nothing is sent, but the work is the same, so that the response time does
   *   not reveal whether the address has an account
   */
  readonly add: (tx: Tx, to: string, email: Email | null) => Promise<void>;
  /** Whether messages to an address can be sent: SMS is limited to some countries, or disabled. */
  readonly reaches: (address: string) => boolean;
  /** Sends due messages; resolves when none is being sent by this process. */
  readonly deliver: () => Promise<void>;
  readonly erase: (tx: Tx, address: string) => Promise<void>;
  /** Removes the mailer's own copies of messages to an address. */
  readonly forget: (address: string) => Promise<void>;
  /** Finishes the messages being sent; queued ones are left to the next process. */
  readonly close: () => Promise<void>;
}
