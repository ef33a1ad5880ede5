import type { Deps } from "../deps/deps.ts";
import type { SlotKind, Slots, SlotKey } from "../deps/slots.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { schedule as scheduleTimer } from "../ports/clock.ts";
import { limitKey } from "./limits.ts";

/** Maximum concurrency of each kind, across all processes. */
export const SLOT_LIMITS = {
  /** Media streams from links, for an account and for a client. */
  streamAccount: 3,
  streamClient: 6,
  /** Links being resolved. */
  linkAccount: 4,
  linkClient: 8,
  /** Links being resolved by an external program. */
  lookupAccount: 1,
  /** Recordings for hosted models that are being received. */
  hostedAccount: 3,
  /** File uploads in progress. */
  uploadAccount: 3,
  /**
   * Parts of resumable uploads that are being received. More than a client sends at a time, because
   * those of lost connections and of killed processes count for a while.
   */
  fileAccount: 6,
} as const satisfies Record<SlotKind, number>;

/**
 * Lease of a slot in milliseconds, after which the slots of a killed process are free, and the
 * interval between two renewals.
 */
export const LEASE = 90_000;
const BEAT = 30_000;
/** Seconds until a client may retry after a process has reached its capacity. */
const CROWDED = 10;

type SlotDeps = Pick<Deps, "db" | "clock" | "ids"> & {
  readonly settings: Pick<Deps["settings"], "secret">;
};

/**
 * Slots as database rows with a lease. The limits apply across all processes, and the slots of a
 * killed process become free automatically.
 */
export function createSlots(deps: SlotDeps, schedule = scheduleTimer): Slots {
  const { db, clock, ids } = deps;
  const held = new Set<string>();
  let isBeating = false;

  /** Begins to renew leases, until no slot is held. Its timer waits only while work does. */
  function startBeating(): void {
    if (isBeating || held.size === 0) return;
    isBeating = true;
    schedule(() => {
      isBeating = false;
      void beat();
    }, BEAT);
  }

  /** Renews all leases of this process in one statement. */
  async function beat(): Promise<void> {
    if (held.size === 0) return;
    startBeating();
    const until = clock() + LEASE;
    await db
      .write((tx) =>
        tx
          .updateTable("slots")
          .set({ until })
          .where("holder", "in", [...held])
          .execute(),
      )
      // The next renewal comes before the lease expires.
      .catch(() => {});
  }

  return {
    take: async (requests) => {
      const holder = ids();
      const isTaken = await db.write(async (tx) => {
        for (const [kind, subject] of requests)
          if (!(await takeOne(tx, deps, { kind, subject, holder }))) {
            await tx.deleteFrom("slots").where("holder", "=", holder).execute();
            return false;
          }
        return true;
      });
      if (!isTaken) return null;
      held.add(holder);
      // After it is held: a beat that finds no slot is the last one.
      startBeating();
      return async () => {
        if (!held.delete(holder)) return;
        await db
          .write((tx) => tx.deleteFrom("slots").where("holder", "=", holder).execute())
          // A slot that cannot be deleted becomes free when its lease expires.
          .catch(() => {});
      };
    },
  };
}

interface SlotHolder {
  readonly kind: SlotKind;
  readonly subject: string;
  readonly holder: string;
}

/** Takes the first free slot of a subject. */
async function takeOne(tx: Tx, deps: SlotDeps, { kind, subject, holder }: SlotHolder) {
  const now = deps.clock();
  const until = now + LEASE;
  const key = limitKey(deps, "slot", `${kind} ${subject}`);
  // Slots in use are only read: a write would wait for the transaction that renews them.
  const used = await tx
    .selectFrom("slots")
    .select("slot")
    .where("subject", "=", key)
    .where("until", ">", now)
    .execute();
  const inUse = new Set(used.map(({ slot }) => slot));
  for (let slot = 0; slot < SLOT_LIMITS[kind]; slot++) {
    if (inUse.has(slot)) continue;
    // If two transactions have read the same slots, the insert decides.
    const taken = await tx
      .insertInto("slots")
      .values({ subject: key, slot, holder, until })
      .onConflict((conflict) =>
        conflict
          .columns(["subject", "slot"])
          .doUpdateSet({ holder, until })
          .where("slots.until", "<=", now),
      )
      .returning("slot")
      .executeTakeFirst();
    if (taken) return true;
  }
  return false;
}

interface SlotRequest {
  readonly work: keyof Deps["bulkheads"];
  readonly slotKeys: readonly SlotKey[];
  /** Seconds until an account or a client with too much running may retry. */
  readonly retryAfter: number;
}

/**
 * Takes slots for work if this process has capacity.
 * @returns releases the slots, and never fails
 * @throws {ApiFailure} too_many_tries: the account or the client has too much running; unavailable:
 *   the process is at capacity
 */
export async function takeSlots(
  { bulkheads, slots }: Pick<Deps, "bulkheads" | "slots">,
  { work, slotKeys: requestedKeys, retryAfter }: SlotRequest,
): Promise<() => Promise<void>> {
  const leave = bulkheads[work].take();
  if (!leave) throw new ApiFailure("unavailable", { retryAfter: CROWDED });
  let release: (() => Promise<void>) | null = null;
  try {
    release = await slots.take(requestedKeys);
  } finally {
    if (!release) leave();
  }
  if (!release) throw new ApiFailure("too_many_tries", { retryAfter });
  return async () => {
    leave();
    await release();
  };
}

/**
 * Takes slots, and waits while they are in use.
 * @param pause waits for a number of milliseconds; rejects once the client has disconnected
 * @returns null if the slots are still in use after `patience` milliseconds
 */
export async function waitForSlots(
  slots: Slots,
  slotKeys: readonly SlotKey[],
  { patience, pause }: { patience: number; pause: (milliseconds: number) => Promise<unknown> },
): Promise<(() => Promise<void>) | null> {
  for (let waited = 0; ; waited += POLL) {
    const release = await slots.take(slotKeys);
    if (release || waited >= patience) return release;
    await pause(POLL);
  }
}
const POLL = 1000;
