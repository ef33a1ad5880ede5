import type { Deps } from "../deps/deps.ts";
import { releaseLease, scheduleLease, takeLease } from "../db/lease.ts";
import { describeError } from "../deps/log.ts";

export interface LeadTimes {
  /** Milliseconds from the start of a round to that of the next, whichever process leads. */
  readonly every: number;
  /** Milliseconds after which the lead of a process that has died passes on. */
  readonly lease: number;
  /** Milliseconds between two attempts to take or extend the lead. */
  readonly look: number;
}

interface Rounds {
  /** What one process does for all. @param signal aborted when it no longer leads */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** What each process does for itself, as often: after a round of its own or, where it does not lead, between those of others. */
  readonly follow: () => Promise<void>;
}

interface Lead {
  /** Whether a round has been due, and is now this process's to do. */
  readonly isDue: boolean;
  /** Epoch milliseconds of the next round. */
  readonly nextAt: number;
}

/**
 * Has one of the processes on a database do rounds of work, and another where that one has died.
 * @returns ends it, when the round that runs is over, and passes the lead on
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
      // Whether it still leads cannot be known.
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
    // It ends by itself.
    await db.write((tx) => releaseLease(tx, { name, holder })).catch(() => {});
  };
}
