import { cancelCreation as cancelCreationCall } from "#core/api/jobs/cancel-creation.ts";
import { cancelJob as cancelJobCall } from "#core/api/jobs/cancel-job.ts";
import { createJob as createJobCall } from "#core/api/jobs/create-job.ts";
import { drainWorker as drainWorkerCall } from "#core/api/jobs/drain-worker.ts";
import { eraseJobFiles } from "#core/api/jobs/erase-job-files.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { getJobWait } from "#core/api/jobs/get-job-wait.ts";
import { getJobResult } from "#core/api/jobs/get-job-result.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { listWorkers } from "#core/api/jobs/list-workers.ts";
import { redriveJobs as redriveJobsCall } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import { streamJobEvents } from "#core/api/jobs/stream-job-events.ts";
import type { ResponseOf } from "#core/api/contract/call.ts";
import type { Deps } from "../deps/deps.ts";
import { furtherUploads } from "#core/jobs/server-task.ts";
import { jobPriceOf } from "../deps/offers.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { idempotencyKeyOf } from "../http/idempotency.ts";
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
import { cancelCreation } from "../jobs/cancel-creation.ts";
import { cancelJob } from "../jobs/end-job.ts";
import { eraseOutputs } from "../jobs/erase-outputs.ts";
import { hasUploads } from "../jobs/job-files.ts";
import { operatedJobOf, serverJobOf } from "../jobs/job-record.ts";
import {
  type CreatedJob,
  countJobs,
  findAllJobs,
  findCreated,
  readJob,
  readJobs,
} from "../jobs/read-jobs.ts";
import { readPaces, readWait } from "../jobs/read-wait.ts";
import { redriveJobs } from "../jobs/redrive-jobs.ts";
import { sendResult } from "../jobs/send-result.ts";
import { streamEvents } from "../jobs/stream-events.ts";
import { drainWorker, readWorkers } from "../jobs/worker-record.ts";
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

const createdOf = (
  { job, cost }: CreatedJob,
  balance: ResponseOf<typeof createJobCall>["balance"],
) => ({
  job: serverJobOf(job),
  cost,
  balance,
});

export const JOB_ROUTES: readonly Route[] = [
  moneyRoute<typeof createJobCall, boolean>(
    createJobCall,
    async (
      { tool, seconds, upload, task },
      { deps, user, request: sent, prepared: isThere },
      tx,
    ) => {
      const { userId } = user;
      const creationKey = idempotencyKeyOf(sent);
      // The response to an earlier request is stored for a shorter time than its job. The files of
      // the job may have been erased since.
      const before = await findCreated(tx, { userId, key: creationKey });
      if (before) return createdOf(before, await readBalance(tx, userId, deps.clock()));
      if (!isThere) throw new ApiFailure("not_found");
      const cost = jobPriceOf(deps.offers, { tool, task, seconds, factor: deps.jobRules.price });
      if (cost === null) throw new ApiFailure("invalid_request");
      const created = { userId, tool, seconds, upload, task, pool: POOL, cost, creationKey };
      const job = await createJob(tx, deps, created);
      return createdOf({ job, cost }, await readBalance(tx, userId, deps.clock()));
    },
    ({ upload, task }, { deps, user: { userId } }) =>
      hasUploads(deps, userId, [upload, ...furtherUploads(task)]),
  ),
  userRoute(getJob, async ({ id }, { deps, user: { userId } }) =>
    serverJobOf(await readJob(deps, { userId, id })),
  ),
  userRoute(getJobWait, async ({ tool }, { deps }) => ({
    seconds: await readWait(deps, POOL),
    paces: tool === undefined ? [] : await readPaces(deps, { tool, pool: POOL }),
  })),
  userRoute(listJobs, async ({ before }, { deps, user: { userId } }) => {
    const { jobs, more } = await readJobs(deps, { userId, before });
    return { list: jobs.map(serverJobOf), more };
  }),
  moneyRoute(cancelJobCall, async ({ id }, { deps, user: { userId } }, tx) => {
    const job = await cancelJob(tx, deps, { userId, id });
    return { job: serverJobOf(job), balance: await readBalance(tx, userId, deps.clock()) };
  }),
  moneyRoute(cancelCreationCall, async ({ creation_key: key }, { deps, user: { userId } }, tx) => {
    const canceled = await cancelCreation(tx, deps, { userId, key });
    const balance = await readBalance(tx, userId, deps.clock());
    return canceled ? createdOf(canceled, balance) : { job: null, cost: 0, balance };
  }),
  moneyRoute(eraseJobFiles, async ({ id }, { deps, user: { userId } }, tx) => ({
    files: [...(await eraseOutputs(tx, deps, { userId, id }))],
  })),
  operatorRoute(getJobQueue, async (_request, { deps }) => ({ counts: await countJobs(deps) })),
  operatorRoute(findJobs, async (request, { deps }) => {
    const { jobs, more } = await findAllJobs(deps, request);
    return { list: jobs.map((job) => operatedJobOf(deps, job)), more };
  }),
  operatorRoute(stopJob, ({ id }, { deps }) => stopAnyJob(deps, id)),
  operatorRoute(redriveJobsCall, async (request, { deps }) => ({
    redriven: await redriveJobs(deps, request),
  })),
  operatorRoute(listWorkers, async (_request, { deps }) => ({ list: await readWorkers(deps) })),
  operatorRoute(drainWorkerCall, ({ id }, { deps }) => drainWorker(deps, id)),
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
    handle: async (context: RequestContext) => {
      const [id, name] = new URL(context.request.url).pathname.split("/").slice(-2);
      return await sendResult(await authenticate(context), id!, name!);
    },
  },
].map(whereEnabled);
