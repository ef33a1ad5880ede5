import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";
import { systemRandom } from "#server/deps/deps.ts";
import { grantCredits } from "#server/ledger/grant-credits.ts";
import { insertMember } from "#server/testing/insert-member.ts";
import { createIds } from "#server/ports/clock.ts";

export interface BenchUser {
  readonly userId: string;
  readonly token: string;
}

const deps = { ids: createIds(Date.now), clock: Date.now, random: systemRandom };

/** Makes accounts, each with credits that last. */
export async function addUsers(db: Db, count: number): Promise<BenchUser[]> {
  const users: BenchUser[] = [];
  for (let n = 0; n < count; n++) {
    const email = `${deps.ids()}@bench.example`;
    const user = await db.write(async (tx) => {
      const member = await insertMember(tx, deps, { email, passwordHash: null });
      const { userId } = member;
      const grant = { userId, bucket: "bought", amount: 1e9 } as const;
      await grantCredits(tx, deps, { ...grant, source: "support", sourceId: "bench" });
      return member;
    });
    users.push(user);
  }
  return users;
}

/** Rows that are written at once. */
const AT_ONCE = 100_000;

/** Writes jobs of a user, one a second until an hour ago, as their ids say. */
export async function addHistory(db: Db, userId: string, rows: number): Promise<void> {
  const first = Date.now() - 3_600_000 - rows * 1000;
  const isSqlite = db.engine === "sqlite";
  // Literals: PostgreSQL takes the types of parameters for smaller ones.
  const at = sql`(${sql.lit(first)} + i * 1000)`;
  const hex = isSqlite ? sql`printf('%012x', ${at})` : sql`lpad(to_hex(${at}), 12, '0')`;
  const end = isSqlite ? sql`printf('%012x', i)` : sql`lpad(to_hex(i), 12, '0')`;
  const id = sql`substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || '-7000-8000-' || ${end}`;
  for (let from = 0; from < rows; from += AT_ONCE) {
    const to = sql.lit(Math.min(rows, from + AT_ONCE) - 1);
    const numbers = isSqlite
      ? sql`with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${to})`
      : sql`with n as (select generate_series(${sql.lit(from)}, ${to}) as i)`;
    await db.write((tx) =>
      sql`insert into usages (user_id, id, tool, milliseconds, cost, state, created_at, closed_at, hidden)
        ${numbers} select ${sql.lit(userId)}, ${id}, 'cleaner', 60000, 1, 'settled', ${at}, ${at}, 0 from n`.execute(
        tx,
      ),
    );
  }
  if (!isSqlite) await db.write((tx) => sql`analyze usages`.execute(tx));
}
