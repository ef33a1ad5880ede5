import type { Db } from "./db.ts";
import type { JobErasures } from "./schema/files.ts";
import type { Outbox } from "./schema/outbox.ts";
import type { ProviderTasks } from "./schema/payments.ts";

/** Rows processed concurrently, so that a slow one does not block the others. */
const AT_ONCE = 8;

/**
 * Tables that are work queues: a row is due at `next_at` and belongs to the first process that
 * claims it.
 */
interface DueTables {
  outbox: Outbox;
  provider_tasks: ProviderTasks;
  job_erasures: JobErasures;
}

export interface DueWork<T extends keyof DueTables> {
  readonly table: T;
  /**
   * Milliseconds for which a process holds a claimed row; if the process dies, the row is due again
   * afterwards.
   */
  readonly lease: number;
  /**
   * Processes a claimed row, whose `tries` includes this attempt. Deletes the row or sets a new
   * `next_at`.
   */
  readonly work: (row: DueTables[T]) => Promise<void>;
}

/** Claims due rows, so that no other process works on them. */
async function claimDue<T extends keyof DueTables>(
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  { table, lease }: DueWork<T>,
): Promise<readonly DueTables[T][]> {
  // All these tables have the columns used here.
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
 * Processes due rows, concurrently with other processes.
 * @param mayContinue called before further rows are claimed
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
