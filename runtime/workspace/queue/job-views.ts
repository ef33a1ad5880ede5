import { needsTab } from "./job-records.ts";
import type { StoredJob } from "../session/stored.ts";
import type { Job } from "../../contract/job.ts";
import type { JobResult } from "../../contract/file.ts";

type Progress = Pick<Job, "progress" | "stage" | "left" | "finishing" | "retryAt">;

const NONE: Progress = {
  progress: null,
  stage: null,
  left: null,
  finishing: false,
  retryAt: null,
};

interface ViewDeps {
  /** This tab. */
  readonly tab: string;
  /** Whether bytes are only in memory. */
  readonly isHeld: (id: string) => boolean;
}

/** Jobs in their displayed form; an unchanged job stays the same object. */
export function createJobViews({ tab, isHeld }: ViewDeps) {
  const progress = new Map<string, Progress>();
  const lost = new Set<string>();
  const views = new Map<string, { readonly key: readonly unknown[]; readonly job: Job }>();

  const stateOf = (id: string, stored: boolean): JobResult["state"] => {
    if (lost.has(id)) return "missing";
    if (isHeld(id)) return "unsaved";
    return stored ? "ready" : "missing";
  };

  return {
    of(record: StoredJob): Job {
      const live = progress.get(record.id) ?? NONE;
      const states = record.results.map(({ id, stored }) => stateOf(id, stored));
      const key = [record, live, ...states];
      const known = views.get(record.id);
      if (known?.key.length === key.length && key.every((part, at) => part === known.key[at]))
        return known.job;
      // Components that show only results do not render with each progress message.
      const isAsBefore =
        known?.key[0] === record && states.every((state, at) => state === known.key[at + 2]);
      const job: Job = {
        id: record.id,
        panel: record.panel,
        preset: record.preset,
        tool: record.tool,
        title: record.title,
        fileIds: record.fileIds,
        text: record.text ?? null,
        params: record.params,
        state: record.state,
        ...live,
        error: record.error,
        results: isAsBefore
          ? known.job.results
          : record.results.map(({ stored: _stored, ...result }, at) => ({
              ...result,
              state: states[at]!,
            })),
        unchanged: record.unchanged ?? null,
        cost: record.cost,
        charged: record.charged ?? null,
        hostedSeconds: record.hostedSeconds ?? 0,
        isStopped: record.isStopped ?? false,
        usageId: record.usageId,
        onServer: record.onServer ?? false,
        sent: isAsBefore
          ? known.job.sent
          : (record.serverTasks ?? []).flatMap(({ files }) => files),
        needsTab: needsTab(record),
        created: record.created,
        started: record.started,
        ended: record.ended,
        attempt: record.attempt,
        own: record.tab === tab,
      };
      views.set(record.id, { key, job });
      return job;
    },
    progressOf: (id: string): Progress => progress.get(id) ?? NONE,
    setProgress(id: string, next: Partial<Progress>): void {
      progress.set(id, { ...(progress.get(id) ?? NONE), ...next });
    },
    endProgress(id: string): void {
      progress.delete(id);
    },
    /** Marks the bytes of a result as missing. */
    lose(id: string): void {
      lost.add(id);
    },
    forget(id: string): void {
      progress.delete(id);
      views.delete(id);
    },
  };
}
