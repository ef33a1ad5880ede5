import { AsyncLocalStorage } from "node:async_hooks";
import { CODE } from "#core/api/contract/shapes.ts";
import { FACTS } from "#core/facts/facts.ts";
import type { Tx } from "../db/schema/tables.ts";
import { describeError } from "../deps/log.ts";
import type { Email, EmailQueue, EmailTexts } from "../deps/mail.ts";
import { isPhone } from "#core/api/contract/addresses.ts";
import { type Mailer, type SmsSender, MessageRefused } from "../ports/mail.ts";
import { createDelivery, type QueueDeps } from "./deliver.ts";
import { renderEmail } from "./render-email.ts";
import { recipientKey, sealEmail } from "./seal-email.ts";

/** Milliseconds until a message is rendered and sent, by which time the response has been sent. */
const SOON = 100;
/** Milliseconds between two checks for messages of other processes. */
const EVERY = 5000;
/** Milliseconds until a message is obsolete: the lifetime of its code, or days. */
const CODE_TIME = CODE.seconds * 1000;
const TIME = FACTS.messageDays * 86_400_000;
export interface EmailQueueOptions {
  readonly mailer: Mailer;
  readonly sms: SmsSender | null;
  /** Prefixes of the phone numbers that may receive SMS. */
  readonly smsPrefixes: readonly string[];
  readonly emailTexts: EmailTexts;
  readonly site: { readonly name: string; readonly contact: string };
  /** Schedules a function, and returns how to cancel it; tests pass their own. */
  readonly after?: typeof later;
}

function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/**
 * Transactional outbox: messages are rows, written in the transaction that they report. Any process
 * sends a message and then deletes its row; if the process dies in between, another one may send
 * the message again.
 */
export function createEmailQueue(deps: QueueDeps, options: EmailQueueOptions): EmailQueue {
  const { clock, settings, log, locales } = deps;
  const { mailer, sms, after = later } = options;
  let callOff: (() => void) | null = null;
  let delivering: Promise<void> | null = null;
  const closing = new AbortController();

  async function send(email: Email): Promise<void> {
    const rendered = renderEmail(email, { ...options, locales });
    if (!isPhone(email.to)) return await mailer.send(rendered);
    if (!sms) throw new MessageRefused("no_text_messages");
    await sms.send(email.to, [rendered.subject, email.link?.url].filter(Boolean).join(" "));
  }

  const deliverAll = createDelivery(deps, send);
  async function deliver(): Promise<void> {
    // Messages added since the start of the current delivery may not be part of it.
    await delivering;
    await (delivering ??= deliverAll(closing.signal)
      .catch((error: unknown) => log("error", "messages_not_read", describeError(error)))
      .finally(() => (delivering = null)));
  }

  /**
   * Schedules repeated checks: the first soon after a message is added, whose commit may take a
   * while.
   */
  function look(pause: number): void {
    callOff?.();
    const mine = (callOff = after(pause, () => {
      void deliver().finally(() => {
        // Unless a newer message has scheduled its own check in the meantime.
        if (callOff === mine && !closing.signal.aborted)
          look(Math.min(EVERY, 2 * Math.max(SOON, pause)));
      });
    }));
  }
  // Delivery must not run in the async context of the transaction that added the message.
  const outside = AsyncLocalStorage.snapshot();
  look(0);

  return {
    add: async (tx: Tx, to: string, email: Email | null) => {
      const now = clock();
      await tx
        .insertInto("outbox")
        .values({
          id: deps.ids(),
          recipient: recipientKey(settings.secret, to),
          sealed: sealEmail(settings.secret, deps.random, email),
          tries: 0,
          next_at: now,
          until: now + (email?.code === undefined ? TIME : CODE_TIME),
        })
        .execute();
      if (!closing.signal.aborted) outside(look, SOON);
    },
    reaches: (address) =>
      !isPhone(address) ||
      (sms !== null && options.smsPrefixes.some((prefix) => address.startsWith(prefix))),
    deliver,
    erase: async (tx: Tx, address: string) => {
      await tx
        .deleteFrom("outbox")
        .where("recipient", "=", recipientKey(settings.secret, address))
        .execute();
    },
    forget: (address: string) => mailer.erase(address),
    close: async () => {
      closing.abort();
      callOff?.();
      await delivering;
      mailer.close();
    },
  };
}
