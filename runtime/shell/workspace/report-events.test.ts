import { expect, it } from "vitest";
import type { Job } from "../../contract/job.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";
import { type EventReporterDeps, createEventReporter } from "./report-events.ts";

const JOB = { id: "1", tool: "cleaner", title: "a.wav", results: [{}], error: null } as unknown;

/** Analytics events that are counted for the workspace's events while the workspace is closed. */
function countsOf(events: readonly WorkspaceEvent[], waits = false): readonly string[] {
  const counted: string[] = [];
  const report = createEventReporter({
    shell: {
      track: (name: string) => counted.push(name),
      router: { store: { getState: () => ({ page: { kind: "home" } }) } },
    },
    notices: { notify: () => {} },
    dialogs: { open: () => {} },
    document: { hidden: false, querySelector: () => null },
    jobs: { retry: () => {} },
    starter: { waitForCredits: () => waits },
    models: { refresh: () => {} },
    visible: () => false,
    open: () => {},
    openQueue: () => {},
  } as unknown as EventReporterDeps);
  for (const event of events) report(event);
  return counted;
}

it("WSP-6 a fault is not repeated in a notice while the panel of its tool shows it", () => {
  const notified = (
    code: string,
    slug: string,
    pane: "panel" | null,
    reported: string | null = null,
  ): number => {
    const notices: unknown[] = [];
    createEventReporter({
      shell: {
        track: () => {},
        router: { store: { getState: () => ({ page: { kind: "tool", slug } }) } },
      },
      notices: { notify: (notice: unknown) => notices.push(notice) },
      document: {
        hidden: false,
        querySelector: (selector: string) =>
          selector.includes("data-reports")
            ? selector.includes(`~="${reported}"`)
              ? {}
              : null
            : pane !== null && selector.includes(pane)
              ? { checkVisibility: () => true }
              : null,
      },
      models: { refresh: () => {} },
      visible: () => true,
    } as unknown as EventReporterDeps)({
      kind: "jobFailed",
      job: { ...(JOB as Job), unchanged: null, error: { code, params: {} } },
    });
    return notices.length;
  };
  expect(notified("model.unreachable", "cleaner", "panel")).toBe(0);
  expect(notified("model.unreachable", "cleaner", null)).toBe(1);
  expect(notified("model.unreachable", "other", "panel")).toBe(1);
  expect(notified("job.failed", "cleaner", "panel")).toBe(1);
  // The panel shows another file.
  expect(notified("job.failed", "cleaner", "panel", "2")).toBe(1);
  expect(notified("job.failed", "cleaner", "panel", "1")).toBe(0);
  expect(notified("job.failed", "other", "panel", "1")).toBe(1);
  expect(notified("job.failed", "cleaner", null, "1")).toBe(1);
});

it("ANL-1 files, jobs and their ends are counted", () => {
  const job = JOB as Job;
  expect(countsOf([{ kind: "filesAdded", count: 3 }])).toEqual(["files_added"]);
  expect(countsOf([{ kind: "jobStarted", job }])).toEqual(["job_started"]);
  expect(countsOf([{ kind: "jobDone", job }])).toEqual(["job_done"]);
  expect(countsOf([{ kind: "jobFailed", job }])).toEqual(["job_failed"]);
});

it("ANL-1 events outside the catalog, and jobs that wait for credits, are not counted", () => {
  const error = { code: "api.not_enough_credits", params: { needed: "3" } };
  const poor = { ...(JOB as Job), error } as unknown as Job;
  expect(countsOf([{ kind: "jobFailed", job: poor }], true)).toEqual([]);
  expect(
    countsOf([
      { kind: "jobCancelled", job: JOB as Job },
      { kind: "jobsInterrupted", count: 1 },
      { kind: "storageFull" },
      { kind: "queueEmpty" },
    ]),
  ).toEqual([]);
});

it("JOB-6 a job that is partly paid fails without enough credits for the rest, and is retried with them", () => {
  const error = { code: "api.not_enough_credits", params: { needed: "3" } };
  const half = { ...(JOB as Job), error, charged: 2 } as unknown as Job;
  // The starter would take it back with what was paid for.
  expect(countsOf([{ kind: "jobFailed", job: half }], true)).toHaveLength(1);
});
