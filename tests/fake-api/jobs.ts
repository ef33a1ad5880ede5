import { cancelCreation } from "#core/api/jobs/cancel-creation.ts";
import { cancelJob } from "#core/api/jobs/cancel-job.ts";
import { createJob } from "#core/api/jobs/create-job.ts";
import { drainWorker } from "#core/api/jobs/drain-worker.ts";
import { eraseJobFiles } from "#core/api/jobs/erase-job-files.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { getJobWait } from "#core/api/jobs/get-job-wait.ts";
import { listJobs } from "#core/api/jobs/list-jobs.ts";
import { listWorkers } from "#core/api/jobs/list-workers.ts";
import { redriveJobs } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";

/** The response of a server whose site accepts no jobs, which is the default. */
const hide = (): never => {
  throw new FakeApiError("not_found");
};

/** The response to a client that is not the operator. */
const refuse = (): never => {
  throw new FakeApiError("forbidden");
};

export const JOB_ROUTES: readonly Route[] = [
  route(createJob, hide),
  route(getJob, hide),
  route(listJobs, hide),
  route(cancelJob, hide),
  route(cancelCreation, hide),
  route(eraseJobFiles, hide),
  route(getJobWait, hide),
  route(getJobQueue, refuse),
  route(findJobs, refuse),
  route(stopJob, refuse),
  route(redriveJobs, refuse),
  route(listWorkers, refuse),
  route(drainWorker, refuse),
];
