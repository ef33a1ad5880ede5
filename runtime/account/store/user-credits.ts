import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { refund } from "#core/api/usage/refund.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { Balance } from "#core/api/contract/shapes.ts";
import type { Api } from "../../services/api/api.ts";
import type { Actions } from "../../services/api/api-actions.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { errorText } from "../../services/api/api-words.ts";
import type { Text } from "../../notices/notices.ts";

export interface CreditState {
  /** Free and purchased credits. */
  readonly credits: number;
  /** Epoch seconds; 0 before the first claim. */
  readonly last_get_credits_time: number;
  readonly daily_credits_count: number;
}

export interface ReserveRequest {
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Length of the input. */
  readonly seconds: number;
  /** SHA-256 of the input, in hexadecimal; null if it could not be computed. */
  readonly inputHash: string | null;
  /** Hosted work that the run will use. */
  readonly hostedSeconds?: number;
}

export interface CreditActions {
  /** Never rejects: failures are reported by a toast (ERR-3). */
  readonly loadBalance: () => Promise<void>;
  /** @throws {ApiError} after the toast that reports it (ERR-3) */
  readonly claimDaily: () => Promise<void>;
  /** Claims the welcome credits (USR-9). @throws {ApiError} */
  readonly readdCredits: () => Promise<void>;
  /** Whether the displayed balance belongs to the current user; otherwise the server decides. */
  readonly knowsCredits: () => boolean;
  /**
   * Whether the balance suffices; otherwise opens the dialog (USR-7). While the balance is unknown,
   * the server decides when credits are held.
   */
  readonly requireCredits: (needed: number) => boolean;
  /**
   * Holds the credits of a run before it starts (USR-10).
   * @param key idempotency key: credits are held once per key
   * @throws {ApiError}
   */
  readonly reserve: (
    request: ReserveRequest,
    key: string,
  ) => Promise<{ readonly usageId: string; readonly cost: number }>;
  /**
   * Settles the held credits of a successful run. Also resolves if a retry would change nothing,
   * because the run is closed.
   * @throws {ApiError}
   */
  readonly settle: (usageId: string, key: string) => Promise<void>;
  /**
   * Refunds the held credits of a run, except for hosted models that already ran; otherwise as
   * `settle`.
   * @returns credits that the run still costs; null if the run is closed, or if an older server
   *   does not report them
   * @throws {ApiError}
   */
  readonly refund: (usageId: string, key: string) => Promise<number | null>;
  /** Updates the balance from the response of another request. */
  readonly setBalance: (balance: Balance) => void;
}

export interface CreditDeps {
  readonly api: Api;
  readonly actions: Actions;
  /**
   * Called before a request; the returned function reports afterwards whether the user is still the
   * same.
   */
  readonly guard: () => () => boolean;
  readonly get: () => CreditState;
  readonly set: (state: Partial<CreditState>) => void;
  readonly toast: (text: Text, weight: "good" | "bad") => void;
  readonly openInsufficient: (needed: number) => void;
  /** Loads the time of the last claim. */
  readonly refreshInfo: () => Promise<void>;
  readonly onClaimed: (() => void) | undefined;
}

/** Errors after which a retry would change nothing. */
const CLOSED = new Set(["usage_closed", "not_found"]);

export function createCredits(deps: CreditDeps): CreditActions {
  const { api, actions, guard, get, set, toast, openInsufficient } = deps;
  /** Orders balances by their requests: responses to earlier requests are ignored. */
  let lastRequest = 0;
  let lastShown = 0;
  /** Whether the displayed balance belongs to the current user. */
  let isKnown = (): boolean => false;

  /**
   * @returns a function that shows the requested balance, unless a later balance is already shown
   */
  const awaitBalance = (): ((balance: Balance) => boolean) => {
    const isSame = guard();
    const request = ++lastRequest;
    return (balance) => {
      if (!isSame()) return true;
      if (request < lastShown) return false;
      lastShown = request;
      isKnown = isSame;
      const { free_credits, buy_credits, last_get_credits_time: time } = balance;
      const { daily_credits_count: count } = balance;
      set({
        credits: free_credits + buy_credits,
        ...(time !== undefined && { last_get_credits_time: time }),
        ...(count !== undefined && { daily_credits_count: count }),
      });
      return true;
    };
  };

  async function loadBalance(): Promise<void> {
    const isSame = guard();
    const show = awaitBalance();
    try {
      show(await api(getBalance, {}, { quiet: "refusals" }));
    } catch (error) {
      if (isSame()) toast(errorText(error, "errors:credits.balance"), "bad");
    }
  }

  /** Runs an action that moves credits, and shows the balance afterwards. */
  async function move<T>(work: () => Promise<T>, balanceOf: (answer: T) => Balance): Promise<T> {
    const show = awaitBalance();
    const answer = await work();
    // The order of the requests does not show which action the server completed last.
    if (!show(balanceOf(answer))) void loadBalance();
    return answer;
  }
  /** Runs the action of a click once. */
  const moveOnce = (name: string, call: typeof claimDaily): Promise<Balance> =>
    move(
      () =>
        actions.run(name, (idempotencyKey) => api(call, {}, { quiet: "refusals", idempotencyKey })),
      itself,
    );

  async function close<A extends Balance>(work: () => Promise<A>): Promise<A | null> {
    try {
      return await move(work, (answer) => answer);
    } catch (error) {
      if (error instanceof ApiError && CLOSED.has(error.key ?? "")) return null;
      throw error;
    }
  }
  // Both are repeated until they succeed.
  const optionsOf = (idempotencyKey: string) => ({ quiet: "all", idempotencyKey }) as const;

  return {
    loadBalance,
    async claimDaily() {
      const isSame = guard();
      try {
        const { last_get_credits_time: time } = await moveOnce("claim", claimDaily);
        deps.onClaimed?.();
        // A server that returns only the balance requires another request for the time of the
        // claim.
        if (time === undefined) await deps.refreshInfo();
      } catch (error) {
        if (isSame()) toast(errorText(error, "errors:http.other"), "bad");
        throw error;
      }
    },
    async readdCredits() {
      await moveOnce("gift", replenish);
    },
    knowsCredits: () => isKnown(),
    requireCredits(needed) {
      if (!isKnown() || get().credits >= needed) return true;
      openInsufficient(needed);
      return false;
    },
    async reserve({ tool, seconds, inputHash, hostedSeconds = 0 }, idempotencyKey) {
      const request = {
        tool,
        seconds,
        ...(inputHash !== null && { input_hash: inputHash }),
        ...(hostedSeconds > 0 && { hosted_seconds: hostedSeconds }),
      };
      const { usage_id, cost } = await move(
        () => api(reserve, request, { quiet: "refusals", idempotencyKey }),
        ({ balance }) => balance,
      );
      return { usageId: usage_id, cost };
    },
    async settle(usageId, key) {
      await close(() => api(settle, { usage_id: usageId }, optionsOf(key)));
    },
    async refund(usageId, key) {
      const closed = await close(() => api(refund, { usage_id: usageId }, optionsOf(key)));
      return closed?.cost ?? null;
    },
    setBalance(balance) {
      awaitBalance()(balance);
    },
  };
}

const itself = (balance: Balance): Balance => balance;
