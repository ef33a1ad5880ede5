import { minutesFor } from "#core/credits/credits.ts";
import type { DialogStore } from "../../account/store/dialogs.ts";
import { isLoggedIn } from "../../account/store/selectors.ts";
import type { UserStore } from "../../account/store/user.ts";
import type { Text } from "../../notices/notices.ts";
import type { KeyValue } from "../../services/storage.ts";
import type { FilesStore } from "../../contract/file.ts";
import type { JobSpec, JobsStore } from "../../contract/job.ts";
import type { JobStarter, StartRequest } from "../../contract/start.ts";
import { affordablePart, limitTo } from "./affordable-part.ts";
import { findQueuedJob } from "./find-queued-job.ts";
import { clearPendingStart, readPendingStart, storePendingStart } from "./pending-start.ts";

export interface JobStarterDeps {
  readonly jobs: Pick<JobsStore, "getState" | "enqueue" | "remove">;
  readonly files: Pick<FilesStore, "getState">;
  readonly user: Pick<UserStore, "getState" | "subscribe" | "loadBalance" | "knowsCredits">;
  readonly dialogs: Pick<DialogStore, "ask">;
  /** Session storage. */
  readonly storage: KeyValue;
  /** Credits of a daily claim. */
  readonly dailyCredits: number;
  /** Path of the shown page. */
  readonly path: () => string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Tells the visitor that a step was interrupted, which is not resumed. */
  readonly onInterrupted: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * The benefits of an account. The automatic start is mentioned only if the free credits pay for it.
 */
export function accountReason(
  { cost, due, jobs }: Pick<StartRequest, "cost" | "due" | "jobs">,
  dailyCredits: number,
): Text {
  if (dailyCredits > 0 && due > dailyCredits)
    return {
      key: "account:register.tooFew",
      params: { needed: due, available: dailyCredits },
    };
  const isOfFiles = jobs.every(({ fileIds }) => fileIds.length > 0);
  const minutes = isOfFiles && cost !== "free" ? minutesFor(cost, dailyCredits) : 0;
  if (minutes > 0) return { key: "account:register.freeMinutes", params: { count: minutes } };
  if (dailyCredits > 0)
    return { key: "account:register.freeCredits", params: { count: dailyCredits } };
  return "account:register.text";
}

/**
 * Starts jobs: visitors without an account register or sign in first, and visitors with too few
 * credits choose how to continue. Meanwhile the start is stored for the tab, so that it survives a
 * reload and the payment page.
 */
export function createJobStarter(deps: JobStarterDeps): JobStarter {
  const { jobs, user, dialogs, storage, now } = deps;
  const { once, isBusy } = createOneAtATime();
  /** Requests by job id. */
  const started = new Map<string, { readonly request: StartRequest; readonly spec: JobSpec }>();

  /** @returns true */
  function run(request: StartRequest): boolean {
    clearPendingStart(storage);
    const ids = request.jobs.map((spec) => {
      const queued = findQueuedJob(jobs.getState().jobs, spec);
      if (queued) return queued.id;
      const id = jobs.enqueue(spec);
      if (!request.isStep) started.set(id, { request, spec });
      return id;
    });
    request.onStarted?.(ids);
    return true;
  }

  /**
   * Removes a job that lacks credits from the queue, with the jobs after it. @returns their start
   */
  function takeBack(id: string, needed: number): StartRequest | null {
    const request = started.get(id)?.request;
    if (!request) return null;
    const queued = jobs.getState().jobs.filter(({ state }) => state === "queued");
    const own = [id, ...queued.map((job) => job.id)].flatMap((one) => {
      const found = started.get(one);
      return found?.request === request ? [{ id: one, spec: found.spec }] : [];
    });
    for (const one of own) {
      jobs.remove(one.id);
      started.delete(one.id);
    }
    const specs = own.map(({ spec }) => spec);
    const dues = specs.map((spec, at) =>
      at === 0 ? needed : request.dues[request.jobs.indexOf(spec)]!,
    );
    return { ...request, jobs: specs, due: dues.reduce((sum, due) => sum + due, 0), dues };
  }

  /** @returns whether the visitor is signed in now */
  async function askForAccount(request: StartRequest): Promise<boolean> {
    const why = accountReason(request, deps.dailyCredits);
    return isLoggedIn(user.getState()) || (await dialogs.ask({ name: "register", why }));
  }

  /** @returns the request to start; null if the visitor canceled or goes to the shop */
  async function askForCredits(request: StartRequest): Promise<StartRequest | null> {
    let chosen = request;
    let isBuying = false;
    const isDone = await dialogs.ask({
      name: "insufficient",
      needed: request.due,
      waiting: {
        partFor: (credits) => affordablePart(request, credits),
        onPart: (part) => (chosen = limitTo(part, request)),
        onBuy: () => (isBuying = true),
      },
    });
    if (isDone) return chosen;
    if (!isBuying) clearPendingStart(storage);
    return null;
  }

  /** @returns whether the jobs have started */
  async function proceed(request: StartRequest): Promise<boolean> {
    if (request.due === 0 && request.jobs.every(isForEveryone)) return run(request);
    // If everything is in order, the jobs start synchronously within the click; otherwise the
    // visitor is asked.
    if (
      isLoggedIn(user.getState()) &&
      user.knowsCredits() &&
      user.getState().credits >= request.due
    )
      return run(request);
    storePendingStart(storage, { request, path: deps.path(), time: now() });
    if (!(await askForAccount(request))) {
      clearPendingStart(storage);
      return false;
    }
    if (!user.knowsCredits()) await user.loadBalance();
    const isShort = user.knowsCredits() && user.getState().credits < request.due;
    const chosen = isShort ? await askForCredits(request) : request;
    return chosen !== null && run(chosen);
  }

  /** The known balance was out of date: the visitor decides with the present one. */
  async function proceedWithout(request: StartRequest): Promise<boolean> {
    storePendingStart(storage, { request, path: deps.path(), time: now() });
    await user.loadBalance();
    const chosen = await askForCredits(request);
    return chosen !== null && run(chosen);
  }

  return {
    start: (request) => void once(request, proceed).catch(deps.report),
    waitForCredits({ id }, needed) {
      const request = isBusy() ? null : takeBack(id, needed);
      if (!request) return false;
      void once(request, proceedWithout).catch(deps.report);
      return true;
    },
    async resume() {
      const pending = readPendingStart(storage, now());
      if (!pending || pending.path !== deps.path()) return;
      await untilKnown(user);
      const { request } = pending;
      if (!request.isStep && hasAllFiles(request, deps.files)) return once(request, proceed);
      clearPendingStart(storage);
      if (request.isStep) deps.onInterrupted();
    },
  };
}

/** Admits one start at a time: further requests meanwhile are double clicks. */
function createOneAtATime() {
  let isBusy = false;
  return {
    isBusy: (): boolean => isBusy,
    /** @param work returns whether the jobs have started */
    once: async (
      request: StartRequest,
      work: (request: StartRequest) => Promise<boolean>,
    ): Promise<void> => {
      if (isBusy) return request.onAborted?.();
      isBusy = true;
      let isStarted = false;
      try {
        isStarted = await work(request);
      } finally {
        isBusy = false;
        if (!isStarted) request.onAborted?.();
      }
    },
  };
}

/** Whether a job needs no account: it is free, and runs on the device. */
const isForEveryone = ({ cost, onServer }: JobSpec): boolean => cost === 0 && !onServer;

/** Whether the input files of all jobs are in the tray. */
function hasAllFiles({ jobs }: StartRequest, files: JobStarterDeps["files"]): boolean {
  const present = files.getState().files.filter(({ state }) => state !== "missing");
  const ids = new Set(present.map(({ id }) => id));
  return jobs.every(({ fileIds }) => fileIds.every((id) => ids.has(id)));
}

/** Waits until the sign-in state is known. */
function untilKnown(user: JobStarterDeps["user"]): Promise<void> {
  const isKnown = (): boolean => !["unknown", "restoring"].includes(user.getState().status);
  if (isKnown()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = user.subscribe(() => {
      if (!isKnown()) return;
      unsubscribe();
      resolve();
    });
  });
}
