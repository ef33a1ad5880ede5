import { cancelJob as cancelJobCall } from "#core/api/jobs/cancel-job.ts";
import { createJob as createJobCall } from "#core/api/jobs/create-job.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { getJobResult } from "#core/api/jobs/get-job-result.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { redriveJobs as redriveJobsCall } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import { streamJobEvents } from "#core/api/jobs/stream-job-events.ts";
import type { Deps } from "../deps/deps.ts";
import { jobPriceOf } from "../deps/offers.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import {
  type RawRoute,
  type Route,
  authenticate,
  moneyRoute,
  operatorRoute,
  userRoute,
} from "../http/route.ts";
import { createJob } from "../jobs/create-job.ts";
import { cancelJob } from "../jobs/end-job.ts";
import { hasUpload } from "../jobs/job-files.ts";
import { operatedJobOf, serverJobOf } from "../jobs/job-record.ts";
import { countJobs, findAllJobs, readJob, readJobs } from "../jobs/read-jobs.ts";
import { redriveJobs } from "../jobs/redrive-jobs.ts";
import { sendResult } from "../jobs/send-result.ts";
import { streamEvents } from "../jobs/stream-events.ts";
import { readBalance } from "../ledger/balance.ts";

/** Pool of the workers that need no graphics card. */
const POOL = "cpu";

/** Hides routes of a site that accepts no jobs. */
const whereEnabled = <R extends Route | RawRoute>(route: R): R => ({
  ...route,
  handle: (context: RequestContext) => {
    if (!context.deps.jobRules.enabled) throw new ApiFailure("not_found");
    return route.handle(context);
  },
});

/** Cancels a job of any account. @throws {ApiFailure} not_found */
async function stopAnyJob(deps: Deps, id: string) {
  const owner = await deps.db.read((queries) =>
    queries.selectFrom("jobs").select("user_id").where("id", "=", id).executeTakeFirst(),
  );
  if (!owner) throw new ApiFailure("not_found");
  const job = await deps.db.write((tx) => cancelJob(tx, deps, { userId: owner.user_id, id }));
  return operatedJobOf(deps, job);
}

export const JOB_ROUTES: readonly Route[] = [
  moneyRoute(
    createJobCall,
    async ({ tool, seconds, upload, task }, { deps, user: { userId } }, tx) => {
      const cost = jobPriceOf(deps.offers, { tool, seconds, factor: deps.jobRules.price });
      if (cost === null) throw new ApiFailure("invalid_request");
      const created = { userId, tool, seconds, upload, task, pool: POOL, cost };
      const job = await createJob(tx, deps, created);
      const balance = await readBalance(tx, userId, deps.clock());
      return { job: serverJobOf(job), cost, balance };
    },
    async ({ upload }, { deps, user: { userId } }) => {
      if (!(await hasUpload(deps, userId, upload))) throw new ApiFailure("not_found");
      return undefined;
    },
  ),
  userRoute(getJob, async ({ id }, { deps, user: { userId } }) =>
    serverJobOf(await readJob(deps, { userId, id })),
  ),
  userRoute(listJobs, async ({ before }, { deps, user: { userId } }) => {
    const { jobs, more } = await readJobs(deps, { userId, before });
    return { list: jobs.map(serverJobOf), more };
  }),
  moneyRoute(cancelJobCall, async ({ id }, { deps, user: { userId } }, tx) => {
    const job = await cancelJob(tx, deps, { userId, id });
    return { job: serverJobOf(job), balance: await readBalance(tx, userId, deps.clock()) };
  }),
  operatorRoute(getJobQueue, async (_request, { deps }) => ({ counts: await countJobs(deps) })),
  operatorRoute(findJobs, async (request, { deps }) => {
    const { jobs, more } = await findAllJobs(deps, request);
    return { list: jobs.map((job) => operatedJobOf(deps, job)), more };
  }),
  operatorRoute(stopJob, ({ id }, { deps }) => stopAnyJob(deps, id)),
  operatorRoute(redriveJobsCall, async (request, { deps }) => ({
    redriven: await redriveJobs(deps, request),
  })),
].map(whereEnabled);

export const JOB_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: streamJobEvents,
    limit: null,
    handle: async (context: RequestContext) => streamEvents(await authenticate(context)),
  },
  {
    call: getJobResult,
    limit: null,
    handle: async (context: RequestContext) =>
      sendResult(
        await authenticate(context),
        new URL(context.request.url).pathname.split("/").at(-1)!,
      ),
  },
].map(whereEnabled);
