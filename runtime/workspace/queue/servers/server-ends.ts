import type { OpenServerEngine } from "#runtime/contract/server-tasks.ts";
import type { StoredJob } from "../../session/stored.ts";
import { isLeftOnServers } from "./on-servers.ts";
import { openServers } from "./open-servers.ts";
import type { TaskStore } from "./store-tasks.ts";

/** Delay before a retry in ms, doubled each time up to the maximum. */
const RETRY_DELAY = { first: 5000, max: 300_000 } as const;

interface ServerEndsDeps {
  readonly openServerEngine: OpenServerEngine;
  /** Id of the account that is signed in; null if none is. */
  readonly account: () => string | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly tab: string;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
  readonly storeTasks: TaskStore;
  /** Whether a job is running, so that its run ends what it has on the servers. */
  readonly isRunning: (id: string) => boolean;
}

export interface ServerEnds {
  /** Ends what jobs of this tab have left on the servers: canceled jobs, and files of finished ones. */
  readonly endAll: () => void;
  /** Does so after a while, for jobs whose run ends it as well. */
  readonly endLater: () => void;
}

/**
 * Ends on the site's servers what jobs that are not running have left there, and tries again until
 * the servers have confirmed it: a job that is not canceled is charged.
 */
export function createServerEnds(
  { records }: { readonly records: { readonly all: () => readonly StoredJob[] } },
  deps: ServerEndsDeps,
): ServerEnds {
  const { tab, now, account, setTimer, storeTasks, isRunning, report } = deps;
  const ending = new Set<string>();
  let delay: number = RETRY_DELAY.first;
  let cancelTimer: (() => void) | null = null;

  const left = (): readonly StoredJob[] =>
    records
      .all()
      .filter((job) => job.tab === tab && !isRunning(job.id) && isLeftOnServers(job, now()));

  async function end(job: StoredJob): Promise<void> {
    const hooks = { onHeld: () => {}, onAccount: () => {}, onServerTasks: storeTasks(job) };
    const engine = await openServers(job, deps, { files: [], hooks });
    await (job.state === "done" ? engine.eraseFiles() : engine.abandon());
  }

  function endAll(): void {
    for (const job of left()) {
      if (ending.has(job.id)) continue;
      ending.add(job.id);
      end(job)
        .catch(report)
        .finally(() => {
          ending.delete(job.id);
          endLater();
        });
    }
  }

  function endLater(): void {
    // The servers say nothing to another account: its owner has to sign in first.
    const isOwn = (job: StoredJob): boolean => (job.account ?? account()) === account();
    if (!left().some(isOwn)) {
      cancelTimer?.();
      cancelTimer = null;
      delay = RETRY_DELAY.first;
    } else
      cancelTimer ??= setTimer(() => {
        cancelTimer = null;
        delay = Math.min(RETRY_DELAY.max, 2 * delay);
        endAll();
      }, delay);
  }
  return { endAll, endLater };
}
