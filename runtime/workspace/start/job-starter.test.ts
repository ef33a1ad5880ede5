import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { costOf } from "#core/credits/credits.ts";
import { type DialogRequest, createDialogStore } from "../../account/store/dialogs.ts";
import type { UserState } from "../../account/store/user-state.ts";
import type { JobSpec } from "../../contract/job.ts";
import type { StartRequest } from "../../contract/start.ts";
import { affordablePart, limitTo } from "./affordable-part.ts";
import { type JobStarterDeps, accountReason, createJobStarter } from "./job-starter.ts";
import { readPendingStart } from "./pending-start.ts";

const HOUR = 3_600_000;
const spec = (file: string, seconds: number, cost: number): JobSpec => ({
  panel: "enhance",
  preset: "denoise",
  tool: "background-audio-remover",
  title: `${file}.wav`,
  fileIds: [file],
  params: { values: { strength: 80 } },
  cost,
  seconds,
});
function requestOf(seconds = 100, more: Partial<StartRequest> = {}): StartRequest {
  const { jobs = [spec("a", seconds, costOf(1, seconds))] } = more;
  const due = costOf(1, seconds);
  return { jobs, due, dues: jobs.map(({ cost }) => cost), cost: 1, takesPart: true, ...more };
}

/** A visitor's tab. @param state state of the account; without a token no user is signed in */
function openTab(
  state: { token?: string | null; credits?: number; known?: boolean; status?: string } = {},
  map = new Map<string, string>(),
) {
  const { token = null, credits = 0, known = true, status = token === null ? "out" : "in" } = state;
  let isKnown = known;
  let time = 1000;
  let path = "/background-audio-remover";
  const user = createStore<Pick<UserState, "token" | "credits" | "status">>(() => ({
    token,
    credits,
    status: status as UserState["status"],
  }));
  let loads = 0;
  const account = Object.assign(user, {
    knowsCredits: () => isKnown && user.getState().token !== null,
    loadBalance: async () => {
      loads++;
      isKnown = true;
    },
  });
  const queued: JobSpec[] = [];
  const removed: string[] = [];
  const states = new Map<string, string>();
  const dialogs = createDialogStore();
  const files = createStore(() => ({ files: [{ id: "a", state: "stored" }] }));
  const errors: unknown[] = [];
  let interruptions = 0;
  const starter = createJobStarter({
    jobs: {
      getState: () => ({
        jobs: queued
          .map((job, at) => ({
            ...job,
            id: `job ${at + 1}`,
            state: states.get(`job ${at + 1}`) ?? "running",
          }))
          .filter(({ id }) => !removed.includes(id)),
      }),
      remove: (id: string) => void removed.push(id),
      enqueue: (job: JobSpec) => `job ${queued.push(job)}`,
    },
    files,
    user: account,
    dialogs,
    storage: {
      get: (key: string) => map.get(key) ?? null,
      set: (key: string, value: string | null) =>
        void (value === null ? map.delete(key) : map.set(key, value)),
    },
    dailyCredits: 3,
    path: () => path,
    now: () => time,
    onInterrupted: () => interruptions++,
    report: (error: unknown) => errors.push(error),
  } as unknown as JobStarterDeps);
  const storage = { get: (key: string) => map.get(key) ?? null, set: () => {} };
  return {
    starter,
    queued,
    removed,
    states,
    dialogs,
    files,
    map,
    errors,
    loads: () => loads,
    interruptions: () => interruptions,
    /** The topmost dialog. */
    shown: (): DialogRequest | undefined => dialogs.getState().stack.at(-1)?.request,
    pending: () => readPendingStart(storage, time),
    wait: (ms: number) => (time += ms),
    goTo: (next: string) => (path = next),
    signIn: (left: number) => user.setState({ token: "t", credits: left, status: "in" }),
    setCredits: (left: number) => user.setState({ credits: left }),
    settle: (next: UserState["status"]) => user.setState({ status: next }),
  };
}
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("USR-14 a visitor with credits starts at once, without a dialog", () => {
  const tab = openTab({ token: "t", credits: 2 });
  tab.starter.start(requestOf());
  expect(tab.queued).toEqual(requestOf().jobs);
  expect([tab.shown(), tab.pending()]).toEqual([undefined, null]);
});

it("USR-14 a free job starts without an account", () => {
  const tab = openTab();
  tab.starter.start(requestOf(100, { cost: "free", due: 0, jobs: [spec("a", 100, 0)] }));
  expect(tab.queued).toHaveLength(1);
});

