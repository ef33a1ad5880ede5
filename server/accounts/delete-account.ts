import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { closeWallet } from "../usage/close-wallet.ts";
import { rememberFreeCredits } from "../ledger/free-credits.ts";
import { subjectOf } from "./subject.ts";
import { requirePassword, withSecondCode } from "./require-password.ts";

/**
 * Deletes the account of the signed-in user (USR-5). All personal data is deleted; the ledger and
 * the orders remain, under an id that cannot be linked to a person.
 * @throws {ApiFailure} password_wrong, second_code_needed, second_code_wrong, too_many_tries
 */
export async function deleteAccount(
  context: UserContext,
  {
    password,
    second_code: code,
  }: { readonly password: string; readonly second_code?: string | undefined },
): Promise<void> {
  const { deps, user } = context;
  const { userId } = user;
  const { email, address, locale, hash } = await requirePassword(context, password);
  await withSecondCode(context, address, code, async () => {});
  for (const { before } of deps.erasureHooks) await before?.(deps, userId);
  await deps.emails.forget(email);
  await deps.db.write(async (tx) => {
    await rememberFreeCredits(tx, deps, userId);
    const same = await tx
      .deleteFrom("users")
      .where("id", "=", userId)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!same) throw new ApiFailure("password_wrong");
    await closeWallet(tx, deps, userId);
    for (const { erase } of deps.erasureHooks) await erase?.(tx, deps, userId);
    await tx.deleteFrom("codes").where("address", "=", address).execute();
    for (const table of OWNED) await tx.deleteFrom(table).where("user_id", "=", userId).execute();
    await deps.emails.erase(tx, address);
    await deps.emails.add(tx, address, { to: email, locale, template: "accountDeleted" });
  });
  // If a reader is active, the next sweep purges the data.
  await deps.db.purge?.();
  deps.log("info", "account_deleted", { subject: subjectOf(deps, address) });
}

const OWNED = [
  "addresses",
  "tokens",
  "idempotency",
  "hosted_calls",
  "hosted_contents",
  "usages",
  "podcasts",
  "download_tickets",
  "second_factors",
  "recovery_codes",
] as const;
