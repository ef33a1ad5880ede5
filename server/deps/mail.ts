import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import type { Tx } from "../db/schema/tables.ts";

export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of mails and of the server's own pages: by key of `emails.json`, or of `payments.json` below `payments`. */
export interface EmailTexts {
  readonly text: (locale: string, key: string, values?: TextValues) => string;
  /** English words for an error of the API. */
  readonly errorMessage: (key: ApiErrorKey, params: TextValues | undefined) => string;
}

/** What a message is about: a group of `emails.json` with `subject`, `text`, and perhaps `note`. */
export interface Email {
  /** An address of mail; or a phone number, to which a text message is sent. */
  readonly to: string;
  readonly locale: string;
  readonly template: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Stands on a line of its own. */
  readonly code?: string;
  /** A link on a line of its own. */
  readonly link?: { readonly label: string; readonly url: string };
}

/**
 * Messages that are to be sent: noted in the transaction that they tell of, sent after the answer, at
 * least once, whatever becomes of the process.
 */
export interface EmailQueue {
  /**
   * Notes a message to an address.
   * @param email null: nothing is sent, and the same is done as if it were: nobody can tell from the
   * time whether there is somebody at an address
   */
  readonly add: (tx: Tx, to: string, email: Email | null) => Promise<void>;
  /** Whether anything can be sent to an address: text messages are for some countries, or for none. */
  readonly reaches: (address: string) => boolean;
  /** Sends what is due; resolves when nothing is on its way from here. */
  readonly deliver: () => Promise<void>;
  /** Removes what is still to be sent to an address. */
  readonly erase: (tx: Tx, address: string) => Promise<void>;
  /** Removes what the mailer itself keeps of messages to an address. */
  readonly forget: (address: string) => Promise<void>;
  /** Ends what is on its way; what waits is there for the next process. */
  readonly close: () => Promise<void>;
}
