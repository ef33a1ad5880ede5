import type { Job } from "./job.ts";

type Text = readonly [key: string, values?: Readonly<Record<string, number>>];

/**
 * Text on the credits of an unsuccessful job: refunded or charged; null if there is nothing to
 * report.
 */
export function creditsText({
  state,
  usageId,
  charged,
  hostedSeconds,
}: Pick<Job, "state" | "usageId" | "charged" | "hostedSeconds">): Text | null {
  if (usageId === null || state === "done") return null;
  if (charged !== null && charged > 0) return ["errors:credits.charged", { credits: charged }];
  const isPending = charged === null && hostedSeconds > 0;
  if (state === "interrupted") return isPending ? ["errors:credits.pending"] : null;
  if (state !== "failed") return null;
  return isPending ? ["errors:credits.pending"] : ["errors:credits.returned"];
}
