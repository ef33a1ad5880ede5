import { sql } from "kysely";
import type { Queries, Tx } from "../db/schema/tables.ts";
import { lowestIdAt } from "../ports/clock.ts";

/*
 * Pages by number, at the same cost for the first row and the millionth.
 *
 * A list is cut into blocks of `BLOCK` rows, from its oldest one on. Of each block `history_marks` has
 * the last id and how many rows are shown. The sum of the counts is the total; adding them up from the
 * newest one leads to the block in which a page begins, and from there the page is read by its key.
 * What is newer than the last mark is counted. Marks are made when a page is read, of rows that are
 * old enough for nothing to come before them any more; deleting a row lowers its block's count.
 */

/** Rows of a block. */
export const BLOCK = 1024;
/** Milliseconds by which the clocks of servers may differ. */
const SETTLED_AFTER = 5 * 60_000;
/** Blocks that are marked in one transaction. */
const AT_ONCE = 64;

/** Rows of a user that are shown in pages, the newest first. */
export interface List {
  readonly userId: string;
  readonly table: "usages" | "orders";
  /** Of one tool only. */
  readonly tool?: string | undefined;
}

/** Name under which a list's marks are kept. */
export const nameOf = ({ table, tool }: Pick<List, "table" | "tool">): string =>
  tool === undefined ? table : `${table} ${tool}`;

interface Bounds {
  /** Ids behind it only. */
  readonly after?: string | null;
  /** Ids up to it only. */
  readonly upTo?: string | null;
}

/** Ids of a list that are shown. As literals: an index is for these values alone. */
export function idsOf(queries: Queries, list: List, { after, upTo }: Bounds = {}) {
  const { table, userId, tool } = list;
  // Both have the columns that all lists need.
  const from = `${table} as r` as "usages as r";
  let rows = queries.selectFrom(from).select("r.id").where("r.user_id", "=", userId);
  if (after != null) rows = rows.where("r.id", ">", after);
  if (upTo != null) rows = rows.where("r.id", "<=", upTo);
  if (table === "orders") return rows;
  rows = rows.where("r.hidden", "=", sql.lit(0));
  return tool === undefined ? rows : rows.where("r.tool", "=", tool);
}

export interface Mark {
  readonly last_id: string;
  readonly count: number;
}
/** The oldest first. */
export const readMarks = (queries: Queries, list: List): Promise<Mark[]> =>
  queries
    .selectFrom("history_marks")
    .select(["last_id", "count"])
    .where("user_id", "=", list.userId)
    .where("list", "=", nameOf(list))
    .orderBy("last_id")
    .execute();

/**
 * Marks further blocks. The caller has the wallet, so that nobody hides rows meanwhile.
 * @returns whether there may be more
 */
export async function addMarks(tx: Tx, list: List, now: number): Promise<boolean> {
  const name = nameOf(list);
  const last = await tx
    .selectFrom("history_marks")
    .select("last_id")
    .where("user_id", "=", list.userId)
    .where("list", "=", name)
    .orderBy("last_id", "desc")
    .limit(1)
    .executeTakeFirst();
  let after = last?.last_id ?? null;
  const upTo = lowestIdAt(now - SETTLED_AFTER);
  for (let block = 0; block < AT_ONCE; block++) {
    const end = await idsOf(tx, list, { after, upTo })
      .orderBy("r.id")
      .offset(BLOCK - 1)
      .limit(1)
      .executeTakeFirst();
    if (!end) return false;
    await tx
      .insertInto("history_marks")
      .values({ user_id: list.userId, list: name, last_id: end.id, count: BLOCK })
      .execute();
    after = end.id;
  }
  return true;
}

/** Notes that a row is no longer shown. */
export async function lowerMark(tx: Tx, list: List, id: string): Promise<void> {
  const name = nameOf(list);
  await tx
    .updateTable("history_marks")
    .set((fields) => ({ count: fields("count", "-", 1) }))
    .where("user_id", "=", list.userId)
    .where("list", "=", name)
    .where("last_id", "=", (where) =>
      where
        .selectFrom("history_marks as m")
        .select("m.last_id")
        .where("m.user_id", "=", list.userId)
        .where("m.list", "=", name)
        .where("m.last_id", ">=", id)
        .orderBy("m.last_id")
        .limit(1),
    )
    .execute();
}
