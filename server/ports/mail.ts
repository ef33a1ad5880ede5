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
  /** @param to in the international form: `+4917012345678` */
  readonly send: (to: string, text: string) => Promise<void>;
}

/** It is not taken, however often it is tried: there is no such number, or it wants no messages. */
export class MessageRefused extends Error {
  override readonly name = "MessageRefused";
  readonly code: string;
  /** @param code what the provider calls it; names nobody */
  constructor(code: string) {
    super("The message is refused for good");
    this.code = code;
  }
}
