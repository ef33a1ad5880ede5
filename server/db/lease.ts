import type { Tx } from "./schema/tables.ts";

export interface LeaseRequest {
  readonly name: string;
  /** Id of the holder, stable across renewals. */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds until the lease expires unless it is renewed. */
  readonly length: number;
}

/**
 * Acquires a lease, or renews it for its holder. Leases are rows rather than session locks, because
 * SQLite has none and transaction pooling does not preserve sessions.
 * @returns the next due time of the work; null: another holder has the lease
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
            // The holder's clock was far ahead.
            where("leases.until", ">", now + 2 * length),
          ]),
        ),
    )
    .returning("next_at")
    .executeTakeFirst();
  return taken ? { nextAt: taken.next_at } : null;
}

/** Sets the next due time of a lease that the caller has just acquired. */
export async function scheduleLease(tx: Tx, name: string, nextAt: number): Promise<void> {
  await tx.updateTable("leases").set({ next_at: nextAt }).where("name", "=", name).execute();
}

/** Releases a lease early, if the holder still has it. */
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
