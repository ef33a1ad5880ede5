import { untilAborted } from "../deps/until-aborted.ts";
import type { Schedule } from "../ports/clock.ts";

/** Milliseconds after which the connection of an unread body is closed. */
const UNREAD = 300_000;

export interface StreamLimits {
  /** Milliseconds until the response headers arrive, including the time to send the request. */
  readonly headers: number;
  /** Milliseconds between two chunks of the body. */
  readonly idle: number;
}

interface StreamOptions extends StreamLimits {
  readonly fetch: typeof globalThis.fetch;
  readonly schedule: Schedule;
}

/**
 * Fetches a response whose body may take any time as long as chunks keep arriving. A limit on the
 * whole exchange, such as `AbortSignal.timeout()`, would truncate a large body for a slow reader.
 * Time in which the body is not read does not count as idle.
 * @throws {Error} "timed out" if the headers are late; the body fails with the same error if it
 *   stalls
 */
export async function fetchStream(
  url: URL,
  init: Omit<RequestInit, "signal">,
  { fetch, schedule: after, headers, idle }: StreamOptions,
): Promise<Response> {
  const ending = new AbortController();
  const end = (message: string) => (): void => ending.abort(new Error(message));
  const headersArrived = after(end(`timed out: no response within ${headers} ms`), headers);
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: ending.signal });
  } finally {
    headersArrived();
  }
  if (!response.body) return response;
  const reader = response.body.getReader();
  let wasRead = (): void => {};
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        wasRead();
        const chunkArrived = after(end(`timed out: no data for ${idle} ms`), idle);
        try {
          const { done, value } = await untilAborted(reader.read(), ending.signal);
          if (done) return controller.close();
          controller.enqueue(value);
          wasRead = after(end(`timed out: not read for ${UNREAD} ms`), UNREAD);
        } catch (error) {
          controller.error(error);
        } finally {
          chunkArrived();
        }
      },
      async cancel(reason) {
        wasRead();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers: received } = response;
  return new Response(body, { status, statusText, headers: received });
}
