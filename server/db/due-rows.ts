import type { Db } from "./db.ts";
import type { Outbox } from "./schema/outbox.ts";
import type { ProviderTasks } from "./schema/payments.ts";

/** Rows that are processed at the same time: one that has to wait holds up few others. */
const AT_ONCE = 8;

/** Tables whose rows are work that is due at `next_at`, by whichever process claims it first. */
interface DueTables {
  outbox: Outbox;
  provider_tasks: ProviderTasks;
}

export interface DueWork<T extends keyof DueTables> {
  readonly table: T;
  /** Milliseconds for which a claimed row belongs to its process; if that process dies, it is due again afterwards. */
  readonly lease: number;
  /** Processes a claimed row, whose `tries` counts this try. It deletes the row or sets a new `next_at`. */
  readonly work: (row: DueTables[T]) => Promise<void>;
}

/** Claims rows that are due, so that no other process works on them meanwhile. */
async function claimDue<T extends keyof DueTables>(
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  { table, lease }: DueWork<T>,
): Promise<readonly DueTables[T][]> {
  // The columns that are used here are the same in all these tables.
  const name = table as "outbox";
  const now = clock();
  const due = await db.read((queries) =>
    queries
      .selectFrom(name)
      .select("id")
      .where("next_at", "<=", now)
      .orderBy("next_at")
      .limit(AT_ONCE)
      .execute(),
  );
  if (due.length === 0) return [];
  const claimed = await db.write((tx) =>
    tx
      .updateTable(name)
      .set((fields) => ({ next_at: now + lease, tries: fields("tries", "+", 1) }))
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .where("next_at", "<=", now)
      .returningAll()
      .execute(),
  );
  return claimed as readonly unknown[] as readonly DueTables[T][];
}

/**
 * Processes the rows that are due, while other processes may do the same.
 * @param mayContinue is asked before further rows are claimed
 */
export async function processDue<T extends keyof DueTables>(
  deps: { readonly db: Db; readonly clock: () => number },
  due: DueWork<T>,
  mayContinue: () => boolean | Promise<boolean>,
): Promise<void> {
  do {
    const rows = await claimDue(deps, due);
    if (rows.length === 0) return;
    await Promise.all(rows.map(due.work));
  } while (await mayContinue());
}
