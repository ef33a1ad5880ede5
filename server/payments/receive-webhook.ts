import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { WebhookRefused } from "../ports/payment.ts";
import { applyEvent, TooEarly } from "./apply-event.ts";
import { writeAndNotify } from "./notices.ts";

/** Milliseconds for which the provider is asked to resend an event about an unknown object. */
const LONGEST_WAIT = 24 * 3_600_000;

/**
 * Handles a webhook of the payment provider.
 * @param body the unmodified bytes
 * @returns the response status: 200, including repeated events; 409: the provider has to resend the
 *   event
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
    // Objects still unknown after a day belong to another application on the same account.
    const isForeign = deps.clock() - at > LONGEST_WAIT;
    count(isForeign ? "unknown" : "early");
    return isForeign ? 200 : 409;
  }
}
