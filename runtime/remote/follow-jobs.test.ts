import { describe, expect, it } from "vitest";
import type { ServerJob } from "#core/api/contract/job-shapes.ts";
import { ApiError } from "../services/api/api-error.ts";
import { createJobFollower } from "./follow-jobs.ts";

const JOB: ServerJob = {
  id: "j1",
  tool: "noise-remover",
  state: "running",
  attempt: 1,
  progress: 0.2,
  stage: "working",
  fault: null,
  created_at: 1,
  started_at: 2,
  ended_at: null,
  expires_at: 99,
  seconds: 3,
  seconds_found: null,
  result: null,
};
const eventOf = (id: number, job: Partial<ServerJob>): string =>
  `id: ${id}\nevent: job\ndata: ${JSON.stringify({ ...JOB, ...job })}\n\n`;

type Stream = { readonly text: string; readonly breaks?: boolean } | Response | Error;

/** A server that answers each request for events with the next stream; the last one stays open. */
function connect(streams: readonly Stream[], present: () => Partial<ServerJob> = () => ({})) {
  const requests: (string | null)[] = [];
  const pauses: number[] = [];
  const follower = createJobFollower({
    api: (async () => ({ ...JOB, ...present() })) as never,
    apiBase: "https://api.example",
    headers: () => ({ Authorization: "token" }),
    async pause(milliseconds, signal) {
      // The watch of a silent stream.
      if (milliseconds === 60_000)
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      else pauses.push(milliseconds);
    },
    async fetch(_address, init) {
      requests.push(new Headers(init?.headers).get("Last-Event-ID"));
      const stream = streams[requests.length - 1];
      if (!stream) return await new Promise(() => {});
      if (stream instanceof Error) throw stream;
      if (stream instanceof Response) return stream;
      const bytes = new TextEncoder().encode(stream.text);
      const middle = bytes.length >> 1;
      // Events arrive in any parts.
      const parts = [bytes.slice(0, middle), bytes.slice(middle)];
      const body = new ReadableStream(
        {
          pull(controller) {
            const part = parts.shift();
            if (part) controller.enqueue(part);
            else if (stream.breaks) controller.error(new TypeError("network error"));
            else controller.close();
          },
        },
        // A stream that breaks loses what was not read.
        { highWaterMark: 0 },
      );
      return new Response(body);
    },
  });
  return { follower, requests, pauses };
}

describe("JOB-6 events of jobs on the servers", () => {
  it("report the job until it has ended, in any parts, with comments between them", async () => {
    const { follower } = connect([
      { text: `:\n\n${eventOf(5, { progress: 0.5 })}:\n\n${eventOf(6, { id: "other" })}` },
      { text: eventOf(7, { state: "done", progress: 1 }) },
    ]);
    const shown: number[] = [];
    const job = await follower.follow("j1", {
      signal: new AbortController().signal,
      onJob: ({ progress }) => shown.push(progress),
    });
    expect(job.state).toBe("done");
    expect(shown).toEqual(expect.arrayContaining([0.2, 0.5]));
    expect(shown).toHaveLength(2);
  });

  it("continue after the last one when the connection is lost, for as long as it takes", async () => {
    const lost = new TypeError("Failed to fetch");
    const { follower, requests, pauses } = connect([
      { text: eventOf(5, { progress: 0.5 }), breaks: true },
      lost,
      new Response("", { status: 503 }),
      { text: eventOf(8, { state: "failed", fault: "crashed" }) },
    ]);
    const signal = new AbortController().signal;
    const job = await follower.follow("j1", { signal, onJob: () => {} });
    expect(job).toMatchObject({ state: "failed", fault: "crashed" });
    expect(requests.slice(0, 4)).toEqual([null, "5", "5", "5"]);
    expect(pauses.slice(0, 3)).toEqual([500, 1000, 2000]);
  });

  it("say nothing about a job that ended long ago, which is looked up", async () => {
    const { follower } = connect([], () => ({ state: "done" }));
    const signal = new AbortController().signal;
    expect(await follower.follow("j1", { signal, onJob: () => {} })).toMatchObject({
      state: "done",
    });
  });

  it("end with the reason when the visitor is signed out, the job is missing, or it is canceled", async () => {
    const signal = new AbortController().signal;
    const out = connect([new Response("", { status: 401 })]).follower;
    await expect(out.follow("j1", { signal, onJob: () => {} })).rejects.toMatchObject({
      status: 401,
    });
    const missing = connect([], () => {
      throw new ApiError("", { status: 404 });
    }).follower;
    await expect(missing.follow("j1", { signal, onJob: () => {} })).rejects.toMatchObject({
      status: 404,
    });
    const abort = new AbortController();
    const canceled = connect([]).follower.follow("j1", { signal: abort.signal, onJob: () => {} });
    abort.abort(new Error("canceled"));
    await expect(canceled).rejects.toThrow("canceled");
  });

  it("end with the reason when a job was deleted while the device slept, however many streams follow", async () => {
    let lookups = 0;
    const { follower } = connect(
      [{ text: eventOf(5, {}), breaks: true }, new TypeError("Failed to fetch"), { text: ":\n\n" }],
      () => {
        if (++lookups > 1) throw new ApiError("", { status: 404 });
        return {};
      },
    );
    const signal = new AbortController().signal;
    await expect(follower.follow("j1", { signal, onJob: () => {} })).rejects.toMatchObject({
      status: 404,
    });
    expect(lookups).toBe(2);
  });

  it("come by one stream for all jobs", async () => {
    const { follower, requests } = connect([
      { text: eventOf(5, { state: "done" }) + eventOf(6, { id: "j2", state: "canceled" }) },
    ]);
    const signal = new AbortController().signal;
    const jobs = await Promise.all(
      ["j1", "j2"].map((id) => follower.follow(id, { signal, onJob: () => {} })),
    );
    expect(jobs.map(({ state }) => state)).toEqual(["done", "canceled"]);
    expect(requests).toEqual([null]);
  });
});
