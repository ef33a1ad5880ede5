import type { Deps } from "../deps/deps.ts";

/** Rows that are counted at most. */
const MAX_COUNTED = 100_000;

/** Shows how many messages are due; more than can be counted quickly are shown as that many. */
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
