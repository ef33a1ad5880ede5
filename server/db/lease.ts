import type { Tx } from "./schema/tables.ts";

export interface LeaseRequest {
  readonly name: string;
  /** Id of who asks, the same whenever it asks again. */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds for which it is held unless it is extended. */
  readonly length: number;
}

/**
 * Takes a lease, or extends it for its holder. Rows hold it rather than locks of a session, which
 * neither SQLite has nor a pool of connections that hands out sessions by transaction.
 * @returns when the work is next to be done; null: somebody else holds the lease
 */
export async function takeLease(
  tx: Tx,
  { name, holder, now, length }: LeaseRequest,
): Promise<{ readonly nextAt: number } | null> {
  const until = now + length;
  const taken = await tx
    .insertInto("leases")
    .values({ name, holder, until, next_at: 0 })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, until })
        .where((where) =>
          where.or([
            where("leases.holder", "=", holder),
            where("leases.until", "<=", now),
            // Taken by a clock that was far ahead.
            where("leases.until", ">", now + 2 * length),
          ]),
        ),
    )
    .returning("next_at")
    .executeTakeFirst();
  return taken ? { nextAt: taken.next_at } : null;
}

/** Notes when the work of a lease is next to be done. The caller has just taken it. */
export async function scheduleLease(tx: Tx, name: string, nextAt: number): Promise<void> {
  await tx.updateTable("leases").set({ next_at: nextAt }).where("name", "=", name).execute();
}

/** Gives a lease back before its time, where it is still held. */
export async function releaseLease(
  tx: Tx,
  { name, holder }: Pick<LeaseRequest, "name" | "holder">,
): Promise<void> {
  await tx
    .updateTable("leases")
    .set({ until: 0 })
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}
