import * as z from "zod/mini";
import {
  type ResponseOf,
  type AnyCall,
  type RequestOf,
  envelope,
  isRepeatable,
  SUCCESS,
} from "#core/api/contract/call.ts";
import type { Puzzle } from "#core/crypto/proof-of-work.ts";
import { ApiError } from "./api-error.ts";
import { createShare } from "./api-share.ts";
import { type DisplayText, isValidationError, warningOf } from "./api-words.ts";

export interface ApiOptions {
  /** Origin of the API; empty if it is the site's. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** Reads a cookie, for CSRF protection. */
  readonly cookie: (name: string) => string | null;
  readonly uuid: () => string;
  /** BCP 47 language of emails and texts: that of the page, whatever the browser prefers. */
  readonly language?: () => string;
  /**
   * Shows an error under the title `errors:warning` (ERR-1).
   * @param isEnd whether the session has ended: the visitor can sign in again
   */
  readonly onWarning: (warning: DisplayText, isEnd: boolean) => void;
  /** Called when the present token is rejected. */
  readonly onUnauthorized: () => void;
  /** Called for a response without a `code` (ERR-2). */
  readonly onUncoded: (address: string, answer: unknown) => void;
  /** A signal that aborts after a time; by default `AbortSignal.timeout`. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
  /** Whether there is a network; otherwise a missing response means offline. */
  readonly online?: () => boolean;
  /**
   * Solves the proof of work that a busy server demands. If that fails or is not possible, the
   * caller gets `proof_needed`.
   */
  readonly solve?: (puzzle: Puzzle, signal?: AbortSignal) => Promise<string>;
  /** Names of the CSRF cookie and of the header that repeats it. */
  readonly xsrf?: { readonly cookie: string; readonly header: string };
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Errors that are not reported in a popup, because the caller reports or ignores them.
   * `refusals`: errors with a text of their own, and missing responses; `all`: for calls that are
   * retried or run in the background. An ended session is always reported.
   */
  readonly quiet?: "refusals" | "all";
  /** Idempotency key of the action; the same for retries. */
  readonly idempotencyKey?: string;
  /** Sent even if the page is left (keepalive). */
  readonly keepalive?: boolean;
  /** W3C trace context, which the server continues. */
  readonly traceparent?: string | undefined;
}

export interface Api {
  /**
   * Calls an endpoint of the contract. A request without a response after its time is aborted, and
   * made once more if the call can be repeated.
   * @throws {ApiError} for every response but a success, and without a response
   * @throws {DOMException} AbortError
   */
  <C extends AnyCall>(
    call: C,
    request?: RequestOf<C>,
    options?: CallOptions,
  ): Promise<ResponseOf<C>>;
}

/** Seconds until a response, for calls that name none. */
const SECONDS = 20;
/** Maximum retries with a proof of work: the first may be late, or of another network. */
const PROOFS = 3;

/** The proof of work that a retry needs. */
function puzzleOf(error: unknown): Puzzle | null {
  if (!(error instanceof ApiError) || error.key !== "proof_needed") return null;
  const { challenge, bits } = error.params;
  return typeof challenge === "string" && typeof bits === "number" ? { challenge, bits } : null;
}

const XSRF = { cookie: "XSRF-TOKEN", header: "X-XSRF-TOKEN" };

