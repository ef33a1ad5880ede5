import type { ApiErrorKey } from "../../core/api/contract/errors.ts";

export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of mails and of the server's own pages: by key of `emails.json`, or of `payments.json` below `payments`. */
export interface EmailTexts {
  readonly text: (locale: string, key: string, values?: TextValues) => string;
  /** English words for an error of the API. */
  readonly errorMessage: (key: ApiErrorKey, params: TextValues | undefined) => string;
}

/** What a message is about: a group of `emails.json` with `subject`, `text`, and perhaps `note`. */
export interface Email {
  readonly to: string;
  readonly locale: string;
  readonly template: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Stands on a line of its own. */
  readonly code?: string;
  /** A link on a line of its own. */
  readonly link?: { readonly label: string; readonly url: string };
}

/** Sends messages after the answer: nobody can tell from the time whether one was sent. */
export interface EmailQueue {
  readonly send: (email: Email) => void;
  /** Whether text messages can be sent: the subject of an e-mail, as a line. */
  readonly canSendSms: boolean;
  readonly sendSms: (email: Email) => void;
  readonly erase: (address: string) => Promise<void>;
  /** Resolves when nothing is on its way. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}
