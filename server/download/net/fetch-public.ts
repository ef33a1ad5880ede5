import dns from "node:dns";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { type LookupFunction, type Socket, isIP } from "node:net";
import tls from "node:tls";
import { ApiFailure } from "../../http/api-failure.ts";
import { isInsideName, isOwnAddress, isPublicAddress } from "../../addresses/public-address.ts";
import { openTunnel } from "./tunnel.ts";

const REDIRECTS = 5;
/**
 * Timeouts in milliseconds until the response headers arrive, and between two chunks of the body.
 */
const RESPONSE_TIMEOUT = 15_000;
const SILENCE = 30_000;
const HEADERS_LIMIT = 32 * 1024;

type Address = { readonly address: string; readonly family: number };

export interface Network {
  /** Resolves a name to all its addresses. */
  readonly lookUp: (name: string) => Promise<readonly Address[]>;
  /** Whether connections to an address are allowed. */
  readonly isAllowed: (address: string) => boolean;
  /** Proxy for all connections; none if undefined. */
  readonly proxy?: URL | null;
}

export const publicNetwork: Network = {
  lookUp: (name) => dns.promises.lookup(name, { all: true }),
  isAllowed: (address) => isPublicAddress(address) && !isOwnAddress(address),
};

export interface PublicOptions {
  readonly signal: AbortSignal;
  /** Additional headers, such as a range. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
export interface PublicResponse {
  /** Final URL after redirects. */
  readonly url: URL;
  readonly message: IncomingMessage;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");

/**
 * Checks that a URL is publicly accessible.
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
  if (isInsideName(host)) throw new ApiFailure("source_blocked");
}

/**
 * Resolves a name; if any of its addresses is internal, all are rejected.
 * @throws {ApiFailure} source_blocked, source_unavailable
 */
export async function lookUpPublic(
  name: string,
  { lookUp, isAllowed }: Network,
): Promise<readonly [Address, ...Address[]]> {
  const found = await lookUp(name).catch(() => []);
  const [first, ...others] = found;
  if (!first) throw new ApiFailure("source_unavailable");
  if (!found.every(({ address }) => isAllowed(address))) throw new ApiFailure("source_blocked");
  return [first, ...others];
}

/**
 * Creates a lookup function that resolves a name once, so that the checked address is the one that
 * is connected to.
 */
const createLookup =
  (network: Network): LookupFunction =>
  (name, options, callback) => {
    lookUpPublic(name, network).then(
      (found) => {
        if (options.all) callback(null, [...found]);
        else callback(null, found[0].address, found[0].family);
      },
      (error: Error) => callback(error, "", 0),
    );
  };

/** Checks the actual remote address of a connection, independently of name resolution. */
function guard(socket: Socket, { isAllowed }: Network): void {
  const check = (): void => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, "");
    if (address === undefined || !isAllowed(address))
      socket.destroy(new ApiFailure("source_blocked"));
  };
  if (socket.connecting) socket.once("connect", check);
  else check();
}

/** Connects through the proxy to the address that the name resolves to on this server. */
async function tunnelTo(url: URL, proxy: URL, network: Network, signal: AbortSignal) {
  const name = withoutBrackets(url.hostname);
  const address = isIP(name) === 0 ? (await lookUpPublic(name, network))[0].address : name;
  const isSecure = url.protocol === "https:";
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const socket = await openTunnel(proxy, { address, port }, signal);
  if (!isSecure) return socket;
  return tls.connect({ socket, ...(isIP(name) === 0 && { servername: name }) });
}

async function sendRequest(url: URL, { signal, headers }: PublicOptions, network: Network) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const tunnel = network.proxy ? await tunnelTo(url, network.proxy, network, signal) : null;
  const options: RequestOptions = {
    method: "GET",
    // A new connection, not one opened for another name. An agent, even `false`, would open its own
    // connection and bypass the proxy.
    ...(tunnel
      ? { createConnection: () => tunnel, defaultPort: url.protocol === "https:" ? 443 : 80 }
      : { agent: false, lookup: createLookup(network) }),
    maxHeaderSize: HEADERS_LIMIT,
    signal,
    headers: {
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Mozilla/5.0 (compatible; toolkit-download/1.0)",
      ...headers,
    },
  };
  const request = (url.protocol === "https:" ? https : http).request(url, options);
  const late = setTimeout(
    () => request.destroy(new ApiFailure("source_unavailable")),
    RESPONSE_TIMEOUT,
  );
  if (!tunnel) request.on("socket", (socket) => guard(socket, network));
  request.on("error", reject);
  request.on("response", (message) => {
    message.setTimeout(SILENCE, () => message.destroy(new ApiFailure("source_unavailable")));
    // The caller may stop reading before the end.
    message.on("error", () => {});
    resolve(message);
  });
  request.on("upgrade", (_message, socket) => socket.destroy());
  request.end();
  return promise.finally(() => clearTimeout(late));
}

/** Maps a network error to an API error. */
function failureOf(error: unknown): ApiFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApiFailure) return cause;
  if (error instanceof AggregateError)
    for (const each of error.errors) if (each instanceof ApiFailure) return each;
  return new ApiFailure("source_unavailable");
}

/** Maps an error status to an API error. */
function statusFailure({ statusCode: status = 0, headers }: IncomingMessage): ApiFailure {
  if (status === 401 || status === 407) return new ApiFailure("source_login");
  if (status === 402) return new ApiFailure("source_paywall");
  if (status === 403) return new ApiFailure("source_refused");
  if (status === 404 || status === 410) return new ApiFailure("source_not_found");
  if (status === 415) return new ApiFailure("source_unsupported");
  if (status === 451) return new ApiFailure("source_region");
  if (status !== 429) return new ApiFailure("source_unavailable");
  const seconds = Number(headers["retry-after"]);
  return new ApiFailure("source_limited", {
    retryAfter: seconds > 0 ? Math.min(seconds, 3600) : 60,
  });
}

/**
 * Fetches a public URL and follows redirects, checking each step. Addresses inside of the server's
 * own network are never connected to, whatever name resolves to them (SSRF protection).
 * @throws {ApiFailure} source_blocked, source_unsupported, source_unavailable, and the error for
 *   the response's status
 */
export async function fetchPublic(
  from: URL,
  options: PublicOptions,
  network: Network,
): Promise<PublicResponse> {
  let url = from;
  for (let step = 0; step <= REDIRECTS; step++) {
    checkUrl(url, network);
    let message: IncomingMessage;
    try {
      message = await sendRequest(url, options, network);
    } catch (error) {
      throw failureOf(error);
    }
    const { statusCode: status = 0, headers } = message;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (!isRedirect) {
      if (status === 200 || status === 206) return { url, message };
      message.destroy();
      throw statusFailure(message);
    }
    message.destroy();
    const next = URL.parse(headers.location!, url.href);
    if (!next) throw new ApiFailure("source_unavailable");
    url = next;
  }
  throw new ApiFailure("source_unavailable");
}
