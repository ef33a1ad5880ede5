import type { Announcements } from "../db/schema/announcements.ts";
import type { Db } from "../db/db.ts";
import { type AnnouncementKind, type PlanPrice, countAccounts, NOTICE } from "./announcement.ts";

interface NewAnnouncement {
  readonly kind: AnnouncementKind;
  /** Epoch milliseconds of the start of a day, UTC. */
  readonly effectiveAt: number;
  readonly prices: readonly PlanPrice[];
  readonly now: number;
}

export interface AnnouncementProgress {
  readonly id: string;
  readonly sent: number;
  /** Number of accounts that are still to be notified. */
  readonly left: number;
}

const newRow = ({ kind, effectiveAt, prices, now }: NewAnnouncement): Announcements => ({
  id: `${kind}:${new Date(effectiveAt).toISOString().slice(0, "2027-01-01".length)}`,
  kind,
  effective_at: effectiveAt,
  prices: kind === "prices" ? JSON.stringify(prices) : null,
  created_at: now,
  last_user: "",
  sent: 0,
  done_at: null,
});

/**
 * Announces a change, unless it has been announced; the server notifies the accounts.
 * @param isDryRun counts the accounts only
 * @returns the progress of the announcement; null: it is new, and too late for the notice
 */
export async function announce(
  db: Db,
  announcement: NewAnnouncement,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<AnnouncementProgress | null> {
  const row = newRow(announcement);
  const isInTime = row.effective_at >= row.created_at + NOTICE;
  if (!isDryRun && isInTime)
    await db.write((tx) =>
      tx
        .insertInto("announcements")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute(),
    );
  return await db.read(async (queries) => {
    const known = await queries
      .selectFrom("announcements")
      .selectAll()
      .where("id", "=", row.id)
      .executeTakeFirst();
    if (!known && !isInTime) return null;
    const { id, sent, done_at } = known ?? row;
    return { id, sent, left: done_at === null ? await countAccounts(queries, known ?? row) : 0 };
  });
}
