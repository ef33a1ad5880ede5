import dns from "node:dns";
import type { IncomingMessage, RequestOptions } from "node:http";
import http from "node:http";
import https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { isIP } from "node:net";
import { ApiFailure } from "../http/api-failure.ts";
import { isPublicAddress } from "./public-address.ts";

const REDIRECTS = 5;
/** Milliseconds until the headers of an answer are there, and for which a body may be silent. */
const ANSWER_TIME = 15_000;
const SILENCE = 30_000;
const HEADERS_LIMIT = 32 * 1024;
/** Names that mean a network's own hosts. */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|onion|test|invalid)$/;

type Address = { readonly address: string; readonly family: number };

export interface Network {
  /** All addresses of a name. */
  readonly lookUp: (name: string) => Promise<readonly Address[]>;
  /** Whether an address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
}

export const publicNetwork: Network = {
  lookUp: (name) => dns.promises.lookup(name, { all: true }),
  isAllowed: isPublicAddress,
};

export interface PublicOptions {
  readonly signal: AbortSignal;
  readonly range?: string | null;
}
export interface PublicAnswer {
  /** Where the redirects led. */
  readonly url: URL;
  readonly message: IncomingMessage;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");

/**
 * An address that anybody may ask for.
 * @throws {ApiFailure} source_unsupported, source_blocked
 */
export function checkUrl(url: URL, { isAllowed }: Pick<Network, "isAllowed">): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ApiFailure("source_unsupported");
  if (url.username !== "" || url.password !== "") throw new ApiFailure("source_unsupported");
  const port = Number(url.port);
  if (url.port !== "" && port !== 80 && port !== 443 && port < 1024)
    throw new ApiFailure("source_blocked");
  const host = withoutBrackets(url.hostname).toLowerCase().replace(/\.$/, "");
  if (isIP(host) !== 0) {
    if (!isAllowed(host)) throw new ApiFailure("source_blocked");
    return;
  }
  if (!host.includes(".") || INSIDE_NAMES.test(host)) throw new ApiFailure("source_blocked");
}

/** Resolves a name for a connection: one address of it that is inside refuses all of them. */
const createLookup =
  ({ lookUp, isAllowed }: Network): LookupFunction =>
  (name, options, callback) => {
    lookUp(name).then(
      (found) => {
        if (found.length === 0) return callback(new ApiFailure("source_unavailable"), "", 0);
        if (!found.every(({ address }) => isAllowed(address)))
          return callback(new ApiFailure("source_blocked"), "", 0);
        if (options.all) return callback(null, [...found]);
        callback(null, found[0]!.address, found[0]!.family);
      },
      () => callback(new ApiFailure("source_unavailable"), "", 0),
    );
  };

/** Checks where a connection has really gone to, whatever has been resolved before. */
function guard(socket: Socket, { isAllowed }: Network): void {
  const check = (): void => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, "");
    if (address === undefined || !isAllowed(address))
      socket.destroy(new ApiFailure("source_blocked"));
  };
  if (socket.connecting) socket.once("connect", check);
  else check();
}

function ask(url: URL, { signal, range }: PublicOptions, network: Network) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: "GET",
    // A connection of its own: none that was opened under another name.
    agent: false,
    lookup: createLookup(network),
    maxHeaderSize: HEADERS_LIMIT,
    signal,
    headers: {
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Mozilla/5.0 (compatible; toolkit-download/1.0)",
      ...(range != null && { range }),
    },
  };
  const request = (url.protocol === "https:" ? https : http).request(url, options);
  const late = setTimeout(() => request.destroy(new ApiFailure("source_unavailable")), ANSWER_TIME);
  request.on("socket", (socket) => guard(socket, network));
  request.on("error", reject);
  request.on("response", (message) => {
    message.setTimeout(SILENCE, () => message.destroy(new ApiFailure("source_unavailable")));
    resolve(message);
  });
  request.on("upgrade", (_message, socket) => socket.destroy());
  request.end();
  return promise.finally(() => clearTimeout(late));
}

/** Why a request has failed, in the words of the contract. */
function failureOf(error: unknown): ApiFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApiFailure) return cause;
  if (error instanceof AggregateError)
    for (const each of error.errors) if (each instanceof ApiFailure) return each;
  return new ApiFailure("source_unavailable");
}

/**
 * Asks a public address, and follows where it leads, looking at each step. What is found inside of the
 * server's own network is never connected to, by whatever name it goes.
 * @throws {ApiFailure} source_blocked, source_unsupported, source_unavailable
 */
export async function fetchPublic(
  from: URL,
  options: PublicOptions,
  network: Network = publicNetwork,
): Promise<PublicAnswer> {
  let url = from;
  for (let step = 0; step <= REDIRECTS; step++) {
    checkUrl(url, network);
    let message: IncomingMessage;
    try {
      message = await ask(url, options, network);
    } catch (error) {
      throw failureOf(error);
    }
    const { statusCode: status = 0, headers } = message;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (!isRedirect) {
      if (status === 200 || status === 206) return { url, message };
      message.destroy();
      throw new ApiFailure(status === 415 ? "source_unsupported" : "source_unavailable");
    }
    message.destroy();
    const next = URL.parse(headers.location!, url.href);
    if (!next) throw new ApiFailure("source_unavailable");
    url = next;
  }
  throw new ApiFailure("source_unavailable");
}
