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
  onServer,
  isStopped,
}: Pick<
  Job,
  "state" | "usageId" | "charged" | "hostedSeconds" | "onServer" | "isStopped"
>): Text | null {
  if (state === "done" || isStopped) return null;
  // The error itself says what became of the credits of the task that has failed there.
  if (onServer) return charged ? ["errors:servers.charged", { credits: charged }] : null;
  if (usageId === null) return null;
  if (charged !== null && charged > 0) return ["errors:credits.charged", { credits: charged }];
  const isPending = charged === null && hostedSeconds > 0;
  if (state === "interrupted") return isPending ? ["errors:credits.pending"] : null;
  if (state !== "failed") return null;
  return isPending ? ["errors:credits.pending"] : ["errors:credits.returned"];
}
