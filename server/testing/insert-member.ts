import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { openWallet } from "../ledger/wallet.ts";
import { issueToken } from "../sessions/sessions.ts";

/**
 * Inserts an account with an empty wallet, without a registration.
 * @param passwordHash null: login is impossible
 */
export async function insertMember(
  tx: Tx,
  deps: Pick<Deps, "ids" | "clock" | "random">,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string | null },
): Promise<{ readonly userId: string; readonly token: string }> {
  const userId = deps.ids();
  await tx
    .insertInto("addresses")
    .values({ address: email.toLowerCase(), user_id: userId })
    .execute();
  await tx
    .insertInto("users")
    .values({
      id: userId,
      email,
      password_hash: passwordHash,
      locale: "en",
      is_send_email: 0,
      customer_id: "",
      created_at: deps.clock(),
      security_stamp: 0,
    })
    .execute();
  await openWallet(tx, userId);
  return { userId, token: await issueToken(tx, deps, userId, { headers: new Headers() }) };
}
