import { type Job, isActive } from "#runtime/contract/job.ts";

/** What is known of the files that a job has sent to the site's servers. */
export type ServerNote =
  | { readonly kind: "runs" | "unconfirmed"; readonly time: 0; readonly hasReceipts: false }
  /** The servers keep them until a time, so that another attempt continues. */
  | { readonly kind: "stored"; readonly time: number; readonly hasReceipts: false }
  /** The servers have deleted them at a time, or by it at the latest. */
  | { readonly kind: "deleted" | "expired"; readonly time: number; readonly hasReceipts: true };

/** @param now epoch milliseconds @returns null if nothing was sent, or sending has not ended */
export function noteOf(
  { sent, state, needsTab }: Pick<Job, "sent" | "state" | "needsTab">,
  now: number,
): ServerNote | null {
  if (sent.length === 0 || needsTab) return null;
  const left = sent.filter(({ deleted }) => deleted === null);
  if (left.length === 0) {
    const time = Math.max(...sent.map(({ deleted }) => deleted ?? 0));
    return { kind: "deleted", time, hasReceipts: true };
  }
  if (isActive({ state })) return { kind: "runs", time: 0, hasReceipts: false };
  // Not a number if one of them does not say.
  const time = Math.max(...left.map(({ until = Number.NaN }) => until));
  if (time <= now) return { kind: "expired", time, hasReceipts: true };
  if (state === "failed" && time > now) return { kind: "stored", time, hasReceipts: false };
  return { kind: "unconfirmed", time: 0, hasReceipts: false };
}
