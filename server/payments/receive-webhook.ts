import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { WebhookRefused } from "../ports/payment.ts";
import { applyEvent, TooEarly } from "./apply-event.ts";
import { writeAndNotify } from "./notices.ts";

/** Milliseconds for which an event is asked for again that speaks of what is not known. */
const LONGEST_WAIT = 24 * 3_600_000;

/**
 * Takes a webhook of the payment provider.
 * @param body the bytes as they came
 * @returns the status to answer with: 200 also for what was told before; 409: it is to come again
 */
export async function receiveWebhook(
  deps: Deps,
  body: Uint8Array,
  headers: Headers,
): Promise<200 | 400 | 409> {
  const { payment, log, metrics } = deps;
  const count = (outcome: string): void =>
    metrics.count("toolkit_webhooks_total", { provider: payment.name, outcome });
  let read: ReturnType<typeof payment.readWebhook>;
  try {
    read = payment.readWebhook(body, headers, deps.clock());
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    log("warn", "webhook_refused", describeError(error));
    count("refused");
    return 400;
  }
  const { id, event, at } = read;
  if (event === null) {
    count("ignored");
    return 200;
  }
  try {
    const applied = await writeAndNotify(deps, (tx, scope) =>
      applyEvent(tx, scope, { provider: payment.name, id, event }),
    );
    if (applied !== "done" && applied !== "repeated")
      log("error", "payment_not_applied", { reason: applied, eventId: id, kind: event.kind });
    count(applied);
    return 200;
  } catch (error) {
    if (!(error instanceof TooEarly)) throw error;
    // What is not known after a day is of somebody else who uses the same account.
    const isForeign = deps.clock() - at > LONGEST_WAIT;
    count(isForeign ? "unknown" : "early");
    return isForeign ? 200 : 409;
  }
}
