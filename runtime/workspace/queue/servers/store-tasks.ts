import type { ServerTaskState } from "#runtime/contract/server-tasks.ts";
import type { StoredJob } from "../../session/stored.ts";
import { hasOnServers } from "./on-servers.ts";

/** What a job was charged for those of its tasks on the site's servers that have succeeded. */
export const chargedFor = (tasks: readonly ServerTaskState[]): number =>
  tasks.reduce((sum, { isSettled = false, cost = 0 }) => sum + (isSettled ? cost : 0), 0);

/** Id of the hidden record of a canceled attempt whose job was started again. */
export const attemptId = ({ id, attempt }: Pick<StoredJob, "id" | "attempt">): string =>
  `${id}:${attempt}`;

interface JobRecords {
  readonly records: {
    readonly get: (id: string) => StoredJob | undefined;
    readonly delete: (id: string) => Promise<void>;
  };
  readonly change: (id: string, patch: Partial<StoredJob>) => void;
}
interface TaskStoreDeps {
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

/** Stores what an attempt of a job has on the site's servers. */
export const createTaskStore =
  ({ records, change }: JobRecords, { now, report }: TaskStoreDeps) =>
  ({ id, attempt }: Pick<StoredJob, "id" | "attempt">) =>
  (serverTasks: readonly ServerTaskState[]): void => {
    // What a canceled attempt does afterwards does not concern the next one.
    const isPresent = records.get(id)?.attempt === attempt;
    const record = records.get(isPresent ? id : attemptId({ id, attempt }));
    if (!record) return;
    const hasEnded = record.state === "cancelled" || record.state === "failed";
    change(record.id, { serverTasks, ...(hasEnded && { charged: chargedFor(serverTasks) }) });
    if (record.isPurged && !hasOnServers({ ...record, serverTasks }, now()))
      records.delete(record.id).catch(report);
  };
export type TaskStore = ReturnType<typeof createTaskStore>;
