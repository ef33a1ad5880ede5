import type { Deps } from "../deps/deps.ts";
import { releaseLease, scheduleLease, takeLease } from "../db/lease.ts";
import { describeError } from "../deps/log.ts";

export interface LeadTimes {
  /** Milliseconds between the starts of two rounds, whichever process leads. */
  readonly every: number;
  /** Milliseconds after which the lease of a dead leader expires. */
  readonly lease: number;
  /** Milliseconds between two attempts to acquire or renew the lease. */
  readonly look: number;
}

interface Rounds {
  /** Work that one process does for all. @param signal aborted when the process loses the lease */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /**
   * Work that each process does for itself at the same interval: after its own round, or, if it
   * does not lead, between the leader's rounds.
   */
  readonly follow: () => Promise<void>;
}

interface Lead {
  /** Whether a round is due and this process has to run it. */
  readonly isDue: boolean;
  /** Epoch milliseconds of the next round. */
  readonly nextAt: number;
}

/**
 * Elects one of the processes on a database to run periodic rounds, with failover to another
 * process if it dies.
 * @returns stops after the current round and releases the lease
 */
export function startLeading(
  deps: Pick<Deps, "db" | "clock" | "ids" | "log">,
  name: string,
  { every, lease, look }: LeadTimes,
  { lead, follow }: Rounds,
): () => Promise<void> {
  const { db, clock, log } = deps;
  const holder = deps.ids();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: { readonly lost: AbortController; readonly done: Promise<void> } | null = null;
  let looking: Promise<void> = Promise.resolve();
  let followedAt = -Infinity;

  const take = (): Promise<Lead | null> =>
    db.write(async (tx) => {
      const now = clock();
      const held = await takeLease(tx, { name, holder, now, length: lease });
      if (held === null) return null;
      const isDue = round === null && (held.nextAt <= now || held.nextAt > now + every);
      if (isDue) await scheduleLease(tx, name, now + every);
      return { isDue, nextAt: isDue ? now + every : held.nextAt };
    });

  function begin(): void {
    const lost = new AbortController();
    const done = lead(AbortSignal.any([lost.signal, closing.signal]))
      .then(follow)
      .catch((error: unknown) => log("error", "sweep_failed", describeError(error)))
      .finally(() => (round = null));
    round = { lost, done };
  }

  async function followOthers(): Promise<void> {
    if (clock() - followedAt < every) return;
    followedAt = clock();
    await follow();
  }

  /** @returns milliseconds until the next attempt */
  async function attempt(): Promise<number> {
    let taken: Lead | null = null;
    try {
      taken = await take();
    } catch (error) {
      // It is unknown whether this process still holds the lease.
      log("warn", "sweep_lease_unavailable", describeError(error));
    }
    if (closing.signal.aborted) return look;
    if (taken === null) {
      round?.lost.abort();
      await followOthers();
      return look;
    }
    if (taken.isDue) begin();
    return Math.min(look, Math.max(0, taken.nextAt - clock()));
  }

  function schedule(pause: number): void {
    if (closing.signal.aborted) return;
    timer = setTimeout(() => {
      looking = attempt().then(schedule);
    }, pause);
    timer.unref();
  }

  schedule(0);
  return async () => {
    closing.abort();
    clearTimeout(timer);
    await looking;
    await round?.done;
    // If the release fails, the lease expires automatically.
    await db.write((tx) => releaseLease(tx, { name, holder })).catch(() => {});
  };
}
