import { setTimeout as sleep } from "node:timers/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import { cleanText } from "../text/clean-text.ts";

export interface RequestDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  /** Waits; tests do not. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** Seconds that are waited for at most where a server says when to come again, and how often. */
const LONGEST_WAIT = 120;
const WAITS = 3;

const sleepFor = async (seconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(seconds * 1000, undefined, { signal });
};

/**
 * Asks a server for a model's file. One that has too much to do is asked again when it says.
 * @returns an answer of 200, 206 or 416, or a redirect where `init` says that none is followed
 * @throws {ToolkitError} MODEL_UNREACHABLE, MODEL_GATED, MODEL_MISSING, MODEL_RATE_LIMIT
 */
export async function request(
  url: string,
  init: RequestInit,
  deps: RequestDeps,
): Promise<Response> {
  const { fetch, signal, wait = sleepFor } = deps;
  for (let turn = 0; ; turn++) {
    const answer = await fetch(url, { ...init, signal }).catch((error: unknown) => {
      throw unreachable(url, error, signal);
    });
    const { status } = answer;
    if (status === 200 || status === 206 || status === 416) return answer;
    if (init.redirect === "manual" && status >= 300 && status < 400) return answer;
    await answer.body?.cancel();
    const seconds = secondsOf(answer.headers.get("retry-after"));
    if (status === 429 || status === 503) {
      if (turn < WAITS && seconds !== null && seconds <= LONGEST_WAIT) {
        await wait(seconds, signal);
        continue;
      }
      const again = seconds === null ? {} : { seconds };
      if (status === 429) throw new ToolkitError("MODEL_RATE_LIMIT", { url, ...again });
    }
    throw refusal(url, answer);
  }
}

/** What the hub says in words of its own, see `x-error-code` of the Hugging Face hub. */
function refusal(url: string, answer: Response): ToolkitError {
  const { status, headers } = answer;
  const said = cleanText(headers.get("x-error-message") ?? "");
  const code = headers.get("x-error-code") ?? "";
  // Without an account, a repository that is not there is refused like one that is closed.
  const isMissing = status === 404 || status === 410 || code === "RepoNotFound";
  if (isMissing) return new ToolkitError("MODEL_MISSING", { url, ...(said && { said }) });
  if (status === 401 || status === 403)
    return new ToolkitError("MODEL_GATED", { url, ...(said && { said }) });
  const detail = `the server answered ${status} ${cleanText(answer.statusText)}`.trim();
  return new ToolkitError("MODEL_UNREACHABLE", { url, detail });
}

/** `Retry-After`: seconds, or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}

/** @returns the abort itself where that was the reason */
export function unreachable(url: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ToolkitError) return error;
  // What fetch throws tells more in its cause.
  const { message, cause } = error as Error;
  const detail = (cause instanceof Error && (cause.message || codeOf(cause))) || message;
  return new ToolkitError("MODEL_UNREACHABLE", { url, detail }, { cause: error });
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? "";
