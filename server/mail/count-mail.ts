import type { Deps } from "../deps/deps.ts";

/** Maximum number of rows that are counted. */
const MAX_COUNTED = 100_000;

/** Publishes the number of due messages, up to the maximum that can be counted quickly. */
export async function countMail({
  db,
  clock,
  metrics,
}: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
  const { count } = await db.read((queries) =>
    queries
      .selectFrom((from) =>
        from
          .selectFrom("outbox")
          .select("id")
          .where("next_at", "<=", clock())
          .limit(MAX_COUNTED)
          .as("due"),
      )
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  );
  metrics.set("toolkit_waiting", Number(count), { queue: "mail" });
}
