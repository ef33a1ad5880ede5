/** A message to one address. */
export interface RenderedEmail {
  /** One address alone: the name of a mailbox, an @, a domain. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47 */
  readonly language: string;
}

/** Hands mail to who delivers it. @throws when it was not taken */
export interface Mailer {
  readonly send: (mail: RenderedEmail) => Promise<void>;
  /** Forgets what it keeps of messages to an address. */
  readonly erase: (address: string) => Promise<void>;
  readonly close: () => void;
}

/** Sends text messages, where the operator has somebody who does. @throws when it was not taken */
export interface SmsSender {
  readonly send: (to: string, text: string) => Promise<void>;
}
