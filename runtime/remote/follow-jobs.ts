import * as z from "zod/mini";
import { type ServerJob, serverJob } from "#core/api/contract/job-shapes.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { streamJobEvents } from "#core/api/jobs/stream-job-events.ts";
import { ApiError } from "../services/api/api-error.ts";
import { isTransient } from "./is-transient.ts";
import { type RemotePorts, pauseAfter } from "./ports.ts";
import { readEvents } from "./server-events.ts";

/** Milliseconds without a byte, not even a comment, after which a stream counts as broken. */
const SILENCE = 60_000;

type FollowPorts = Pick<RemotePorts, "api" | "apiBase" | "fetch" | "headers" | "pause">;
interface Follower {
  readonly onJob: (job: ServerJob) => void;
  readonly onFailure: (error: unknown) => void;
}

export const hasEnded = ({ state }: ServerJob): boolean =>
  state !== "queued" && state !== "running";

/** Follows jobs on the site's servers with one stream of events for all of them. */
export interface JobFollower {
  /**
   * Reports a job until it has ended. Lost connections are restored for as long as it takes.
   * @throws {ApiError} if the visitor is not signed in any more, or there is no such job
   */
  follow(
    id: string,
    options: { readonly signal: AbortSignal; readonly onJob: (job: ServerJob) => void },
  ): Promise<ServerJob>;
}

/**
 * Reads one stream until it ends.
 * @param last id of the last event before it
 * @returns the id of its last event
 */
async function readStream(
  ports: FollowPorts,
  last: string,
  {
    signal,
    onOpen,
    onJob,
  }: {
    readonly signal: AbortSignal;
    readonly onOpen: () => void;
    readonly onJob: (job: ServerJob) => void;
  },
): Promise<string> {
  const silent = new AbortController();
  const until = AbortSignal.any([signal, silent.signal]);
  let watch = new AbortController();
  const restart = (): void => {
    watch.abort();
    const mine = (watch = new AbortController());
    ports.pause(SILENCE, mine.signal).then(
      () => mine.signal.aborted || silent.abort(),
      () => {},
    );
  };
  restart();
  let id = last;
  try {
    const response = await ports.fetch(ports.apiBase + streamJobEvents.path, {
      headers: { ...ports.headers(), ...(last && { "Last-Event-ID": last }) },
      signal: until,
    });
    if (!response.ok || !response.body) throw new ApiError("", { status: response.status });
    onOpen();
    for await (const { event, data, ...read } of readEvents(response.body, {
      onBytes: restart,
    })) {
      id = read.id;
      const job = event === "job" ? z.safeParse(serverJob, JSON.parse(data)).data : undefined;
      if (job) onJob(job);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isTransient(error)) throw error;
  } finally {
    watch.abort();
  }
  return id;
}

export function createJobFollower(ports: FollowPorts): JobFollower {
  const followers = new Map<string, Set<Follower>>();
  let stream: AbortController | null = null;

  function report(job: ServerJob): void {
    for (const { onJob } of followers.get(job.id) ?? []) onJob(job);
  }

  /** Finds jobs that have ended or were deleted while there was no stream. */
  function findEnded(signal: AbortSignal): void {
    for (const [id, all] of followers)
      findJob(id, signal).then(
        // The stream may already have reported later progress.
        (job) => void (hasEnded(job) && report(job)),
        (error: unknown) => signal.aborted || all.forEach(({ onFailure }) => onFailure(error)),
      );
  }

  async function listen(signal: AbortSignal): Promise<void> {
    let last = "";
    let onOpen = (): void => {};
    for (let failures = 0; !signal.aborted;) {
      const read = await readStream(ports, last, { signal, onOpen, onJob: report });
      onOpen = () => findEnded(signal);
      failures = read === last ? failures + 1 : 1;
      last = read;
      await ports.pause(pauseAfter(failures), signal);
    }
  }

  function open(): void {
    const opened = (stream = new AbortController());
    listen(opened.signal).catch((error: unknown) => {
      if (opened.signal.aborted) return;
      stream = null;
      for (const all of followers.values()) for (const { onFailure } of all) onFailure(error);
    });
  }

  /** The present state, which no event reports any more if the job ended long ago. */
  async function findJob(id: string, signal: AbortSignal): Promise<ServerJob> {
    for (let failures = 1; ; failures++)
      try {
        return await ports.api(getJob, { id }, { signal, quiet: "all" });
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransient(error)) throw error;
        await ports.pause(pauseAfter(failures), signal);
        signal.throwIfAborted();
      }
  }

  return {
    async follow(id, { signal, onJob }) {
      const { promise, resolve, reject } = Promise.withResolvers<ServerJob>();
      const onAbort = (): void => reject(signal.reason);
      const follower: Follower = {
        onJob(job) {
          if (hasEnded(job)) resolve(job);
          else onJob(job);
        },
        onFailure: reject,
      };
      const all = followers.get(id) ?? new Set();
      followers.set(id, all.add(follower));
      signal.addEventListener("abort", onAbort, { once: true });
      findJob(id, signal).then(follower.onJob, reject);
      if (!stream) open();
      try {
        signal.throwIfAborted();
        return await promise;
      } finally {
        signal.removeEventListener("abort", onAbort);
        all.delete(follower);
        if (all.size === 0) followers.delete(id);
        if (followers.size === 0) {
          stream?.abort();
          stream = null;
        }
      }
    },
  };
}
