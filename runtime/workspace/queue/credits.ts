import type { Records, StoredClosing } from "../session/stored.ts";

export interface Reservation {
  readonly usageId: string;
  /** Credits that are held: 0 when the same input has been paid for within 24 hours (USR-10). */
  readonly cost: number;
}

export interface ReserveRequest {
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Length of the input. */
  readonly seconds: number;
  /** Null where it could not be found. */
  readonly inputHash: string | null;
  /** Hosted work that the job will use. */
  readonly hostedSeconds: number;
}

/** Where credits are held, taken and given back. The same key does a thing once. */
export interface Ledger {
  reserve(request: ReserveRequest, key: string): Promise<Reservation>;
  /** Rejects when it is to be tried again; resolves when there is nothing left to do. */
  settle(usageId: string, key: string): Promise<void>;
  /** Resolves with the credits that the job costs all the same; null where that cannot be known. */
  refund(usageId: string, key: string): Promise<number | null>;
}

/** Settles and refunds, and does not rest until the server has heard of it. */
export interface Credits {
  readonly reserve: Ledger["reserve"];
  /** Resolves once it will not be forgotten any more; the server may hear of it later. */
  close(kind: StoredClosing["kind"], usageId: string): Promise<void>;
  /** @param onRefunded told what a refunded job costs all the same, once the server has said */
  listen(onRefunded: (usageId: string, charged: number) => void): void;
  /** Says now what has not been said: at the start, and when the network is back. */
  flush(): Promise<void>;
}

export interface CreditsDeps {
  readonly ledger: Ledger;
  readonly closings: () => Promise<Records<StoredClosing>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
}

/** ms before another try, doubled each time up to the most. */
const AGAIN = { first: 5000, most: 300_000 } as const;
/** ms after which the server has long released what nobody settled. */
const FORGET = 7 * 24 * 3_600_000;

export function createCredits(deps: CreditsDeps): Credits {
  const { ledger, now, setTimer, report } = deps;
  let wait: number = AGAIN.first;
  let cancelTimer: (() => void) | null = null;
  let flushing: Promise<void> | null = null;
  let tellRefunded: Parameters<Credits["listen"]>[0] = () => {};

  async function say({ id, kind, usageId, created }: StoredClosing): Promise<boolean> {
    try {
      if (now() - created < FORGET) {
        const charged = await ledger[kind](usageId, id);
        if (typeof charged === "number") tellRefunded(usageId, charged);
      }
      await (await deps.closings()).change(id, () => null);
      return true;
    } catch {
      return false;
    }
  }
  async function sayAll(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    let failed = false;
    for (const closing of await (await deps.closings()).all())
      if (!(await say(closing))) failed = true;
    if (!failed) {
      wait = AGAIN.first;
      return;
    }
    cancelTimer = setTimer(() => void flush(), wait);
    wait = Math.min(AGAIN.most, 2 * wait);
  }
  function flush(): Promise<void> {
    // What comes while it runs is said after that.
    const run = (flushing ?? Promise.resolve()).then(sayAll).catch(report);
    const mine = run.finally(() => {
      if (flushing === mine) flushing = null;
    });
    flushing = mine;
    return mine;
  }

  return {
    reserve: (request, key) => ledger.reserve(request, key),
    async close(kind, usageId) {
      const closing = { id: `${usageId}:${kind}`, kind, usageId, created: now() };
      try {
        await (await deps.closings()).put(closing);
      } catch (error) {
        report(error);
        await say(closing);
        return;
      }
      void flush();
    },
    listen(onRefunded) {
      tellRefunded = onRefunded;
    },
    flush,
  };
}
