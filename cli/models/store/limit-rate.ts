import { setTimeout as sleep } from "node:timers/promises";
import type { RequestDeps } from "../request.ts";

type Fetch = RequestDeps["fetch"];

/**
 * Limits what all responses together may receive.
 * @param bytesPerSecond null: no limit
 */
export function limitRate(fetch: Fetch, bytesPerSecond: number | null): Fetch {
  if (bytesPerSecond === null) return fetch;
  // When the bytes received so far would have arrived at the limit, in ms of `performance.now`.
  let due = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          const now = performance.now();
          due = Math.max(due, now) + (chunk.length / bytesPerSecond) * 1000;
          controller.enqueue(chunk);
          if (due > now) await sleep(due - now);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(limited, { status, statusText, headers });
  };
}
