import type { ApiErrorKey } from "../../core/api/contract/errors.ts";

export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of mails and of the server's own pages: by key of `emails.json`, or of `payments.json` below `payments`. */
export interface Words {
  readonly text: (locale: string, key: string, values?: TextValues) => string;
  /** English words for an error of the API. */
  readonly say: (key: ApiErrorKey, params: TextValues | undefined) => string;
}

/** What a message is about: a group of `emails.json` with `subject`, `text`, and perhaps `note`. */
export interface Letter {
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
export interface Post {
  readonly send: (letter: Letter) => void;
  /** Sends a line by text message. @returns false where nobody does */
  readonly canText: boolean;
  readonly text: (letter: Letter) => void;
  readonly erase: (address: string) => Promise<void>;
  /** Resolves when nothing is on its way. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}
