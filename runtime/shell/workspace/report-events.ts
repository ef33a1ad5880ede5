import type { ModelCache } from "../../contract/models.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";
import type { JobStarter } from "../../contract/start.ts";
import type { Job, JobsStore } from "../../contract/job.ts";
import { isShown } from "../../workspace/panes.ts";
import type { Application } from "../../application/application.ts";

export interface EventReporterDeps extends Pick<Application, "shell" | "notices" | "dialogs"> {
  readonly document: Document;
  readonly jobs: Pick<JobsStore, "retry">;
  readonly starter: Pick<JobStarter, "waitForCredits">;
  readonly models: Pick<ModelCache, "refresh">;
  /** Whether the workspace is open over the page. */
  readonly visible: () => boolean;
  /** Navigates to a job. */
  readonly open: (job: Job) => void;
  readonly openQueue: () => void;
}

/** Reports events of the workspace while it is not visible, and counts them. */
export function createEventReporter(deps: EventReporterDeps): (event: WorkspaceEvent) => void {
  const { shell, notices, document } = deps;
  const { track } = shell;
  return (event) => {
    switch (event.kind) {
      case "filesAdded":
        return track("files_added");
      case "storageFull":
      case "storageBlocked":
        notices.notify({
          id: event.kind,
          text: `workspace:event.${event.kind}`,
          weight: "attention",
          sticky: true,
        });
        return;
      case "recordingsFound":
      case "jobsInterrupted":
        notices.notify({
          id: event.kind,
          text: { key: `workspace:event.${event.kind}`, params: { count: event.count } },
          action: openQueue(deps),
          sticky: true,
        });
        return;
      case "jobStarted":
        return track("job_started");
      case "jobDone":
        track("job_done");
        return reportEnd(event.kind, event.job, deps);
      case "jobFailed":
        // It has not started, and waits for a choice of the visitor.
        if (awaitCredits(event.job, deps)) return;
        track("job_failed");
        deps.models.refresh();
        return reportEnd(event.kind, event.job, deps);
      case "jobCancelled":
        return;
      case "queueEmpty":
        if (document.hidden) notices.notify({ text: "workspace:event.queueEmpty" });
    }
  };
}

const openQueue = ({ openQueue: run }: EventReporterDeps) => ({
  label: "workspace:event.open",
  run,
});

/**
 * A job without enough credits waits for a choice of the visitor. A job of an earlier document, or
 * one that is partly paid, fails; new credits restart it.
 * @returns whether it waits
 */
function awaitCredits(job: Job, { starter, dialogs, jobs }: EventReporterDeps): boolean {
  const { id, error } = job;
  if (error?.code !== "api.not_enough_credits") return false;
  const needed = Number(error.params["needed"]);
  // What is paid already, such as the separation of a cover, is used again by a retry alone.
  if (!job.charged && starter.waitForCredits(job, needed)) return true;
  dialogs.open({ name: "insufficient", needed }, () => jobs.retry(id));
  return false;
}

/**
 * Reports the end of a job, unless it is visible: in the queue, or in the panel of its tool as a
 * result or as a fault. While the workspace is closed, its chip shows it.
 */
function reportEnd(kind: "jobDone" | "jobFailed", job: Job, deps: EventReporterDeps): void {
  const { shell, notices, document, visible, open } = deps;
  const isClosed = !visible();
  if (isClosed && kind === "jobDone" && job.results.length > 0) return;
  const { page } = shell.router.store.getState();
  const isHere = page.kind === "tool" && page.slug === job.tool;
  // The panel shows the fault of a model beside the engine, and those of the jobs that it reports.
  const isInPanel =
    kind === "jobDone" ||
    job.error?.code.startsWith("model.") === true ||
    document.querySelector(`[data-pane="panel"] [data-reports~="${job.id}"]`) !== null;
  const isSeen = isShown(document, "queue") || (isInPanel && isHere && isShown(document, "panel"));
  if (!isClosed && !document.hidden && isSeen) return;
  const key = job.unchanged === null ? kind : "jobUnchanged";
  notices.notify({
    text: { key: `workspace:event.${key}`, params: { title: job.title } },
    weight: kind === "jobDone" ? "good" : "bad",
    action: isClosed ? { label: "workspace:event.open", run: () => open(job) } : openQueue(deps),
  });
}
