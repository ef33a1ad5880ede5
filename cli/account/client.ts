import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import {
  type ResponseOf,
  type AnyCall,
  type Envelope,
  type RequestOf,
  envelope,
  isRepeatable,
  SUCCESS,
} from "#core/api/contract/call.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type Puzzle, MAX_BITS, solvePuzzle } from "#core/crypto/proof-of-work.ts";
import { cleanData } from "../text/clean-text.ts";
import { isLocal } from "./api-address.ts";
import { networkFailure, refusedFailure } from "./failures.ts";
import { pauseBefore, readRetryAfter } from "./retry.ts";

export interface ClientOptions {
  /** Origin of the API. */
  readonly api: string;
  readonly token: string | undefined;
  /** Environment variables for proxies and the language of emails. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called before a pause of a second or more. */
  readonly onPause?: (seconds: number) => void;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly timeouts?: Timeouts;
}

/** In milliseconds. */
interface Timeouts {
  readonly connect: number;
  /**
   * Timeout until a response begins, for calls that name none themselves, and between two chunks of
   * it.
   */
  readonly answer: number;
}
const TIMEOUTS: Timeouts = { connect: 5000, answer: 15_000 };
/** Maximum number of retries with a proof of work. */
const PROOFS = 3;
/** Maximum size of a response in bytes. */
const LONGEST = 8 << 20;

export interface Client {
  readonly api: string;
  /**
   * Makes a call. A repeatable call is retried after transient failures, with the same idempotency
   * key. Control characters are removed from response texts.
   * @throws NOT_LOGGED_IN, API_REFUSED, API_BUSY, API_FAILED, API_UNREACHABLE, API_UNUSABLE,
   *   CANCELLED
   */
  readonly call: <C extends AnyCall>(call: C, request: RequestOf<C>) => Promise<ResponseOf<C>>;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly envelope: Envelope | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
}

/**
 * A client of the API that follows no redirects, stores no cookies and uses the proxy of the
 * environment.
 */
export function createClient(options: ClientOptions): Client {
  const { api, token, timeouts = TIMEOUTS, random: randomFraction = Math.random } = options;
  const pause =
    options.pause ?? ((milliseconds, until) => wait(milliseconds, undefined, { signal: until }));
  const closing = new AbortController();
  const signal = AbortSignal.any([options.signal, closing.signal]);
  let opened: Promise<Opened> | undefined;
  const open = () => (opened ??= openDispatcher(options, timeouts));

  async function callApi<C extends AnyCall>(
    call: C,
    request: RequestOf<C>,
  ): Promise<ResponseOf<C>> {
    const key = call.idempotent ? crypto.randomUUID() : undefined;
    let sent: object = request as object;
    let proofs = 0;
    for (let attempt = 1; ; attempt++) {
      const tried = await attemptOnce(call, sent, key);
      if ("data" in tried) return parseAnswer(call, tried.data, api);
      if (tried.puzzle && proofs++ < PROOFS) {
        sent = { ...sent, proof: await solve(tried.puzzle) };
        continue;
      }
      const rest =
        tried.mayPass && isRepeatable(call)
          ? pauseBefore(attempt, tried.retryAfter, randomFraction())
          : undefined;
      if (rest === undefined) throw tried.error;
      if (rest >= 1000) options.onPause?.(Math.ceil(rest / 1000));
      await pause(rest, signal).catch((error: unknown) => {
        throw canceled(error);
      });
    }
  }

  type Tried =
    | { readonly data: unknown }
    | {
        readonly error: ToolkitError;
        readonly mayPass: boolean;
        readonly retryAfter?: number | undefined;
        readonly puzzle?: Puzzle | null;
      };

  /** Computes the proof of work that a busy server requires. @throws CANCELLED */
  const solve = (puzzle: Puzzle): Promise<string> =>
    solvePuzzle(puzzle, async () => {
      await nextTurn();
      if (signal.aborted) throw canceled(signal.reason);
    });

  async function attemptOnce(
    call: AnyCall,
    request: unknown,
    key: string | undefined,
  ): Promise<Tried> {
    if (signal.aborted) throw canceled(signal.reason);
    let answer: Answer;
    try {
      const connection = { api, token, env: options.env, signal, timeouts };
      answer = await send(await open(), connection, call, { request, key });
    } catch (error) {
      if (signal.aborted) throw canceled(error);
      if (error instanceof TooLong)
        throw new ToolkitError("API_UNUSABLE", { api, detail: "the answer has no end." });
      const { error: failure, isFinal } = networkFailure(error, api);
      return { error: failure, mayPass: !isFinal };
    }
    const { status, envelope: found, retryAfter } = answer;
    if (status === 200 && found?.code === SUCCESS) return { data: found.data };
    const mayPass = status === 429 || status >= 500 || found?.key === "key_in_flight";
    const puzzle = found ? puzzleOf(found) : null;
    return { error: refusedFailure({ api, ...answer }), mayPass, retryAfter, puzzle };
  }

  return {
    api,
    call: callApi,
    async close() {
      closing.abort();
      if (opened) await (await opened).dispatcher.destroy();
    },
  };
}

