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

/**
 * Takes over the jobs of a closed tab: those on the site's servers and with hosted models continue
 * in the tab that is the first to take them, also if only their deletion there is missing; others
 * that were queued or running are marked as interrupted.
 * @returns the number of interrupted jobs
 */
export async function adoptJobs(
  closedTab: string,
  {
    session,
    records,
    now,
    onOwn,
    onLeft,
    onOther,
  }: {
    readonly session: Session;
    readonly records: JobStore["records"];
    readonly now: () => number;
    /** Called with a job that continues in this tab. */
    readonly onOwn: (job: StoredJob) => void;
    /** Called with a job that has ended, and that the site's servers may still have. */
    readonly onLeft: (job: StoredJob) => void;
    /** Called with a job that stays one of the closed tab. */
    readonly onOther: (job: StoredJob) => void;
  },
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
      const continues = await mayContinue(found, database);
      const patch = continues
        ? ({
            state: found.removedBy === null ? "queued" : "cancelled",
            started: null,
            tab,
          } as const)
        : ({ state: "interrupted", ended: now() } as const);
      await database.jobs.change(found.id, (job) =>
        job.tab === closedTab && isActive(job) ? { ...job, ...patch } : job,
      );
      if (!continues) count++;
    }
    if (isLeftOnServers(found, now()))
      await database.jobs.change(found.id, (job) =>
        job.tab === closedTab && isLeftOnServers(job, now()) ? { ...job, tab } : job,
      );
    const [record] = await database.jobs.get([found.id]);
    if (record?.tab === tab && record.state === "queued") onOwn(record);
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
