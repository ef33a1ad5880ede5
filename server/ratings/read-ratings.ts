import { sql } from "kysely";
import type { AnswerOf, RequestOf } from "../../core/api/contract/call.ts";
import type { getRatings } from "../../core/api/ratings/get-ratings.ts";
import type { getReviews } from "../../core/api/ratings/get-reviews.ts";
import type { Queries } from "../db/schema/tables.ts";

/** How each tool is rated, by slug. */
export async function summarizeRatings(queries: Queries): Promise<AnswerOf<typeof getRatings>> {
  const rows = await queries
    .selectFrom("ratings")
    .select((fields) => [
      "tool",
      fields.fn.countAll<number | string>().as("count"),
      fields.fn.sum<number | string>("stars").as("sum"),
      sql<number | string>`sum(case when review <> '' then 1 else 0 end)`.as("reviews"),
    ])
    .groupBy("tool")
    .orderBy("tool")
    .execute();
  // PostgreSQL gives sums as text.
  return {
    ratings: rows.map(({ tool, count, sum, reviews }) => ({
      tool,
      value: Math.round((Number(sum) / Number(count)) * 100) / 100,
      count: Number(count),
      reviews: Number(reviews),
    })),
  };
}

/** A page of the ratings, the newest first. */
export async function readReviews(
  queries: Queries,
  { page, page_size, tool }: RequestOf<typeof getReviews>,
): Promise<AnswerOf<typeof getReviews>> {
  let all = queries.selectFrom("ratings");
  if (tool !== undefined) all = all.where("tool", "=", tool);
  const { total } = await all
    .select((fields) => fields.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await all
    .select(["id", "tool", "stars", "review", "locale", "created_at"])
    .orderBy("id", "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const list = rows.map((row) => ({ ...row, created_at: Math.floor(row.created_at / 1000) }));
  return { list, total: Number(total), page, page_size };
}
