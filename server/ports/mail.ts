export interface RenderedEmail {
  /** A single address: local part, @, domain. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47. */
  readonly language: string;
}

/** Hands over email for delivery. @throws if the message was not accepted */
export interface Mailer {
  readonly send: (mail: RenderedEmail) => Promise<void>;
  /** Deletes stored messages to an address. */
  readonly erase: (address: string) => Promise<void>;
  readonly close: () => void;
}

/** Sends SMS, if the operator has configured a provider. @throws if the message was not accepted */
export interface SmsSender {
  /** @param to in E.164 format: `+4917012345678` */
  readonly send: (to: string, text: string) => Promise<void>;
}

/** Permanent failure: the number does not exist, or does not accept messages. */
export class MessageRefused extends Error {
  override readonly name = "MessageRefused";
  readonly code: string;
  /** @param code the provider's error code, which contains no personal data */
  constructor(code: string) {
    super("The message is refused for good");
    this.code = code;
  }
}
