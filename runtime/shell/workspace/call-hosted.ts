import { HOSTED_WAIT, PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { getHostedCall } from "#core/api/hosted/get-hosted-call.ts";
import { hex } from "../../remote/hex.ts";
import { traceparentOf } from "../../remote/trace-ports.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { HostedCall } from "../../contract/hosted.ts";

/** Delay in seconds after a request without a response, doubled up to the maximum. */
const DELAY = 2;
const MAX_DELAY = 20;
/** Maximum delay in seconds that a response may name: longer ones fail the call at once. */
const MAX_NAMED_DELAY = 60;
/** Maximum seconds of delays and of silent requests in a row: what takes longer fails the call. */
const PATIENCE = 300;
/** Seconds without a byte after which a request counts as lost: the server waits for less. */
export const SILENCE = HOSTED_WAIT + 10;
/** Minimum milliseconds between two requests: a server that stops answers without waiting. */
const PACE = 1000;
/** Maximum number of times that a call is created again because the server does not know it. */
const TRIES = 3;

/** A response with its body, which is read: one that is cut off is lost, too. */
export interface HostedResponse {
  readonly status: number;
  readonly body: ArrayBuffer;
  /** Seconds. */
  readonly retryAfter: number | null;
}

export interface HostedRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  /** Missing: the request continues when the call is canceled, and when the page is left. */
  readonly signal?: AbortSignal;
}

export interface NewHostedCall {
  /** Path and query. */
  readonly address: string;
  readonly body: Blob | string;
  readonly type: string;
}

interface CallOptions extends Pick<HostedCall, "signal" | "onWait"> {
  /** Whether requests carry a trace context. */
  readonly isTracing?: boolean;
  /** @throws {ApiError} for an unsuccessful or missing response */
  readonly send: (request: HostedRequest) => Promise<HostedResponse>;
  /** Called with a delay, in seconds. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

const digest = (data: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", data);

/**
 * Idempotency key of a request: the same after a reload, because the address or the body names the
 * job's hold of credits.
 */
async function keyOf({ address, body }: NewHostedCall): Promise<string> {
  const bytes = await new Blob([`${address}\n`, body]).arrayBuffer();
  return hex(new Uint8Array(await digest(bytes)));
}

/** Whether the server does not know the call: its process is one of an earlier version. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.key === "not_found";

/**
 * Seconds after which a request may be repeated; null if that is of no use.
 * @param tried number of requests without a response so far
 */
function delayOf(error: unknown, tried: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, key, retryAfter } = error;
  // The call has failed for good: the server has called the model again before it said so.
  if (key === "hosted_unusable" || (key === "unavailable" && retryAfter === null)) return null;
  if (status !== 0 && status !== 429 && status < 500 && key !== "key_in_flight") return null;
  const delay = retryAfter ?? Math.min(MAX_DELAY, DELAY * 2 ** tried);
  return delay <= MAX_NAMED_DELAY ? delay : null;
}

/**
 * Has the server call a hosted model, and waits for the result: across lost connections, restarts of
 * the server, and reloads of the page, after which the same request continues with the same call.
 * @throws {ApiError}
 */
export async function callHosted(
  call: NewHostedCall,
  { signal, onWait, send, isTracing = false, wait = rest }: CallOptions,
): Promise<ArrayBuffer> {
  signal.throwIfAborted();
  const key = await keyOf(call);
  const address = getHostedCall.path.replace("{key}", key);
  const headers = {
    Prefer: PREFER_ASYNC,
    ...(isTracing && { traceparent: await traceparentOf(digest, key) }),
  };
  const create: HostedRequest = {
    method: "POST",
    address: call.address,
    headers: { ...headers, "Content-Type": call.type, "Idempotency-Key": key },
    body: call.body,
    signal,
  };
  const cancel = (): void =>
    void send({ method: "DELETE", address, headers: {} }).catch(() => {
      // The end of the job cancels it as well.
    });
  signal.addEventListener("abort", cancel, { once: true });
  async function pause(seconds: number): Promise<void> {
    const retryAt = Date.now() + 1000 * seconds;
    onWait?.(retryAt);
    await wait(seconds, signal);
    onWait?.(null);
    signal.throwIfAborted();
  }
  let isCreated = false;
  let unknown = 0;
  let tried = 0;
  let waited = 0;
  try {
    for (;;) {
      const started = performance.now();
      try {
        const request = isCreated ? { method: "GET" as const, address, headers, signal } : create;
        const { status, body, retryAfter } = await send(request);
        if (status !== 202) return body;
        isCreated = true;
        tried = 0;
        waited = 0;
        if (retryAfter !== null) await pause(retryAfter);
        else if (performance.now() - started < PACE) await wait(PACE / 1000, signal);
        signal.throwIfAborted();
      } catch (error) {
        signal.throwIfAborted();
        if (isCreated && isUnknown(error) && ++unknown < TRIES) {
          isCreated = false;
          continue;
        }
        const delay = delayOf(error, tried++);
        if (delay === null) throw error;
        // A device that was asleep meanwhile has not waited.
        waited += delay + Math.min(SILENCE, (performance.now() - started) / 1000);
        if (waited > PATIENCE) throw error;
        await pause(delay);
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

const rest = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, 1000 * seconds);
    signal.addEventListener("abort", end);
  });
