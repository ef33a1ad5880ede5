import type { Tx } from "../db/schema/tables.ts";
import type { Ratings } from "../db/schema/ratings.ts";

/**
 * Adds a rating to the totals of its tool, or subtracts it, in the transaction that changes the
 * rating.
 * @param by 1 or -1
 */
export async function addToTotal(
  tx: Tx,
  tool: string,
  { stars, review }: Pick<Ratings, "stars" | "review">,
  by: 1 | -1,
): Promise<void> {
  const reviews = review === "" ? 0 : by;
  await tx
    .insertInto("rating_totals")
    .values({ tool, count: by, stars: by * stars, reviews })
    .onConflict((conflict) =>
      conflict.column("tool").doUpdateSet((fields) => ({
        count: fields("rating_totals.count", "+", by),
        stars: fields("rating_totals.stars", "+", by * stars),
        reviews: fields("rating_totals.reviews", "+", reviews),
      })),
    )
    .execute();
}

/** Decrements the number of reviews when a review is removed and its stars remain. */
export async function removeReview(tx: Tx, tool: string): Promise<void> {
  await tx
    .updateTable("rating_totals")
    .set((fields) => ({ reviews: fields("reviews", "-", 1) }))
    .where("tool", "=", tool)
    .execute();
}