it("USR-14 without an account one dialog makes it, and the job that waited starts", async () => {
  const tab = openTab();
  tab.starter.start(requestOf());
  expect(tab.shown()).toEqual({
    name: "register",
    why: { key: "account:register.freeMinutes", params: { count: 3 } },
  });
  expect(tab.queued).toEqual([]);
  tab.signIn(3);
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toEqual(requestOf().jobs);
  expect([tab.shown(), tab.pending(), tab.errors]).toEqual([undefined, null, []]);
});

it("USR-14 signing in instead continues as well; closing the dialog starts nothing later", async () => {
  const tab = openTab();
  tab.starter.start(requestOf());
  tab.dialogs.replace({ name: "login" });
  tab.signIn(10);
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toHaveLength(1);

  const other = openTab();
  other.starter.start(requestOf());
  other.dialogs.close(false);
  await rest();
  expect([other.queued, other.pending()]).toEqual([[], null]);
  other.signIn(10);
  await other.starter.resume();
  expect(other.queued).toEqual([]);
});

it("TLS-1 starting returns the ids of the jobs, also of one that is queued already, and after registration", async () => {
  const tab = openTab();
  const given: (readonly string[])[] = [];
  const onStarted = (ids: readonly string[]): number => given.push(ids);
  const free = { cost: "free", due: 0, onStarted } as const;
  tab.starter.start(requestOf(100, { ...free, jobs: [spec("a", 100, 0)] }));
  await rest();
  tab.starter.start(requestOf(100, { ...free, jobs: [spec("a", 100, 0), spec("b", 100, 0)] }));
  await rest();
  expect(given).toEqual([["job 1"], ["job 1", "job 2"]]);
  tab.starter.start(requestOf(100, { onStarted, jobs: [spec("c", 100, 1)] }));
  expect(given).toHaveLength(2);
  tab.signIn(3);
  tab.dialogs.close(true);
  await rest();
  expect(given[2]).toEqual(["job 3"]);
});

it("USR-10 a second click while the first one waits starts nothing more", async () => {
  const tab = openTab();
  tab.starter.start(requestOf());
  tab.starter.start(requestOf());
  tab.signIn(3);
  tab.dialogs.close(true);
  await rest();
  tab.starter.start(requestOf());
  expect(tab.queued).toHaveLength(1);
});

it("USR-14 a reload in the middle loses nothing: the dialog comes back, and the job starts after it", async () => {
  const tab = openTab();
  tab.starter.start(requestOf());
  const reloaded = openTab({ status: "restoring" }, tab.map);
  const resumed = reloaded.starter.resume();
  await rest();
  expect(reloaded.shown()).toBeUndefined();
  reloaded.settle("out");
  await rest();
  expect(reloaded.shown()).toMatchObject({ name: "register" });
  reloaded.signIn(3);
  reloaded.dialogs.close(true);
  await resumed;
  expect(reloaded.queued).toEqual(requestOf().jobs);
});

it("USR-14 a text, which is no file, starts after a reload as well", async () => {
  const tab = openTab();
  const request = requestOf(60, { jobs: [{ ...spec("a", 60, 1), fileIds: [] }] });
  tab.starter.start(request);
  const reloaded = openTab({ token: "t", credits: 3 }, tab.map);
  await reloaded.starter.resume();
  expect(reloaded.queued).toEqual(request.jobs);
});

it("USR-14 a start is not resumed on another page, after two hours, or without its file", async () => {
  const tab = openTab();
  tab.starter.start(requestOf());
  const later = openTab({ token: "t", credits: 3 }, new Map(tab.map));
  later.goTo("/pricing");
  await later.starter.resume();
  expect([later.queued, later.pending() !== null]).toEqual([[], true]);
  later.goTo("/background-audio-remover");
  later.wait(2 * HOUR);
  await later.starter.resume();
  expect(later.queued).toEqual([]);
  const lost = openTab({ token: "t", credits: 3 }, new Map(tab.map));
  lost.files.setState({ files: [{ id: "a", state: "missing" }] });
  await lost.starter.resume();
  expect([lost.queued, lost.pending()]).toEqual([[], null]);
});

it.each([
  "{",
  "null",
  "7",
  '{"path":"/x","time":1}',
  '{"path":"/x","time":1,"request":{"jobs":[]}}',
])("USR-14 a damaged start is none: %s", async (text) => {
  const tab = openTab({ token: "t", credits: 3 }, new Map([["toolkit_start", text]]));
  await tab.starter.resume();
  expect([tab.queued, tab.errors]).toEqual([[], []]);
});

