import type { ResponseOf, RequestOf } from "#core/api/contract/call.ts";
import type { getRatings } from "#core/api/ratings/get-ratings.ts";
import type { getReviews } from "#core/api/ratings/get-reviews.ts";
import type { Queries } from "../db/schema/tables.ts";

/** Rating summary of each tool, by slug. */
export async function summarizeRatings(queries: Queries): Promise<ResponseOf<typeof getRatings>> {
  const rows = await queries
    .selectFrom("rating_totals")
    .selectAll()
    .where("count", ">", 0)
    .orderBy("tool")
    .execute();
  return {
    ratings: rows.map(({ tool, count, stars, reviews }) => ({
      tool,
      value: Math.round((stars / count) * 100) / 100,
      count,
      reviews,
    })),
  };
}

/** A page of the ratings, the newest first. */
export async function readReviews(
  queries: Queries,
  { page, page_size, tool, before }: RequestOf<typeof getReviews>,
): Promise<ResponseOf<typeof getReviews>> {
  let totals = queries.selectFrom("rating_totals");
  if (tool !== undefined) totals = totals.where("tool", "=", tool);
  const { total } = await totals
    .select((fields) => fields.fn.sum<number | string | null>("count").as("total"))
    .executeTakeFirstOrThrow();
  let all = queries.selectFrom("ratings");
  if (tool !== undefined) all = all.where("tool", "=", tool);
  if (before !== undefined) all = all.where("id", "<", before);
  const rows = await all
    .select(["id", "tool", "stars", "review", "locale", "created_at"])
    .orderBy("id", "desc")
    .limit(page_size)
    .offset(before === undefined ? (page - 1) * page_size : 0)
    .execute();
  const list = rows.map((row) => ({ ...row, created_at: Math.floor(row.created_at / 1000) }));
  return { list, total: Number(total ?? 0), page, page_size };
}
