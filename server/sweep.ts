import { sendAnnouncements } from "./announcements/send-announcements.ts";
import { forgetOld } from "./background/forget-old.ts";
import { type LeadTimes, startLeading } from "./background/lead.ts";
import { type Step, createSteps } from "./background/run-steps.ts";
import type { Deps } from "./deps/deps.ts";
import { sweepFiles } from "./files/sweep-files.ts";
import { continueAudit, showAudit } from "./ledger/watch-ledger.ts";
import { expireCredits } from "./ledger/expire-credits.ts";
import { showJobs, showWorkers } from "./jobs/read-jobs.ts";
import { sweepJobs } from "./jobs/sweep-jobs.ts";
import { countMail } from "./mail/count-mail.ts";
import { closeOldOrders } from "./payments/orders.ts";
import { sendPrices } from "./announcements/send-prices.ts";
import { runSubscriptions } from "./payments/run-due.ts";
import { runTasks } from "./payments/tasks.ts";
import { forgetLooseAudio } from "./podcasts/audio.ts";
import { showStoredBytes, watchStorageTotal } from "./podcasts/storage-total.ts";
import { showHostedContents } from "./usage/count-hosted-contents.ts";
import { showHostedQueue } from "./usage/hosted-queue.ts";
import { sweepHostedCalls } from "./usage/sweep-hosted-calls.ts";
import { releaseOverdue, showOverdue } from "./usage/release-overdue.ts";

/** Steps that one process runs for all, once a minute. */
export const WORK: Readonly<Record<string, Step>> = {
  jobs: async (deps, mayContinue) => {
    const released = await releaseOverdue(deps, mayContinue);
    if (released > 0) deps.metrics.count("toolkit_jobs_released_total", {}, released);
  },
  hostedCalls: sweepHostedCalls,
  serverJobs: sweepJobs,
  expiry: expireCredits,
  announcements: sendAnnouncements,
  prices: sendPrices,
  subscriptions: runSubscriptions,
  orders: closeOldOrders,
  audio: forgetLooseAudio,
  jobFiles: sweepFiles,
  storage: watchStorageTotal,
  old: forgetOld,
  tasks: runTasks,
  files: async ({ db }) => await db.purge?.(),
  ledger: continueAudit,
};

/** Steps that each process runs for itself: its metrics. */
const OWN: Readonly<Record<string, Step>> = {
  overdue: showOverdue,
  hosted: showHostedQueue,
  hostedContents: showHostedContents,
  mail: countMail,
  audit: showAudit,
  jobs: showJobs,
  workers: showWorkers,
  bytes: showStoredBytes,
};

const LEASE = "sweep";
const TIMES: LeadTimes = { every: 60_000, lease: 60_000, look: 15_000 };

/** Runs one round of all periodic work, regardless of the leader. */
export async function sweep(deps: Deps): Promise<void> {
  const { signal } = new AbortController();
  for (const steps of [WORK, OWN]) await createSteps(deps, steps).run(signal);
}

/**
 * Sweeps once a minute, unless another process on the same database leads; if the leader dies, this
 * process takes over within 75 seconds.
 * @returns stops after the running step
 */
export function startSweeping(deps: Deps, times = TIMES): () => Promise<void> {
  const work = createSteps(deps, WORK);
  const own = createSteps(deps, OWN);
  const closing = new AbortController();
  const stop = startLeading(deps, LEASE, times, {
    lead: work.run,
    follow: () => own.run(closing.signal),
  });
  return async () => {
    closing.abort();
    await stop();
    await work.idle();
    await own.idle();
  };
}
