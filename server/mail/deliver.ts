import { processDue } from "../db/due-rows.ts";
import type { Outbox } from "../db/schema/outbox.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import type { Email } from "../deps/mail.ts";
import { MessageRefused } from "../ports/mail.ts";
import { openEmail } from "./seal-email.ts";

/** Milliseconds for which an attempt counts as running; after that its process is presumed dead. */
const LEASE = 60_000;
/** Milliseconds before each retry; the last delay repeats. */
const PAUSES = [1000, 5000, 20_000, 60_000, 300_000, 1_800_000];
/** Maximum number of attempts for a message that the server rejects permanently. */
const REFUSED_TRIES = 3;

export type QueueDeps = Pick<
  Deps,
  "db" | "clock" | "ids" | "random" | "log" | "metrics" | "locales"
> & {
  readonly settings: Pick<Deps["settings"], "secret">;
};
/** Error codes only, because error texts of mail servers contain the address. */
function codesOf(error: unknown): { code: string | undefined; response: number | undefined } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === "string" ? code : undefined,
    response: typeof responseCode === "number" ? responseCode : undefined,
  };
}

/**
 * Delivers due messages, concurrently with other processes.
 * @param send rejects if the message was not accepted
 * @returns a function that sends until no message is due
 */
export function createDelivery(
  { db, clock, settings, log, metrics }: QueueDeps,
  send: (email: Email) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  const remove = (id: string): Promise<unknown> =>
    db.write((tx) => tx.deleteFrom("outbox").where("id", "=", id).execute());
  const note = (template: string, outcome: "sent" | "failed"): void =>
    metrics.count("toolkit_messages_total", { template, outcome });

  async function deliverOne({ id, sealed, tries, until }: Outbox): Promise<void> {
    let email: Email | null;
    try {
      email = openEmail(settings.secret, sealed);
    } catch (error) {
      log("error", "message_unreadable", describeError(error));
      await remove(id);
      return;
    }
    if (email === null) return void (await remove(id));
    const { template } = email;
    try {
      await send(email);
    } catch (error) {
      const codes = codesOf(error);
      const next = clock() + (PAUSES[tries - 1] ?? PAUSES.at(-1)!);
      const isRefused =
        error instanceof MessageRefused || ((codes.response ?? 0) >= 500 && tries >= REFUSED_TRIES);
      const isLast = next >= until || isRefused;
      log(isLast ? "error" : "warn", "message_not_sent", { template, ...codes });
      if (isLast) {
        note(template, "failed");
        return void (await remove(id));
      }
      await db.write((tx) =>
        tx.updateTable("outbox").set({ next_at: next }).where("id", "=", id).execute(),
      );
      return;
    }
    note(template, "sent");
    await remove(id);
  }

  return (signal) =>
    processDue(
      { db, clock },
      { table: "outbox", lease: LEASE, work: deliverOne },
      () => !signal.aborted,
    );
}
