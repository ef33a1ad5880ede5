import { createHmac } from "node:crypto";
import type { RequestOf } from "#core/api/contract/call.ts";
import { rateTool } from "#core/api/ratings/rate-tool.ts";
import { admit } from "../admission/admit.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { addToTotal } from "./totals.ts";
import { findSession } from "../sessions/sessions.ts";

/** Keyed digest: the stored value cannot be linked to a person without the server's key. */
const digestOf = ({ settings }: Pick<Deps, "settings">, kind: "visitor" | "user", id: string) =>
  createHmac("sha256", settings.secret).update(`rating ${kind} ${id}`).digest("base64url");

/** Removes control characters except line breaks, and surrounding whitespace. */
const cleanReview = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, " ").trim();

/**
 * Saves a rating, which replaces an earlier one of the same visitor for the same tool. Signed-in
 * users have one rating per account, whatever the browser.
 * @throws {ApiFailure} not_found: there is no such tool; too_many_tries, proof_needed;
 *   not_signed_in: the account has just been deleted
 */
export async function saveRating(
  context: RequestContext,
  { tool, stars, review = "", visitor, locale, proof }: RequestOf<typeof rateTool>,
): Promise<{ stars: number }> {
  const { deps, request } = context;
  if (!deps.offers.costs.has(tool)) throw new ApiFailure("not_found");
  await admit(context, "rate", { call: rateTool, address: tool, proof });
  const token = request.headers.get("authorization");
  const session = token === null ? null : await findSession(deps, token);
  const anonymous = digestOf(deps, "visitor", visitor);
  const values = {
    id: deps.ids(),
    user_id: session?.userId ?? null,
    stars,
    review: cleanReview(review),
    locale,
    created_at: deps.clock(),
  };
  await deps.db.write(async (tx) => {
    // An account that is being deleted gets no new ratings.
    if (session) await lockWallet(tx, session.userId);
    // Also serializes concurrent ratings of the same tool, so that the totals match the rows.
    await addToTotal(tx, tool, values, 1);
    const owner = session ? digestOf(deps, "user", session.userId) : anonymous;
    const replaced = await tx
      .deleteFrom("ratings")
      .where("tool", "=", tool)
      .where("visitor", "in", [anonymous, owner])
      .returning(["stars", "review"])
      .execute();
    for (const rating of replaced) await addToTotal(tx, tool, rating, -1);
    await tx
      .insertInto("ratings")
      .values({ tool, visitor: owner, ...values })
      .execute();
  });
  return { stars };
}
