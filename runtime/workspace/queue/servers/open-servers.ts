import type {
  OpenServerEngine,
  ServerEngine,
  ServerTaskState,
} from "#runtime/contract/server-tasks.ts";
import type { StoredJob } from "../../session/stored.ts";
import { hasOnServers, mayExist } from "./on-servers.ts";

/** Opens the site's servers with what a job has there already, which stays its account's. */
export function openServers(
  job: StoredJob,
  deps: {
    readonly openServerEngine: OpenServerEngine;
    readonly account: () => string | null;
    readonly now: () => number;
  },
  {
    files,
    hooks,
  }: {
    /** Input of the job. */
    readonly files: readonly Blob[];
    readonly hooks: {
      onAccount(account: string | null): void;
      onServerTasks(tasks: readonly ServerTaskState[]): void;
      onHeld(cost: number): void;
    };
  },
): Promise<ServerEngine> {
  const { tool, seconds, lengths = [], id, attempt, serverTasks: tasks = [] } = job;
  const { account: owner = deps.account() } = job;
  const account = hasOnServers(job, deps.now()) ? owner : deps.account();
  hooks.onAccount(account);
  return deps.openServerEngine({
    account,
    key: `${id}:${attempt}`,
    tool,
    secondsOf: (input) => lengths[files.indexOf(input)] ?? seconds,
    // What has expired there does not concern another account.
    tasks:
      account === owner
        ? tasks.map((task) =>
            task.isCreating && !mayExist(task, deps.now()) ? { ...task, isCreating: false } : task,
          )
        : [],
    onTasks: (next) => hooks.onServerTasks(next),
    onHeld: (cost) => hooks.onHeld(cost),
  });
}
