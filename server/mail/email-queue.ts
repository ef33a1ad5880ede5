import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../deps/log.ts";
import type { Metrics } from "../deps/metrics.ts";
import type { Mailer, SmsSender } from "../ports/mail.ts";
import type { EmailQueue, EmailTexts } from "../deps/mail.ts";
import { renderEmail } from "./render-email.ts";

const PAUSES = [1000, 5000, 20_000];
/** Messages that may wait; what comes then is dropped, and asked for again by its reader. */
const WAITING = 500;

export interface EmailQueueOptions {
  readonly mailer: Mailer;
  readonly sms: SmsSender | null;
  readonly emailTexts: EmailTexts;
  readonly site: { readonly name: string; readonly contact: string };
  readonly locales: readonly { readonly code: string; readonly language: string }[];
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds before each further try. */
  readonly pauses?: readonly number[];
}

/** Codes alone: the words of a mail server repeat the address. */
function codesOf(error: unknown): { code: string | undefined; response: number | undefined } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === "string" ? code : undefined,
    response: typeof responseCode === "number" ? responseCode : undefined,
  };
}

export function createEmailQueue(options: EmailQueueOptions): EmailQueue {
  const { mailer, sms, log, metrics, pauses = PAUSES } = options;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function deliver(template: string, work: () => Promise<void>): Promise<void> {
    for (const wait of [...pauses, null]) {
      try {
        await work();
        metrics.count("toolkit_messages_total", { template, outcome: "sent" });
        return;
      } catch (error) {
        const isLast = wait === null || closing.signal.aborted;
        log(isLast ? "error" : "warn", "message_not_sent", { template, ...codesOf(error) });
        if (isLast) break;
        await pause(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    metrics.count("toolkit_messages_total", { template, outcome: "failed" });
  }

  function start(template: string, work: () => Promise<void>): void {
    if (underWay.size >= WAITING) {
      metrics.count("toolkit_messages_total", { template, outcome: "dropped" });
      log("error", "message_dropped", { template });
      return;
    }
    const delivery = deliver(template, work).finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  const settle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    send: (email) => start(email.template, () => mailer.send(renderEmail(email, options))),
    canSendSms: sms !== null,
    sendSms: (email) => {
      if (!sms) throw new Error("Nobody sends text messages");
      const { subject } = renderEmail(email, options);
      start(email.template, () => sms.send(email.to, subject));
    },
    erase: (address) => mailer.erase(address),
    settle,
    close: async () => {
      closing.abort();
      await settle();
      mailer.close();
    },
  };
}
