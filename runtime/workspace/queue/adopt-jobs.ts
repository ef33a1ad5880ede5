import type { Session } from "../session/session.ts";
import type { Database, StoredJob } from "../session/stored.ts";
import { isActive } from "./job-records.ts";
import { isLeftOnServers, purgedJob } from "./servers/on-servers.ts";
import type { JobStore } from "./job-store.ts";

/**
 * Whether a job continues after a reload when it is run again: it runs on the site's servers, or has
 * hosted models called under keys that are the same then, and its credits are still held.
 */
async function mayContinue(
  { onServer = false, held, hostedSeconds = 0, fileIds }: StoredJob,
  { files }: Pick<Database, "files">,
): Promise<boolean> {
  if (onServer) return true;
  if (!held || hostedSeconds === 0) return false;
  const inputs = await files.get(fileIds);
  return inputs.length === fileIds.length && inputs.every(({ stored }) => stored);
}

interface AdoptOptions {
  readonly session: Session;
  readonly records: JobStore["records"];
  readonly now: () => number;
  /** Whether the tab was closed or reloaded, and has not crashed. */
  readonly isLeft: boolean;
  /** Called with a job that continues in this tab. */
  readonly onOwn: (job: StoredJob) => void;
  /** Called with a job that has ended, and that the site's servers may still have. */
  readonly onLeft: (job: StoredJob) => void;
  /** Called with a job that stays one of the closed tab. */
  readonly onOther: (job: StoredJob) => void;
}

/** Crashes of its tab after which a job does not start by itself any more. */
const MAX_CRASHES = 2;

/** What becomes of a job that was queued or running in a tab that has closed. */
async function afterClosing(
  job: StoredJob,
  database: Pick<Database, "files">,
  { tab, now, isLeft }: { readonly tab: string } & Pick<AdoptOptions, "now" | "isLeft">,
): Promise<Partial<StoredJob>> {
  const continues = await mayContinue(job, database);
  if (!continues) return { state: "interrupted", ended: now() };
  if (job.removedBy !== null) return { state: "cancelled", started: null, tab };
  const latest = job.serverTasks?.at(-1);
  // A tab that waits for the servers did nothing that crashes, and phones end it without a word.
  const isNoCrash = isLeft || (latest?.job && !latest.isSettled);
  const starts = (job.starts ?? 0) - (isNoCrash && job.state !== "queued" ? 1 : 0);
  if (starts >= MAX_CRASHES) return { state: "interrupted", isStopped: true, ended: now(), tab };
  return { state: "queued", started: null, starts, tab };
}

/**
 * Takes over the jobs of a closed tab: those on the site's servers and with hosted models continue
 * in the tab that is the first to take them, also if only their deletion there is missing; others
 * that were queued or running are marked as interrupted.
 * @returns the number of interrupted jobs
 */
export async function adoptJobs(
  closedTab: string,
  { session, records, now, isLeft, onOwn, onLeft, onOther }: AdoptOptions,
): Promise<number> {
  const { tab } = session;
  const { database } = await session.open();
  let count = 0;
  for (const { id, removedBy } of await database.jobs.all()) {
    if (removedBy !== closedTab) continue;
    // Its removal cannot be undone any more.
    await database.jobs.change(id, (job) => {
      const patch = job.isPurged ? null : purgedJob(job, now());
      return patch ? { ...job, ...patch, tab } : job;
    });
    const [record] = await database.jobs.get([id]);
    if (record?.tab !== tab || !isLeftOnServers(record, now())) continue;
    records.insertLocal(record);
    onLeft(record);
  }
  for (const found of await database.jobs.all()) {
    if (found.tab !== closedTab) continue;
    if (isActive(found)) {
      const patch = await afterClosing(found, database, { tab, now, isLeft });
      await database.jobs.change(found.id, (job) =>
        job.tab === closedTab && isActive(job) ? { ...job, ...patch } : job,
      );
      if (patch.state === "interrupted") count++;
    } else if (found.isStopped)
      await database.jobs.change(found.id, (job) =>
        job.tab === closedTab && job.isStopped ? { ...job, tab } : job,
      );
    if (isLeftOnServers(found, now()))
      await database.jobs.change(found.id, (job) =>
        job.tab === closedTab && isLeftOnServers(job, now()) ? { ...job, tab } : job,
      );
    const [record] = await database.jobs.get([found.id]);
    if (record?.tab === tab && record.isStopped) records.insertLocal(record);
    else if (record?.tab === tab && record.state === "queued") onOwn(record);
    else if (record?.tab === tab && isLeftOnServers(record, now())) {
      records.insertLocal(record);
      onLeft(record);
    }
    if (record?.tab !== closedTab) continue;
    records.insertLocal(record);
    onOther(record);
  }
  return count;
}
