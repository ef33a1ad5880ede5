import { AsyncLocalStorage } from "node:async_hooks";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Tx } from "../db/schema/tables.ts";
import { describeError } from "../deps/log.ts";
import type { Email, EmailQueue, EmailTexts } from "../deps/mail.ts";
import { isPhone } from "#core/api/contract/addresses.ts";
import { type Mailer, type SmsSender, MessageRefused } from "../ports/mail.ts";
import { createDelivery, type QueueDeps } from "./deliver.ts";
import { renderEmail } from "./render-email.ts";
import { recipientKey, sealEmail } from "./seal-email.ts";

/** Milliseconds after which a message is composed and sent: its answer has gone out by then. */
const SOON = 100;
/** Milliseconds between two looks for messages that others have left. */
const EVERY = 5000;
/** Milliseconds in which a message has a use: as long as its code is valid, or two days. */
const CODE_TIME = CODE.seconds * 1000;
const TIME = 2 * 86_400_000;
export interface EmailQueueOptions {
  readonly mailer: Mailer;
  readonly sms: SmsSender | null;
  /** With what the numbers begin that are texted. */
  readonly smsPrefixes: readonly string[];
  readonly emailTexts: EmailTexts;
  readonly site: { readonly name: string; readonly contact: string };
  /** Does work later, unless it is called off; tests have their own. */
  readonly after?: typeof later;
}

function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/**
 * Messages are rows, written in the transaction that they tell of. Whichever process finds one sends
 * it, and removes it then: one that dies in between leaves it to the next, which may send it again.
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
    // What has come since its last look is not seen by the one that is running.
    await delivering;
    await (delivering ??= deliverAll(closing.signal)
      .catch((error: unknown) => log("error", "messages_not_read", describeError(error)))
      .finally(() => (delivering = null)));
  }

  /** Looks after a time, and then again: soon after a message has come, whose commit may take a while. */
  function look(pause: number): void {
    callOff?.();
    const mine = (callOff = after(pause, () => {
      void deliver().finally(() => {
        // Unless a message has come meanwhile, which has a look of its own.
        if (callOff === mine && !closing.signal.aborted)
          look(Math.min(EVERY, 2 * Math.max(SOON, pause)));
      });
    }));
  }
  // What is sent later is no part of the transaction that it was noted in.
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
