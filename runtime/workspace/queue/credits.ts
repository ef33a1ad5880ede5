import type { Records, StoredClosing } from "../session/stored.ts";

export interface Reservation {
  readonly usageId: string;
  /** Held credits: 0 if the same input has been paid for within 24 hours (USR-10). */
  readonly cost: number;
}

export interface ReserveRequest {
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Length of the input. */
  readonly seconds: number;
  /** Null if it could not be computed. */
  readonly inputHash: string | null;
  /** Hosted work of the job. */
  readonly hostedSeconds: number;
}

/** Holds, settles and refunds credits on the server. Calls with the same key are idempotent. */
export interface Ledger {
  reserve(request: ReserveRequest, key: string): Promise<Reservation>;
  /** Rejects if it has to be retried; resolves if there is nothing left to do. */
  settle(usageId: string, key: string): Promise<void>;
  /** Resolves to the credits that the job costs nevertheless; null if unknown. */
  refund(usageId: string, key: string): Promise<number | null>;
}

/** Settles and refunds, and retries until the server has confirmed. */
export interface Credits {
  readonly reserve: Ledger["reserve"];
  /**
   * Resolves once the request is stored; the server may receive it later.
   * @param account the one that holds the credits
   */
  close(kind: StoredClosing["kind"], usageId: string, account: string | null): Promise<void>;
  /**
   * @param onRefunded called with the credits that a refunded job costs nevertheless, once the
   *   server reports them
   */
  listen(onRefunded: (usageId: string, charged: number) => void): void;
  /** Sends all stored requests: at the start, and when the network returns. */
  flush(): Promise<void>;
}

export interface CreditsDeps {
  readonly ledger: Ledger;
  /** Id of the account that is signed in; null if none is. */
  readonly account: () => string | null;
  readonly closings: () => Promise<Records<StoredClosing>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
}

/** Delay before a retry in ms, doubled each time up to the maximum. */
const RETRY_DELAY = { first: 5000, most: 300_000 } as const;
/** Age in ms at which the server has released an unsettled hold. */
const MAX_AGE = 7 * 24 * 3_600_000;

export function createCredits(deps: CreditsDeps): Credits {
  const { ledger, now, setTimer, report } = deps;
  let wait: number = RETRY_DELAY.first;
  let cancelTimer: (() => void) | null = null;
  let flushing: Promise<void> | null = null;
  let onRefund: Parameters<Credits["listen"]>[0] = () => {};

  async function send(closing: StoredClosing): Promise<boolean> {
    const { id, kind, usageId, created, account = deps.account() } = closing;
    try {
      if (now() - created < MAX_AGE) {
        // To another account, the server says that there is nothing to close.
        if (account !== deps.account()) return false;
        const charged = await ledger[kind](usageId, id);
        if (typeof charged === "number") onRefund(usageId, charged);
      }
      await (await deps.closings()).change(id, () => null);
      return true;
    } catch {
      return false;
    }
  }
  async function sendAll(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    let failed = false;
    for (const closing of await (await deps.closings()).all())
      if (!(await send(closing))) failed = true;
    if (!failed) {
      wait = RETRY_DELAY.first;
      return;
    }
    cancelTimer = setTimer(() => void flush(), wait);
    wait = Math.min(RETRY_DELAY.most, 2 * wait);
  }
  function flush(): Promise<void> {
    // Requests that arrive meanwhile are sent afterwards.
    const run = (flushing ?? Promise.resolve()).then(sendAll).catch(report);
    const mine = run.finally(() => {
      if (flushing === mine) flushing = null;
    });
    flushing = mine;
    return mine;
  }

  return {
    reserve: (request, key) => ledger.reserve(request, key),
    async close(kind, usageId, account) {
      const closing = { id: `${usageId}:${kind}`, kind, usageId, account, created: now() };
      try {
        await (await deps.closings()).put(closing);
      } catch (error) {
        report(error);
        await send(closing);
        return;
      }
      void flush();
    },
    listen(onRefunded) {
      onRefund = onRefunded;
    },
    flush,
  };
}
