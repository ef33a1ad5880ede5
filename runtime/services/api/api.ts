import * as z from "zod/mini";
import {
  type AnswerOf,
  type AnyCall,
  type RequestOf,
  envelope,
  SUCCESS,
} from "#core/api/contract/call.ts";
import type { Puzzle } from "#core/crypto/proof-of-work.ts";
import { ApiError } from "./api-error.ts";
import { createShare } from "./api-share.ts";
import { type Saying, isRefusal, warningOf } from "./api-words.ts";

export interface ApiOptions {
  /** Origin of the API; empty when it is the site's own. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** Value of a cookie, for the protection against forged requests. */
  readonly cookie: (name: string) => string | null;
  readonly uuid: () => string;
  /**
   * BCP 47: what is written to the visitor comes in the language of the page, whatever the browser
   * prefers.
   */
  readonly language?: () => string;
  /**
   * Shows what went wrong, under the title `errors:warning` (ERR-1).
   * @param isEnd whether the session has ended: who was signed in can sign in again
   */
  readonly onWarning: (warning: Saying, isEnd: boolean) => void;
  /** Told that the token, which has not been changed meanwhile, is not accepted. */
  readonly onUnauthorized: () => void;
  /** Told of an answer without a `code` (ERR-2). */
  readonly onUncoded: (address: string, answer: unknown) => void;
  /** Whether there is a network at all; without it, nobody who is not reached is. */
  readonly online?: () => boolean;
  /**
   * Solves what a crowded server asks for before it answers; where that is not possible, or there is
   * nobody who does, the caller is told of `proof_needed`.
   */
  readonly solve?: (puzzle: Puzzle, signal?: AbortSignal) => Promise<string>;
  /** Names of the cookie and of the header that repeats it. */
  readonly xsrf?: { readonly cookie: string; readonly header: string };
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * What the caller says itself, or nobody needs to know: `refusals`, which have words of their own, and
   * that nobody answered; `all`, where a call is repeated, or nobody waits for it. That a session has
   * ended is never one of them.
   */
  readonly quiet?: "refusals" | "all";
  /** Of the action that the call belongs to: kept when it is tried again. */
  readonly idempotencyKey?: string;
  /** Is sent even where the page is left meanwhile. */
  readonly keepalive?: boolean;
}

export interface Api {
  /**
   * Makes a call of the contract. It has no timeout: the signal ends it.
   * @throws {ApiError} for every answer but a success, and when nothing answers
   * @throws {DOMException} AbortError
   */
  <C extends AnyCall>(call: C, request?: RequestOf<C>, options?: CallOptions): Promise<AnswerOf<C>>;
}

/** Times that a call is made again with a proof of work: the first may be late, or of another network. */
const PROOFS = 3;

/** What is to be solved before a call is made again. */
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

/** The answer as it came; its body is undefined where it is no JSON. */
async function fetchJson(
  { fetch, online }: Pick<ApiOptions, "fetch" | "online">,
  address: string,
  init: RequestInit,
): Promise<{ response: Response; body: unknown }> {
  try {
    const response = await fetch(address, init);
    const body: unknown = await response.json().catch((error: unknown) => {
      // A connection that breaks in the middle is no answer; anything else that is not JSON is one.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
    return { response, body };
  } catch (error) {
    init.signal?.throwIfAborted();
    const isOnline = online?.() === true;
    throw new ApiError("", { key: isOnline ? "unreachable" : "offline", cause: error });
  }
}

/** The client of the API (requirements: Calls, ERR-1, ERR-2). */
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
    { signal, idempotencyKey, keepalive }: CallOptions,
    own: string | null,
  ): Promise<unknown> {
    const address = addressOf(baseUrl, call, request);
    const { response, body } = await fetchJson(options, address, {
      method: call.method,
      headers: headersOf(call, own, idempotencyKey),
      ...(call.method === "POST" && { body: JSON.stringify(request) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
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
    const answer = z.safeParse(call.answer, data);
    if (!answer.success) {
      onUncoded(address, data);
      throw new ApiError("", { status });
    }
    return answer.data;
  }

  /** Sends, and sends again with a proof of work where the server asks for one. */
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
        // A token that was given up while the call was under way says nothing of the one in its place.
        if (isEnd && own !== token()) throw error;
        if (isEnd) onUnauthorized();
        if (isEnd || !quiet || (quiet === "refusals" && !isRefusal(error))) {
          error.isTold = true;
          onWarning(warningOf(error), isEnd);
        }
      }
      throw error;
    }
  };
  return api as Api;
}
