/** How the length of the input turns into credits (USR-7). */
export type CostType = 1 | 2 | 3;

/**
 * Credits that a job costs: type 1 each started minute, at least one, type 2 twice the full minutes, at least two,
 * type 3 one.
 * @param seconds length of the input, at least 0
 */
export function costOf(type: CostType, seconds: number): number {
  const minutes = seconds / 60;
  if (type === 1) return Math.max(1, Math.ceil(minutes));
  return type === 2 ? Math.max(2, 2 * Math.floor(minutes)) : 1;
}

/** Whole minutes of an input that so many credits suffice for; 0 where it does not cost by its length. */
export function minutesFor(type: CostType, credits: number): number {
  if (type === 3) return 0;
  return Math.max(0, type === 1 ? Math.floor(credits) : Math.floor(credits / 2));
}

/** Seconds that must have passed since the last daily claim. */
export const CLAIM_AFTER = 24 * 3600;
/** Seconds after which a reservation that nobody settled is released (USR-10). */
export const RESERVATION_LASTS = 6 * 3600;
/** Jobs of an account that may hold credits at a time. */
export const OPEN_JOBS = 100;
/** Seconds in which the same input costs nothing again (USR-10). */
export const INPUT_FREE_FOR = 24 * 3600;
/** Claims after which the tip is no longer shown. */
export const TIP_CLAIMS = 3;

/** Id under which a plan is paid for; a pack is paid for under its own. */
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

/** Whether the daily tip shows (USR-6). */
export function showsDailyTip(
  state: ClaimState,
  {
    now,
    toggled,
    dismissed,
  }: {
    /** Epoch seconds. */
    readonly now: number;
    /** The visitor asked for it. */
    readonly toggled: boolean;
    /** The visitor does not want to see it. */
    readonly dismissed: boolean;
  },
): boolean {
  if (state.daily_credits_count >= TIP_CLAIMS) return false;
  return toggled || (canClaim(state, now) && !dismissed);
}
