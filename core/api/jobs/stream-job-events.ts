import type { RawCall } from "../contract/call.ts";

/**
 * JOB-1 Changes of one's own jobs as server-sent events: an event `job` has a `ServerJob` as its
 * data. The first ones describe all jobs, or, with `Last-Event-ID`, those that have changed since
 * that event; an event may be repeated. The stream ends after some minutes. Because the token is
 * in `Authorization`, browsers read it with `fetch` instead of `EventSource`.
 */
export const streamJobEvents: RawCall = {
  method: "GET",
  path: "/audio/api/v1/job/events",
  type: "text/event-stream",
};