it("USR-7 USR-14 too few credits: the file's first minutes can be started", async () => {
  const tab = openTab({ token: "t", credits: 3 });
  tab.starter.start(requestOf(600));
  await rest();
  const shown = tab.shown() as Extract<DialogRequest, { name: "insufficient" }>;
  expect(shown.needed).toBe(10);
  expect(shown.waiting!.partFor(3)).toEqual({ kind: "minutes", count: 3 });
  shown.waiting!.onPart({ kind: "minutes", count: 3 });
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toMatchObject([
    { seconds: 180, cost: 3, params: { values: { strength: 80 }, part: [0, 180] } },
  ]);
});

it("USR-7 USR-14 too few credits: once there are enough the whole starts", async () => {
  const tab = openTab({ token: "t", credits: 0 });
  tab.starter.start(requestOf());
  await rest();
  tab.setCredits(3);
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toEqual(requestOf().jobs);
});

it("USR-14 who goes to buy comes back to the start; who closes the dialog does not", async () => {
  const tab = openTab({ token: "t", credits: 0 });
  tab.starter.start(requestOf());
  await rest();
  (tab.shown() as Extract<DialogRequest, { name: "insufficient" }>).waiting!.onBuy();
  tab.dialogs.close(false);
  await rest();
  expect(tab.queued).toEqual([]);
  // The payment page returns to a new document.
  const back = openTab({ token: "t", credits: 60, known: false }, tab.map);
  await back.starter.resume();
  expect([back.queued.length, back.loads()]).toEqual([1, 1]);

  const other = openTab({ token: "t", credits: 0 });
  other.starter.start(requestOf());
  await rest();
  other.dialogs.close(false);
  await rest();
  expect(other.pending()).toBeNull();
});

it("USR-14 only a file alone, of a tool that costs by its length, has first minutes", () => {
  const minutes = (count: number) => ({ kind: "minutes", count }) as const;
  expect(affordablePart(requestOf(600), 3)).toEqual(minutes(3));
  expect(affordablePart(requestOf(600, { cost: 2 }), 3)).toEqual(minutes(1));
  expect(affordablePart(requestOf(600, { cost: 3 }), 3)).toBeNull();
  expect(affordablePart(requestOf(600, { takesPart: false }), 3)).toBeNull();
  expect(limitTo(minutes(4), requestOf(600, { cost: 2 }))).toMatchObject({
    due: 8,
    jobs: [{ cost: 8, seconds: 240 }],
  });
});

it("USR-7 USR-14 too few credits for several files: the first of them can be started", () => {
  const jobs = [spec("a", 60, 1), spec("b", 120, 2), spec("c", 60, 1), spec("d", 60, 1)];
  const request = requestOf(300, { jobs, due: 5, takesPart: false });
  expect([0, 1, 2, 3, 4].map((credits) => affordablePart(request, credits)?.count)).toEqual([
    undefined,
    1,
    1,
    2,
    3,
  ]);
  const part = affordablePart(request, 3)!;
  expect(part.kind).toBe("jobs");
  expect(limitTo(part, request)).toMatchObject({ jobs: jobs.slice(0, 2), due: 3 });
  // The first one alone costs too much.
  expect(affordablePart(requestOf(300, { jobs: jobs.slice(1) }), 1)).toBeNull();
});

it("USR-7 USR-14 of several files, those that are paid already count nothing", () => {
  const jobs = [spec("a", 300, 5), spec("b", 120, 2), spec("c", 360, 6)];
  const request = requestOf(780, { jobs, due: 8, dues: [0, 2, 6], takesPart: false });
  const part = affordablePart(request, 3)!;
  expect(part).toEqual({ kind: "jobs", count: 2 });
  expect(limitTo(part, request)).toMatchObject({ jobs: jobs.slice(0, 2), due: 2, dues: [0, 2] });
});

it("TLS-17 USR-14 a step of a recipe is neither offered in part nor started after a reload", async () => {
  const jobs = [spec("a", 60, 2), spec("b", 60, 2)];
  const request = requestOf(60, { jobs, due: 12, dues: [6, 6], takesPart: false, isStep: true });
  expect(affordablePart(request, 8)).toBeNull();
  const tab = openTab({ token: "t", credits: 8 });
  tab.starter.start(request);
  await rest();
  const back = openTab({ token: "t", credits: 60 }, tab.map);
  await back.starter.resume();
  expect([back.queued, back.pending(), back.interruptions()]).toEqual([[], null, 1]);
  await back.starter.resume();
  expect(back.interruptions()).toBe(1);
});

it("TLS-17 USR-14 a step for which the server holds no credits stays in the queue", async () => {
  const tab = openTab({ token: "t", credits: 9 });
  tab.starter.start(requestOf(60, { isStep: true }));
  await rest();
  expect(tab.starter.waitForCredits({ id: "job 1" }, 1)).toBe(false);
  expect(tab.removed).toEqual([]);
});