/** Sends one request and reads its response. */
async function send(
  { dispatcher, request: dispatch }: Opened,
  {
    api,
    token,
    env,
    signal,
    timeouts,
  }: Required<Pick<ClientOptions, "api" | "token" | "env" | "signal" | "timeouts">>,
  call: AnyCall,
  { request, key }: { readonly request: unknown; readonly key: string | undefined },
): Promise<Answer> {
  const isGet = call.method === "GET";
  const query = isGet ? new URLSearchParams(request as Record<string, string>).toString() : "";
  const { statusCode, headers, body } = await dispatch(
    `${api}${call.path}${query && `?${query}`}`,
    {
      dispatcher,
      method: call.method,
      signal,
      headersTimeout: call.seconds === undefined ? timeouts.answer : 1000 * call.seconds,
      bodyTimeout: timeouts.answer,
      headers: {
        accept: "application/json",
        "accept-language": languageOf(env),
        "user-agent": "toolkit",
        ...(call.signedIn && token !== undefined && { authorization: token }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...(!isGet && { "content-type": "application/json" }),
      },
      ...(!isGet && { body: JSON.stringify(request) }),
    },
  );
  const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
  const requestId = one(headers["x-request-id"]);
  return {
    status: statusCode,
    envelope: parseEnvelope(await readText(body)),
    requestId: requestId === undefined ? undefined : (cleanData(requestId) as string),
    retryAfter: readRetryAfter(one(headers["retry-after"]), Date.now()),
  };
}

type Opened = Awaited<ReturnType<typeof openDispatcher>>;

function puzzleOf({ key, params = {} }: Envelope): Puzzle | null {
  const { challenge, bits } = params;
  if (key !== "proof_needed" || typeof challenge !== "string" || typeof bits !== "number")
    return null;
  return bits >= 1 && bits <= MAX_BITS ? { challenge, bits } : null;
}

/**
 * Loading undici takes time, so it is loaded with the first call, after the first frame is drawn.
 */
async function openDispatcher({ api, env }: ClientOptions, { connect }: Timeouts) {
  const { Agent, EnvHttpProxyAgent, request } = await import("undici");
  const shared = { connect: { timeout: connect }, keepAliveTimeout: 4000 };
  const named = (name: string) => env[name.toLowerCase()] || env[name] || "";
  const dispatcher = isLocal(new URL(api))
    ? new Agent(shared)
    : new EnvHttpProxyAgent({
        ...shared,
        httpProxy: named("HTTP_PROXY"),
        httpsProxy: named("HTTPS_PROXY"),
        noProxy: named("NO_PROXY"),
      });
  return { dispatcher, request };
}

class TooLong extends Error {}

async function readText(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LONGEST) {
      body.destroy();
      throw new TooLong();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    return envelope.safeParse(cleanData(JSON.parse(text))).data;
  } catch {
    return undefined;
  }
}

function parseAnswer<C extends AnyCall>(call: C, data: unknown, api: string): ResponseOf<C> {
  const parsed = call.response.safeParse(data ?? undefined);
  if (parsed.success) return parsed.data as ResponseOf<C>;
  const detail = `its answer to ${call.path} is not as agreed. It may be newer or older than this program.`;
  throw new ToolkitError("API_UNUSABLE", { api, detail }, { cause: parsed.error });
}

const canceled = (cause: unknown): ToolkitError => new ToolkitError("CANCELLED", {}, { cause });

/** Language of the environment, in which the API writes emails. */
export function languageOf(env: ClientOptions["env"]): string {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  const tag = /^[a-z]{2,3}(_[A-Z]{2})?(?![a-z])/.exec(locale)?.[0].replace("_", "-");
  return tag === undefined ? "en" : `${tag}, en;q=0.5`;
}