const secondsOf = (header: string | null): number | null => {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

function addressOf(baseUrl: string, call: AnyCall, request: object): string {
  const address = baseUrl + call.path;
  if (call.method === "POST") return address;
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return query === "" ? address : `${address}?${query}`;
}

/**
 * The response; its body is undefined if it is no JSON.
 * @param tries number of requests that are made until there is a response in time
 */
async function fetchJson(
  options: ApiOptions,
  address: string,
  init: RequestInit,
  { milliseconds, tries }: { readonly milliseconds: number; readonly tries: number },
): Promise<{ response: Response; body: unknown }> {
  const { fetch, online, timeout = (time) => AbortSignal.timeout(time) } = options;
  const { signal } = init;
  const late = timeout(milliseconds);
  try {
    const response = await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const body: unknown = await response.json().catch((error: unknown) => {
      // A connection that breaks is no response; any other invalid JSON is one.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
    return { response, body };
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted && tries > 1)
      return fetchJson(options, address, init, { milliseconds, tries: tries - 1 });
    const isOnline = late.aborted || online?.() === true;
    throw new ApiError("", { key: isOnline ? "unreachable" : "offline", cause: error });
  }
}

/** The API client (requirements: Calls, ERR-1, ERR-2). */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, token, cookie, uuid, onWarning, onUnauthorized, onUncoded } = options;
  const xsrf = options.xsrf ?? XSRF;
  const share = createShare();

  function headersOf(
    call: AnyCall,
    own: string | null,
    idempotencyKey: string | undefined,
  ): Record<string, string> {
    const forged = call.method === "POST" ? cookie(xsrf.cookie) : null;
    return {
      Accept: "application/json",
      ...(options.language && { "Accept-Language": options.language() }),
      ...(own !== null && { Authorization: own }),
      ...(call.method === "POST" && { "Content-Type": "application/json" }),
      ...(forged !== null && { [xsrf.header]: forged }),
      ...(call.idempotent && { "Idempotency-Key": idempotencyKey ?? uuid() }),
    };
  }

  /** @param own the token */
  async function send(
    call: AnyCall,
    request: object,
    { signal, idempotencyKey, keepalive, traceparent }: CallOptions,
    own: string | null,
  ): Promise<unknown> {
    const address = addressOf(baseUrl, call, request);
    const init = {
      method: call.method,
      headers: { ...headersOf(call, own, idempotencyKey), ...(traceparent && { traceparent }) },
      ...(call.method === "POST" && { body: JSON.stringify(request) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    };
    const { response, body } = await fetchJson(options, address, init, {
      milliseconds: 1000 * (call.seconds ?? SECONDS),
      tries: isRepeatable(call) ? 2 : 1,
    });
    const { status } = response;
    const retryAfter = secondsOf(response.headers.get("Retry-After"));
    const wrapped = z.safeParse(envelope, body);
    if (!wrapped.success) {
      onUncoded(address, body);
      const key = status === 429 ? "too_many_tries" : null;
      throw new ApiError("", { status, key, retryAfter });
    }
    const { code, message = "", key = null, params = {}, data } = wrapped.data;
    if (!response.ok || code !== SUCCESS)
      throw new ApiError(message, { status, code, key, params, retryAfter });
    const answer = z.safeParse(call.response, data);
    if (!answer.success) {
      onUncoded(address, data);
      throw new ApiError("", { status });
    }
    return answer.data;
  }

  /** Sends a request, and repeats it with a proof of work if the server demands one. */
  async function sendProven(
    call: AnyCall,
    request: object,
    callOptions: CallOptions,
    own: string | null,
  ): Promise<unknown> {
    let sent = request;
    for (let proofs = 0; ; proofs++)
      try {
        return await send(call, sent, callOptions, own);
      } catch (error) {
        const puzzle = proofs < PROOFS ? puzzleOf(error) : null;
        if (!puzzle || !options.solve) throw error;
        const proof = await options.solve(puzzle, callOptions.signal).catch(() => {
          callOptions.signal?.throwIfAborted();
          throw error;
        });
        sent = { ...request, proof };
      }
  }

  const api = async (call: AnyCall, request: object = {}, callOptions: CallOptions = {}) => {
    const own = token();
    const { signal, quiet } = callOptions;
    try {
      if (call.method === "POST") return await sendProven(call, request, callOptions, own);
      return await share(
        `${own ?? ""} ${addressOf(baseUrl, call, request)}`,
        (shared) => send(call, request, { signal: shared }, own),
        signal,
      );
    } catch (error) {
      if (error instanceof ApiError) {
        const isEnd = error.status === 401 && call.signedIn && own !== null;
        // The rejection of a replaced token says nothing about the new one.
        if (isEnd && own !== token()) throw error;
        if (isEnd) onUnauthorized();
        if (isEnd || !quiet || (quiet === "refusals" && !isValidationError(error))) {
          error.isReported = true;
          onWarning(warningOf(error), isEnd);
        }
      }
      throw error;
    }
  };
  return api as Api;
}