it("USR-14 a start that does not take place says so", async () => {
  let aborted = 0;
  const onAborted = (): number => aborted++;
  const tab = openTab();
  tab.starter.start(requestOf(100, { onAborted }));
  expect(aborted).toBe(0);
  // While the visitor is asked, no other start begins.
  tab.starter.start(requestOf(100, { onAborted }));
  expect(aborted).toBe(1);
  tab.dialogs.close(false);
  await rest();
  expect(aborted).toBe(2);
  const short = openTab({ token: "t", credits: 0 });
  short.starter.start(requestOf(100, { onAborted }));
  await rest();
  short.dialogs.close(false);
  await rest();
  expect(aborted).toBe(3);
  const paid = openTab({ token: "t", credits: 9 });
  paid.starter.start(requestOf(100, { onAborted }));
  await rest();
  expect([paid.queued.length, aborted]).toEqual([1, 3]);
});

it("USR-14 an account is worth what the configuration says", () => {
  const free = (cost: 1 | 2 | 3 | "free", daily: number, due = 0) =>
    accountReason({ ...requestOf(), cost, due }, daily);
  expect(free(1, 3)).toEqual({ key: "account:register.freeMinutes", params: { count: 3 } });
  expect(free(2, 5)).toEqual({ key: "account:register.freeMinutes", params: { count: 2 } });
  expect(free(2, 1)).toEqual({ key: "account:register.freeCredits", params: { count: 1 } });
  expect(free(3, 4)).toEqual({ key: "account:register.freeCredits", params: { count: 4 } });
  expect(free(1, 0)).toBe("account:register.text");
});

it("USR-14 an account is promised to start a job only where its free credits pay for it", () => {
  for (const cost of [1, 2, 3] as const)
    for (const [due, daily] of [
      [4, 3],
      [2, 1],
    ] as const)
      expect(accountReason({ ...requestOf(), cost, due }, daily)).toEqual({
        key: "account:register.tooFew",
        params: { needed: due, available: daily },
      });
});

it("USR-14 a job of a text speaks of credits, not of a file's minutes", () => {
  const jobs = [{ ...spec("a", 60, 2), fileIds: [], text: "A text" }];
  expect(accountReason({ cost: 2, due: 2, jobs }, 3)).toEqual({
    key: "account:register.freeCredits",
    params: { count: 3 },
  });
});

it("USR-7 USR-14 too few credits for a text: a shorter version of it can be started", async () => {
  const tab = openTab({ token: "t", credits: 3 });
  const job = (seconds: number, cost: number): JobSpec => ({
    ...spec("a", seconds, cost),
    fileIds: [],
    text: "A text",
  });
  const shorter = [
    { minutes: 5, jobs: [job(300, 10)], due: 10, dues: [10] },
    { minutes: 1, jobs: [job(60, 2)], due: 2, dues: [2] },
  ];
  tab.starter.start(requestOf(600, { jobs: [job(600, 20)], due: 20, cost: 2, shorter }));
  await rest();
  const shown = tab.shown() as Extract<DialogRequest, { name: "insufficient" }>;
  expect(shown.needed).toBe(20);
  const part = (count: number) => ({ kind: "shorter", count }) as const;
  expect([1, 3, 12].map(shown.waiting!.partFor)).toEqual([null, part(1), part(5)]);
  shown.waiting!.onPart(part(1));
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toEqual(shorter[1]!.jobs);
});

it("USR-14 a job for which the server holds no credits waits for the visitor's choice", async () => {
  // The known balance is out of date.
  const tab = openTab({ token: "t", credits: 9 });
  const jobs = [spec("a", 100, 2), spec("b", 100, 2)];
  tab.starter.start(requestOf(100, { jobs, due: 4 }));
  await rest();
  expect(tab.starter.waitForCredits({ id: "another tab's" }, 2)).toBe(false);
  tab.setCredits(0);
  tab.states.set("job 1", "failed").set("job 2", "queued");
  expect(tab.starter.waitForCredits({ id: "job 1" }, 2)).toBe(true);
  await rest();
  expect(tab.removed).toEqual(["job 1", "job 2"]);
  expect(tab.loads()).toBe(1);
  expect(tab.shown()).toMatchObject({ name: "insufficient", needed: 4 });
  expect(tab.pending()?.request.jobs).toEqual(jobs);
  tab.dialogs.close(true);
  await rest();
  expect(tab.queued).toEqual([...jobs, ...jobs]);
  expect(tab.pending()).toBeNull();
});
