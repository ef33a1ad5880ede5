import type { Deps } from "../deps/deps.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { consentNote } from "./consent.ts";
import { formatDay, formatMoney } from "./money.ts";
import { receiptPathOf } from "./receipts.ts";

/** A message to a user about a payment. */
export interface Notice {
  readonly userId: string;
  readonly template: "paymentReceived" | "renewalFailed" | "renewalReminder" | "planEnded";
  readonly name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** The order whose receipt is linked. */
  readonly orderId?: string;
  /** Epoch milliseconds of the day that the message names. */
  readonly day?: number;
  /** Epoch milliseconds of the customer's declaration, which the message repeats. */
  readonly consentDay?: number;
  /** Whether it is sent only to users who have turned notifications on. */
  readonly isOptional?: boolean;
}

/**
 * Dependencies of payment processing; queued messages are sent after the transaction has been
 * committed.
 */
export interface Notifying extends LedgerDeps {
  readonly notify: (notice: Notice) => Promise<void>;
}

type NoticeDeps = Pick<Deps, "emails" | "settings" | "locales" | "emailTexts">;

/** Runs a function in a transaction that may queue messages to users. */
export const writeAndNotify = <T>(
  deps: NoticeDeps & Pick<Deps, "db" | "clock" | "ids">,
  work: (tx: Tx, deps: Notifying) => Promise<T>,
): Promise<T> =>
  deps.db.write((tx) => {
    const { clock, ids } = deps;
    return work(tx, { clock, ids, notify: (notice) => add(tx, deps, notice) });
  });

async function add(
  tx: Tx,
  deps: NoticeDeps,
  {
    userId,
    template,
    name,
    amount,
    currency,
    orderId,
    day,
    consentDay,
    isOptional = false,
  }: Notice,
): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select(["email", "locale", "is_send_email"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user || (isOptional && user.is_send_email !== 1)) return;
  const language = deps.locales.find(({ code }) => code === user.locale)?.language ?? "en";
  const { publicUrl } = deps.settings;
  await deps.emails.add(tx, user.email, {
    to: user.email,
    locale: user.locale,
    template,
    values: {
      name,
      amount: formatMoney(amount, currency, language),
      ...(day !== undefined && { date: formatDay(day, language) }),
      consent:
        consentDay === undefined
          ? ""
          : consentNote(deps, user.locale, formatDay(consentDay, language)),
    },
    ...(orderId !== undefined &&
      publicUrl !== null && {
        link: {
          label: `${template}.link`,
          url: publicUrl + receiptPathOf(deps, { user_id: userId, id: orderId }),
        },
      }),
  });
}
