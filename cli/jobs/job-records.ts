import type { JobWorker, OperatedJob } from "#core/api/contract/job-shapes.ts";
import type { JobState } from "#core/jobs/job-states.ts";
import { type Column, type Mood, type RecordKind, timeColumn } from "../account/records.ts";
import { isoTime, showCount, showSpan, showTime } from "../account/show.ts";

/** Numbers of jobs of a pool in a state. */
export interface JobCount {
  readonly pool: string;
  readonly state: JobState;
  readonly count: number;
  /** Seconds since the oldest of these jobs was created. */
  readonly oldest: number;
}

const text = { align: "start", spare: 0 } as const;
const number = { align: "end", spare: 0 } as const;

/** Characters at the end of an id that distinguish rows. */
export const ID_TAIL = 8;

/** A column that is the same for people and programs. */
const plain = <Row>(of: (row: Row) => string) => ({ show: of, data: of, rank: of });
const count = <Row>(of: (row: Row) => number) => ({
  show: (row: Row) => showCount(of(row)),
  data: (row: Row) => String(of(row)),
  rank: (row: Row) => -of(row),
});

const STATE_TONES: Readonly<Record<JobState | JobWorker["state"], Mood>> = {
  queued: "dim",
  running: "warn",
  done: "good",
  failed: "bad",
  canceled: "dim",
  working: "good",
  draining: "warn",
  silent: "bad",
};

const stateColumn = <
  Row extends { readonly state: JobState | JobWorker["state"] },
>(): Column<Row> => ({
  ...text,
  id: "state",
  title: "State",
  min: 8,
  max: 8,
  ...plain(({ state }) => state),
  tone: ({ state }) => STATE_TONES[state],
});
const poolColumn = <Row extends { readonly pool: string }>(spare: number): Column<Row> => ({
  ...text,
  id: "pool",
  title: "Pool",
  min: 6,
  max: 16,
  spare,
  ...plain(({ pool }) => pool),
});

export const QUEUE: RecordKind<JobCount> = {
  name: "queue",
  idOf: ({ pool, state }) => `${state} ${pool}`,
  columns: [
    poolColumn(0),
    stateColumn(),
    { ...number, id: "jobs", title: "Jobs", min: 7, max: 11, ...count((row) => row.count) },
    {
      ...number,
      id: "oldest",
      title: "Oldest",
      min: 11,
      max: 11,
      ...count(({ oldest }) => oldest),
      show: ({ oldest }) => showSpan(oldest),
    },
  ],
};

export const JOBS: RecordKind<OperatedJob> = {
  name: "jobs",
  idOf: ({ id }) => id,
  columns: [
    timeColumn(),
    stateColumn(),
    {
      ...number,
      id: "progress",
      title: "Done",
      min: 4,
      max: 4,
      spare: 1,
      ...plain(({ progress }) => `${Math.round(100 * progress)}%`),
      rank: ({ progress }) => -progress,
    },
    { ...text, id: "tool", title: "Tool", min: 8, max: 24, ...plain(({ tool }) => tool) },
    poolColumn(4),
    {
      ...text,
      id: "account",
      title: "Account",
      min: 8,
      max: 16,
      spare: 2,
      ...plain((row) => row.account),
    },
    {
      ...number,
      id: "attempt",
      title: "Tries",
      min: 5,
      max: 5,
      spare: 5,
      ...count((row) => row.attempt),
    },
    {
      ...text,
      id: "fault",
      title: "Fault",
      min: 6,
      max: 24,
      spare: 3,
      ...plain(({ fault }) => fault ?? ""),
    },
  ],
};

export const WORKERS: RecordKind<JobWorker> = {
  name: "workers",
  idOf: ({ id }) => id,
  columns: [
    {
      ...text,
      id: "id",
      title: "Worker",
      min: 36,
      max: 36,
      // The start of an id is its time, which workers of a machine may share.
      brief: { width: ID_TAIL, show: ({ id }) => id.slice(-ID_TAIL) },
      ...plain(({ id }) => id),
    },
    stateColumn(),
    poolColumn(2),
    {
      ...number,
      id: "running",
      title: "Jobs",
      min: 7,
      max: 9,
      ...plain(({ running, slots }) => `${running}/${slots}`),
      rank: ({ running }) => -running,
    },
    {
      ...text,
      id: "started",
      title: "Started",
      min: 16,
      max: 16,
      spare: 3,
      show: ({ started_at }) => showTime(started_at),
      data: ({ started_at }) => isoTime(started_at),
      rank: ({ started_at }) => -started_at,
    },
    {
      ...text,
      id: "seen",
      title: "Seen",
      min: 16,
      max: 16,
      spare: 4,
      show: ({ seen_at }) => showTime(seen_at),
      data: ({ seen_at }) => isoTime(seen_at),
      rank: ({ seen_at }) => -seen_at,
    },
  ],
};

/** All about a row, for the details of the screen. */
type Fact = readonly [name: string, value: string];

export const jobFacts = (job: OperatedJob): Fact[] => [
  ["Id", job.id],
  ["Tool", job.tool],
  ["State", job.state],
  ["Stage", `${job.stage ?? "none"}, ${Math.round(100 * job.progress)}%`],
  ["Account", job.account],
  ["Pool", job.pool],
  ["Tries", `${job.attempt}, of which ${job.failures} count as failed`],
  ["Fault", job.fault ?? "none"],
  ["Created", showTime(job.created_at)],
  ["Started", job.started_at === null ? "not yet" : showTime(job.started_at)],
  ["Ended", job.ended_at === null ? "not yet" : showTime(job.ended_at)],
  ["Deleted", showTime(job.expires_at)],
];

const WORKER_STATES: Readonly<Record<JobWorker["state"], string>> = {
  working: "working",
  draining: "draining: takes no more jobs, and exits when the running ones have ended",
  silent: "silent: no sign of life for half a minute, so that its jobs run elsewhere",
};
export const workerFacts = (worker: JobWorker): Fact[] => [
  ["Id", worker.id],
  ["State", WORKER_STATES[worker.state]],
  ["Pool", worker.pool],
  ["Jobs", `${worker.running} of ${worker.slots} at the same time`],
  ["Started", showTime(worker.started_at)],
  ["Seen", showTime(worker.seen_at)],
];
