import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../deps/log.ts";
import type { Metrics } from "../deps/metrics.ts";
import type { Mailer, Texter } from "../ports/mail.ts";
import type { Post, Words } from "../deps/mail.ts";
import { composeMail } from "./compose.ts";

const PAUSES = [1000, 5000, 20_000];
/** Messages that may wait; what comes then is dropped, and asked for again by its reader. */
const WAITING = 500;

export interface PostOptions {
  readonly mailer: Mailer;
  readonly texter: Texter | null;
  readonly words: Words;
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

export function createPost(options: PostOptions): Post {
  const { mailer, texter, log, metrics, pauses = PAUSES } = options;
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
    send: (letter) => start(letter.template, () => mailer.send(composeMail(letter, options))),
    canText: texter !== null,
    text: (letter) => {
      if (!texter) throw new Error("Nobody sends text messages");
      const { subject } = composeMail(letter, options);
      start(letter.template, () => texter.send(letter.to, subject));
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
