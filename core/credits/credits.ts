/** Pricing rule of a tool (USR-7). */
export type CostType = 1 | 2 | 3;

/**
 * Cost of a job in credits. Type 1: each started minute, at least one; type 2: twice the full
 * minutes, at least two; type 3: one.
 * @param seconds length of the input, at least 0
 */
export function costOf(type: CostType, seconds: number): number {
  const minutes = seconds / 60;
  if (type === 1) return Math.max(1, Math.ceil(minutes));
  return type === 2 ? Math.max(2, 2 * Math.floor(minutes)) : 1;
}

/** Full minutes of input that an amount of credits pays for; 0 for a fixed price. */
export function minutesFor(type: CostType, credits: number): number {
  if (type === 3) return 0;
  return Math.max(0, type === 1 ? Math.floor(credits) : Math.floor(credits / 2));
}

/** Seconds that must have passed since the last daily claim. */
export const CLAIM_AFTER = 24 * 3600;
/** Seconds after which an unsettled reservation is released (USR-10). */
export const RESERVATION_LASTS = 6 * 3600;
/** Maximum number of jobs per account that hold credits at a time. */
export const OPEN_JOBS = 100;
/** Seconds during which the same input is free (USR-10). */
export const INPUT_FREE_FOR = 24 * 3600;
/** Number of claims after which the tip is no longer shown. */
export const TIP_CLAIMS = 3;

/** Id under which a plan is sold; packs are sold under their own id. */
export const offerOf = (planId: string, period: "monthly" | "yearly"): string =>
  `${planId}-${period}`;

export interface ClaimState {
  /** Epoch seconds; 0 before the first claim. */
  readonly last_get_credits_time: number;
  readonly daily_credits_count: number;
}

/** Whether more than 24 hours have passed since the last claim (USR-6). @param now epoch seconds */
export const canClaim = ({ last_get_credits_time }: ClaimState, now: number): boolean =>
  now - last_get_credits_time > CLAIM_AFTER;

/** Whether the daily tip is shown (USR-6). */
export function showsDailyTip(
  state: ClaimState,
  {
    now,
    toggled,
    dismissed,
  }: {
    /** Epoch seconds. */
    readonly now: number;
    /** The visitor opened it. */
    readonly toggled: boolean;
    /** The visitor dismissed it. */
    readonly dismissed: boolean;
  },
): boolean {
  if (state.daily_credits_count >= TIP_CLAIMS) return false;
  return toggled || (canClaim(state, now) && !dismissed);
}
