export const MONTHS = { monthly: 1, yearly: 12 } as const;

/**
 * The same day and time a number of months later (UTC), or the last day of a shorter month.
 * @param time epoch milliseconds
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** Number of full months from `anchor` to `now`, starting at 0. */
export function monthOf(anchor: number, now: number): number {
  const from = new Date(anchor);
  const to = new Date(now);
  let month =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  while (month > 0 && addMonths(anchor, month) > now) month--;
  return Math.max(0, month);
}
