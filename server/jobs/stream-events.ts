import type { Jobs } from "../db/schema/jobs.ts";
import type { UserContext } from "../http/request-context.ts";
import { schedule } from "../ports/clock.ts";
import { serverJobOf } from "./job-record.ts";
import { readJobs } from "./read-jobs.ts";

/** Milliseconds after which a stream ends, so that the client authenticates again. */
const LASTS = 600_000;
/** Milliseconds between two comments, which keep proxies from closing the connection. */
const BEAT = 20_000;
/** Maximum number of events that a client may leave unread. */
const BACKLOG = 1000;

const encoder = new TextEncoder();
const COMMENT = ":\n\n";

const eventOf = (job: Jobs): string =>
  `id: ${job.changed_at}\nevent: job\ndata: ${JSON.stringify(serverJobOf(job))}\n\n`;

/** The changes of the user's jobs as server-sent events. @throws {ApiFailure} too_many_tries */
export async function streamEvents({ deps, request, user }: UserContext): Promise<Response> {
  const { userId } = user;
  const [, since = "0"] = /^(\d{1,15})$/.exec(request.headers.get("last-event-id") ?? "") ?? [];
  /** The last event of each job. */
  const sent = new Map<string, string>();
  const { promise: ended, resolve: end } = Promise.withResolvers<"canceled" | void>();
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), cancel: () => end("canceled") },
    new CountQueuingStrategy({ highWaterMark: BACKLOG }),
  );
  const send = (text: string): void => {
    if (!isOpen) return;
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) <= 0) end();
  };
  const sendNew = (jobs: readonly Jobs[]): void => {
    for (const job of jobs) {
      const event = eventOf(job);
      if (sent.get(job.id) === event) continue;
      sent.set(job.id, event);
      send(event);
    }
  };
  const stops = [
    deps.jobEvents.listen(userId, (jobs) => (jobs ? sendNew(jobs) : end())),
    schedule(end, LASTS),
  ];
  const beat = setInterval(() => send(COMMENT), BEAT).unref();
  void ended.then((reason) => {
    isOpen = false;
    clearInterval(beat);
    for (const stop of stops) stop();
    if (reason !== "canceled") controller.close();
  });
  try {
    const { jobs } = await readJobs(deps, { userId });
    send(COMMENT);
    const changed = jobs.filter((job) => job.changed_at >= Number(since));
    sendNew(changed.toSorted((a, b) => a.changed_at - b.changed_at));
  } catch (error) {
    end();
    throw error;
  }
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}
