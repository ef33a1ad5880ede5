import { type StoreApi, createStore } from "zustand/vanilla";
import type { WorkspaceEvent } from "../../contract/event.ts";
import type { JobsState } from "../../contract/job.ts";
import { createRecordCache } from "../session/record-cache.ts";
import type { Session } from "../session/session.ts";
import type { StoredJob } from "../session/stored.ts";
import { createJobViews } from "./job-views.ts";

export interface JobStoreDeps {
  readonly session: Session;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
  /** Called with each job that another tab has written. */
  readonly onStored: (job: StoredJob) => void;
}

export interface JobStore {
  readonly store: StoreApi<JobsState>;
  readonly records: ReturnType<typeof createRecordCache<StoredJob>>;
  readonly views: ReturnType<typeof createJobViews>;
  /** Publishes the present jobs. */
  readonly publish: () => void;
  readonly change: (id: string, patch: Partial<StoredJob>) => void;
  /** Reports an event of a job. */
  readonly emit: (
    kind: "jobStarted" | "jobDone" | "jobFailed" | "jobCancelled",
    id: string,
  ) => void;
}

/** Jobs in their stored and in their displayed form. */
export function createJobStore({ session, onEvent, report, onStored }: JobStoreDeps): JobStore {
  const { tab, bytes } = session;
  const store = createStore<JobsState>(() => ({ jobs: [], restored: false }));
  const views = createJobViews({ tab, isHeld: (id) => bytes.isHeld(id) });
  const records = createRecordCache<StoredJob>({
    open: async () => (await session.open()).database.jobs,
    onChange: publish,
    onStored,
    onDeleted: (id) => views.forget(id),
    report,
  });
  function publish(): void {
    store.setState({ jobs: records.listed().map((job) => views.of(job)) });
  }
  return {
    store,
    records,
    views,
    publish,
    change: (id, patch) => records.change(id, patch),
    emit(kind, id) {
      const record = records.get(id);
      if (record) onEvent({ kind, job: views.of(record) });
    },
  };
}
