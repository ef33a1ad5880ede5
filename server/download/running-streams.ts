import type { Deps } from "../deps/deps.ts";
import { limitKey } from "../admission/limits.ts";

/** Streams of one account, and of one client, that run at the same time in all processes. */
const OF_ACCOUNT = 3;
const OF_CLIENT = 6;
/** Milliseconds after which a place is free whose process has died, and between two signs of life. */
const LASTS = 90_000;
const BEAT = 30_000;

type StreamDeps = Pick<Deps, "db" | "clock" | "ids" | "settings">;

/**
 * Takes a place among the streams of an account and of a client.
 * @returns gives it back; null when there is none
 */
export async function takeStream(
  deps: StreamDeps,
  { userId, client }: { readonly userId: string; readonly client: string },
): Promise<(() => void) | null> {
  const { db, clock, ids } = deps;
  const holder = ids();
  const wanted = [
    [limitKey(deps, "stream", `account ${userId}`), OF_ACCOUNT],
    [limitKey(deps, "stream", `client ${client}`), OF_CLIENT],
  ] as const;
  const leave = (): Promise<unknown> =>
    db.write((tx) => tx.deleteFrom("download_slots").where("holder", "=", holder).execute());
  for (const [subject, count] of wanted)
    if (!(await takeSlot(deps, { subject, count, holder }))) {
      await leave();
      return null;
    }
  const timer = setInterval(() => {
    db.write((tx) =>
      tx
        .updateTable("download_slots")
        .set({ until: clock() + LASTS })
        .where("holder", "=", holder)
        .execute(),
    ).catch(() => {});
  }, BEAT);
  timer.unref();
  return () => {
    clearInterval(timer);
    // Where it cannot be written it ends by itself.
    leave().catch(() => {});
  };
}

/** The first free place of a subject: one statement each, so that no two have the same. */
async function takeSlot(
  { db, clock }: StreamDeps,
  { subject, count, holder }: { subject: string; count: number; holder: string },
): Promise<boolean> {
  const now = clock();
  const until = now + LASTS;
  for (let slot = 0; slot < count; slot++) {
    const taken = await db.write((tx) =>
      tx
        .insertInto("download_slots")
        .values({ subject, slot, holder, until })
        .onConflict((conflict) =>
          conflict
            .columns(["subject", "slot"])
            .doUpdateSet({ holder, until })
            .where("download_slots.until", "<=", now),
        )
        .returning("slot")
        .execute(),
    );
    if (taken.length > 0) return true;
  }
  return false;
}
