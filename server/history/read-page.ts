import type { Deps } from "../deps/deps.ts";
import type { Queries, Tables } from "../db/schema/tables.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { type List, type Mark, addMarks, BLOCK, idsOf, readMarks } from "./list.ts";

export interface PageRequest {
  /** Starts at 1. */
  readonly page: number;
  readonly size: number;
}

interface Survey {
  readonly marks: readonly Mark[];
  /** Number of rows after the last mark. */
  readonly tail: number;
}

async function survey(queries: Queries, list: List): Promise<Survey> {
  const marks = await readMarks(queries, list);
  const after = marks.at(-1)?.last_id ?? null;
  const { count } = await queries
    .selectFrom(idsOf(queries, list, { after }).as("t"))
    .select((fields) => fields.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { marks, tail: Number(count) };
}

/** The start of a page: the newest id to read, and the number of rows to skip. */
function findStart({ marks, tail }: Survey, from: number): { upTo: string | null; skip: number } {
  let before = 0;
  let count = tail;
  let upTo: string | null = null;
  for (let at = marks.length - 1; at >= 0 && from >= before + count; at--) {
    before += count;
    ({ count, last_id: upTo } = marks[at]!);
  }
  return { upTo, skip: from - before };
}

/**
 * A page of a list, the newest first.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function readRows<Name extends List["table"]>(
  deps: Pick<Deps, "db" | "clock">,
  list: List & { readonly table: Name },
  page: PageRequest,
): Promise<{ readonly rows: readonly Tables[Name][]; readonly total: number }> {
  const { ids, total } = await readPage(deps, list, page);
  const rows = await deps.db.read((queries) =>
    queries
      .selectFrom(list.table as List["table"])
      .selectAll()
      .where("user_id", "=", list.userId)
      .where("id", "in", ids.length > 0 ? ids : [""])
      .orderBy("id", "desc")
      .execute(),
  );
  return { rows: rows as readonly Tables[Name][], total };
}

/**
 * Ids of a page, the newest first, and the length of the list.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
async function readPage(
  { db, clock }: Pick<Deps, "db" | "clock">,
  list: List,
  { page, size }: PageRequest,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  let found = await db.read((queries) => survey(queries, list));
  if (found.tail >= 2 * BLOCK) {
    const mark = () =>
      db.write(async (tx) => {
        await lockWallet(tx, list.userId);
        return await addMarks(tx, list, clock());
      });
    while (await mark());
    found = await db.read((queries) => survey(queries, list));
  }
  const total = found.marks.reduce((sum, { count }) => sum + count, found.tail);
  const from = (page - 1) * size;
  if (from >= total) return { ids: [], total };
  const { upTo, skip } = findStart(found, from);
  const rows = await db.read((queries) =>
    idsOf(queries, list, { upTo }).orderBy("r.id", "desc").limit(size).offset(skip).execute(),
  );
  return { ids: rows.map(({ id }) => id), total };
}
