import { sql } from "kysely";
import type { Queries, Tx } from "../db/schema/tables.ts";
import { lowestIdAt } from "../ports/clock.ts";

/*
 * Pagination by number, with the same cost for the first row and the millionth.
 *
 * A list is divided into blocks of `BLOCK` rows, starting with its oldest. `history_marks` has the
 * last id and the number of visible rows of each block. The sum of these counts is the total;
 * adding them up from the newest block finds the block in which a page begins, and from there the
 * page is read by key. Rows after the last mark are counted. Marks are created when a page is read,
 * from rows that are old enough that no earlier row can still be inserted; deleting a row
 * decrements its block's count.
 */

export const BLOCK = 1024;
/** Maximum clock skew between servers, in milliseconds. */
const SETTLED_AFTER = 5 * 60_000;
/** Blocks marked per transaction. */
const AT_ONCE = 64;

/** A user's rows in pages, the newest first. */
export interface List {
  readonly userId: string;
  readonly table: "usages" | "orders";
  /** Restricts the list to one tool. */
  readonly tool?: string | undefined;
}

/** Key under which a list's marks are stored. */
export const nameOf = ({ table, tool }: Pick<List, "table" | "tool">): string =>
  tool === undefined ? table : `${table} ${tool}`;

interface Bounds {
  /** Only ids after this one. */
  readonly after?: string | null;
  /** Only ids up to and including this one. */
  readonly upTo?: string | null;
}

/** Visible ids of a list. The condition uses literals, which a partial index requires. */
export function idsOf(queries: Queries, list: List, { after, upTo }: Bounds = {}) {
  const { table, userId, tool } = list;
  // Both tables have the columns that all lists need.
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
/** @returns the marks, the oldest first */
export const readMarks = (queries: Queries, list: List): Promise<Mark[]> =>
  queries
    .selectFrom("history_marks")
    .select(["last_id", "count"])
    .where("user_id", "=", list.userId)
    .where("list", "=", nameOf(list))
    .orderBy("last_id")
    .execute();

/**
 * Marks further blocks. The caller holds the wallet's lock, so that no rows are hidden
 * concurrently.
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

/** Decrements the count of a hidden row's block. */
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
