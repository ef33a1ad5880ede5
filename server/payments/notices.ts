import type { Deps } from "../deps/deps.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { formatMoney } from "./money.ts";
import { receiptPathOf } from "./receipts.ts";

/** Something about money that a user is told of. */
export interface Notice {
  readonly userId: string;
  readonly template: "paymentReceived" | "renewalFailed" | "planEnded";
  readonly name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** Order whose receipt is linked. */
  readonly orderId?: string;
}

/** What work on payments needs; what it notes is sent once its transaction is in force. */
export interface AfterCommit extends LedgerDeps {
  readonly notifyAfterCommit: (notice: Notice) => void;
}

/** Does work in a transaction, and then sends what it has noted. */
export async function writeAndNotify<T>(
  deps: Pick<Deps, "db" | "clock" | "ids" | "emails" | "settings" | "locales">,
  work: (tx: Parameters<Parameters<Deps["db"]["write"]>[0]>[0], deps: AfterCommit) => Promise<T>,
): Promise<T> {
  let notices: Notice[] = [];
  const result = await deps.db.write(async (tx) => {
    // The work may be done again: only its last time counts.
    notices = [];
    const { clock, ids } = deps;
    return await work(tx, { clock, ids, notifyAfterCommit: (notice) => void notices.push(notice) });
  });
  for (const notice of notices) await send(deps, notice);
  return result;
}

async function send(
  deps: Pick<Deps, "db" | "emails" | "settings" | "locales">,
  { userId, template, name, amount, currency, orderId }: Notice,
): Promise<void> {
  const user = await deps.db.read((queries) =>
    queries
      .selectFrom("users")
      .select(["email", "locale", "is_send_email"])
      .where("id", "=", userId)
      .executeTakeFirst(),
  );
  if (user?.is_send_email !== 1) return;
  const language = deps.locales.find(({ code }) => code === user.locale)?.language ?? "en";
  const { publicUrl } = deps.settings;
  deps.emails.send({
    to: user.email,
    locale: user.locale,
    template,
    values: { name, amount: formatMoney(amount, currency, language) },
    ...(orderId !== undefined &&
      publicUrl !== null && {
        link: {
          label: `${template}.link`,
          url: publicUrl + receiptPathOf(deps, { user_id: userId, id: orderId }),
        },
      }),
  });
}
