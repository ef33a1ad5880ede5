import type { HostedContents } from "../db/schema/credits.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";

/** The inputs or the results of calls of hosted models. */
export interface ContentsTotal {
  readonly role: HostedContents["role"];
  readonly count: number;
  /** Before encryption, which adds less than a thousandth. */
  readonly bytes: number;
  /** Epoch milliseconds at which the oldest one was stored; null: there is none. */
  readonly since: number | null;
}

const ROLES = ["input", "result"] as const;

/** Counts all contents. Their bytes are in columns of their own, which are not read. */
export async function countHostedContents(queries: Queries): Promise<ContentsTotal[]> {
  const rows = await queries
    .selectFrom("hosted_contents")
    .select(["role", ({ fn }) => fn.countAll<number>().as("count")])
    .select(({ fn }) => [fn.sum<number>("bytes").as("bytes"), fn.min("created_at").as("since")])
    .groupBy("role")
    .execute();
  return ROLES.map((role) => {
    const { count = 0, bytes = 0, since = null } = rows.find((row) => row.role === role) ?? {};
    return {
      role,
      count: Number(count),
      bytes: Number(bytes),
      since: since === null ? null : Number(since),
    };
  });
}

/** Publishes the number, the size and the age of the inputs and results that are stored. */
export async function showHostedContents({
  db,
  clock,
  metrics,
}: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
  const now = clock();
  let stored = 0;
  for (const { role, count, bytes, since } of await db.read(countHostedContents)) {
    stored += bytes;
    metrics.set("toolkit_hosted_contents", count, { role });
    const age = since === null ? 0 : Math.max(0, now - since) / 1000;
    metrics.set("toolkit_hosted_contents_age_seconds", age, { role });
  }
  metrics.set("toolkit_stored_bytes", stored, { kind: "hosted_contents" });
}
