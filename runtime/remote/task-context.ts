import { cancelCreation } from "#core/api/jobs/cancel-creation.ts";
import { cancelJob } from "#core/api/jobs/cancel-job.ts";
import { eraseJobFiles } from "#core/api/jobs/erase-job-files.ts";
import { createUpload } from "#core/api/uploads/create-upload.ts";
import type { ServerJob } from "#core/api/contract/job-shapes.ts";
import type { ServerRun, ServerTaskState } from "../contract/server-tasks.ts";
import { ApiError } from "../services/api/api-error.ts";
import { eraseUpload } from "../uploads/upload-file.ts";
import { hasEnded } from "./follow-jobs.ts";
import { isTransient } from "./is-transient.ts";
import { type RemotePorts, pauseAfter } from "./ports.ts";

/** Attempts of a request whose outcome the visitor does not wait for. */
const ATTEMPTS = 5;

/** A task of a job, and what it has on the servers. */
export interface TaskContext {
  readonly ports: RemotePorts;
  readonly run: ServerRun;
  /** Key of the task's requests. */
  readonly key: string;
  readonly state: () => ServerTaskState;
  readonly change: (patch: Partial<ServerTaskState>) => void;
}

export const uploadPorts = (ports: RemotePorts) => ({
  ...ports,
  endpoint: ports.apiBase + createUpload.path,
});

/**
 * Repeats a background request a few times.
 * @returns null if it has failed; "gone" if the server does not have what it is about
 */
async function attempt<T>(ports: RemotePorts, work: () => Promise<T>): Promise<T | null | "gone"> {
  const { signal } = new AbortController();
  for (let failures = 1; ; failures++)
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return "gone";
      if (!isTransient(error) || failures >= ATTEMPTS) return null;
      await ports.pause(pauseAfter(failures), signal);
    }
}

const HOUR = 3_600_000;
/** Milliseconds after a job expires until which the server holds its files for it. */
const MARGIN = HOUR;

/** Records until when the server keeps what was sent for a job. */
export function extendFiles({ ports, state, change }: TaskContext, job: ServerJob): void {
  const lasts = hasEnded(job) ? 0 : MARGIN + ports.resultHours * HOUR;
  const until = job.expires_at * 1000 + lasts;
  change({ files: state().files.map((file) => ({ ...file, until })) });
}

/** Records that the server does not have a job any more, or not all files for it. */
export function forgetMissing({ ports, state, change }: TaskContext): void {
  const { job, files } = state();
  const deleted = ports.now();
  change({
    // A job is deleted together with its files. Without one, a retry looks for each file.
    ...(job !== null && { files: files.map(({ upload }) => ({ upload, deleted })) }),
    job: null,
    isCreating: false,
  });
}

/** Has the server delete what it still has of an ended job; otherwise it does so by itself later. */
export async function eraseFiles({ ports, key, state, change }: TaskContext): Promise<void> {
  const { job: id, isSettled = false } = state();
  if (id === null) return;
  const options = { idempotencyKey: `${key}:erase`, quiet: "all" } as const;
  const erased = await attempt(ports, () => ports.api(eraseJobFiles, { id }, options));
  // A job that has not ended keeps its files.
  const isOver = isSettled || erased === "gone" || (erased !== null && erased.files.length > 0);
  if (erased === null || !isOver) return;
  const uploads = state().files.map(({ upload }) => upload);
  // A job that does not exist any more was deleted with all of its files.
  const results = erased === "gone" ? [] : erased.files.filter((file) => !uploads.includes(file));
  const deleted = ports.now();
  // Without the job, a retry starts over.
  change({ job: null, files: [...uploads, ...results].map((upload) => ({ upload, deleted })) });
}

/**
 * Cancels the job of a task, also one whose creation got no response.
 * @returns null if the server has not confirmed it; its job, or null if there is none, and its cost
 */
async function cancel({
  ports,
  key,
  state,
}: TaskContext): Promise<{ readonly job: ServerJob | null; readonly cost: number } | null> {
  const { job: id, creationKey = key, cost = 0 } = state();
  const options = { quiet: "all", keepalive: true } as const;
  const send = (): Promise<{ readonly job: ServerJob | null; readonly cost?: number }> =>
    id === null
      ? ports.api(
          cancelCreation,
          { creation_key: creationKey },
          { ...options, idempotencyKey: `${creationKey}:cancel-creation` },
        )
      : ports.api(cancelJob, { id }, { ...options, idempotencyKey: `${key}:cancel` });
  const answer = await attempt(ports, send);
  // Without a job to be missing, it is the call that is: the server is being updated.
  if (answer === null || (answer === "gone" && id === null)) return null;
  ports.onBalance();
  return answer === "gone" ? { job: null, cost: 0 } : { cost, ...answer };
}

/**
 * Cancels the job, and has the server delete what was sent for it. Only what the server has confirmed
 * is recorded as deleted.
 */
export async function abandon(context: TaskContext): Promise<void> {
  const { ports, state, change } = context;
  const { job: id, isCreating, isSettled } = state();
  if (id === null && !isCreating) return eraseUploads(context);
  if (id !== null && isSettled) return eraseFiles(context);
  const canceled = await cancel(context);
  if (!canceled) return;
  const { job, cost } = canceled;
  if (job?.state === "done") {
    // It was faster, and is paid.
    change({ job: job.id, cost, isCreating: false, isSettled: true });
    return eraseFiles(context);
  }
  change({ job: null, cost: 0, isCreating: false });
  // The server keeps the files of a job that has failed, and may be tried again.
  if (job?.state !== "canceled") return eraseUploads(context);
  const deleted = ports.now();
  change({ files: state().files.map(({ upload }) => ({ upload, deleted })) });
}

/** Deletes what was sent for a task whose job does not exist, or has ended without a result. */
export async function eraseUploads({ ports, state, change }: TaskContext): Promise<void> {
  const { signal } = new AbortController();
  for (const [at, { upload, deleted }] of state().files.entries()) {
    if (deleted !== null) continue;
    const erase = async () => {
      await eraseUpload(uploadPorts(ports), upload, signal);
      return true;
    };
    if (await erase().catch(() => false))
      change({ files: state().files.with(at, { upload, deleted: ports.now() }) });
  }
}
