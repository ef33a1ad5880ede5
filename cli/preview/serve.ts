import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createClose } from "#server/close-server.ts";
import { isAllowedHost } from "./allowed-host.ts";
import { textAnswer, type PreviewRequest } from "./answer.ts";
import { createSite, type SiteOptions } from "./handle.ts";
import { findPort, listen } from "./listen.ts";
import { parseTarget } from "./request-target.ts";
import { send } from "./send.ts";

export { PreviewError } from "./listen.ts";

export interface PreviewOptions extends SiteOptions {
  /** Without a port, a free one from 4173 on is used; 0 lets the system choose. */
  readonly port?: number | undefined;
  /** Address to listen on. */
  readonly host?: string | undefined;
  /** Additional host names; `.example.com` covers a domain and its subdomains. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Called before files are served, after the Host was checked. Returns true if it handles the
   * request.
   */
  readonly api?:
    | ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>)
    | undefined;
  /** Called with server errors, which visitors see as the 500 page. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Time limit for receiving a request's headers, in ms. */
  readonly headersTimeout?: number | undefined;
  /** Closes the server. */
  readonly signal?: AbortSignal | undefined;
}

export interface Preview {
  readonly url: string;
  readonly port: number;
  /** Stops accepting requests, and lets running ones finish for up to a second. */
  readonly close: () => Promise<void>;
}

const GRACE = 1000;
const MALFORMED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Serves a built site over HTTP like a static host, on this machine only by default. */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { host = "127.0.0.1", signal, headersTimeout = 10_000 } = options;
  signal?.throwIfAborted();
  const respond = createResponder(options, host);
  const server = createServer(
    {
      headersTimeout,
      // Long enough for an upload to the API.
      requestTimeout: Math.max(120_000, headersTimeout),
      connectionsCheckingInterval: Math.min(1000, headersTimeout),
      keepAliveTimeout: 5000,
    },
    (request, response) => void respond(request, response),
  );
  server.on("clientError", refuse);
  const closeServer = createClose(server, GRACE);
  const port = await findPort((at) => listen(server, host, at), options.port);

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (() => {
      signal?.removeEventListener("abort", onAbort);
      return closeServer();
    })());
  const onAbort = (): void => void close();
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) {
    await close();
    signal.throwIfAborted();
  }
  return { url: `http://${nameOf(host)}:${port}`, port, close };
}

type Responder = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Never rejects: an error is reported and answered. */
function createResponder(options: PreviewOptions, host: string): Responder {
  const site = createSite(options);
  const allowed = [...(options.allowedHosts ?? []), host];
  const isForeign = (message: IncomingMessage): boolean => {
    const target = parseTarget(message.url ?? "");
    const authority = "refused" in target ? undefined : target.authority;
    // A client that used an IP address cannot be a victim of DNS rebinding.
    const names = [...allowed, message.socket.localAddress ?? ""].filter((name) => name !== "");
    return [message.headers.host, authority ?? message.headers.host].some(
      (name) => !isAllowedHost(name, names),
    );
  };
  return async (message, response) => {
    const request: PreviewRequest = {
      method: message.method ?? "",
      target: message.url ?? "",
      headers: message.headers,
    };
    try {
      if (message.headersDistinct["host"]?.length !== 1) {
        await send(textAnswer(400, "A request names one Host."), response);
      } else if (isForeign(message)) {
        const text = "This Host is not allowed. If it is yours, add it to the allowed hosts.";
        await send(textAnswer(403, text), response);
      } else if ((await options.api?.(message, response)) !== true) {
        const answer = await site.handle(request);
        // Node would read the body to its end before the next request.
        if (answer.status === 405) response.shouldKeepAlive = false;
        await send(answer, response);
      }
    } catch (error) {
      options.onError?.(error);
      if (response.headersSent) response.destroy();
      else await send(await site.fail(request), response).catch(() => response.destroy());
    }
  };
}

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Answers malformed HTTP. */
function refuse(error: ParserError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  // A header overflow before the end of the first line is caused by a long target.
  const parsed = error.rawPacket?.subarray(0, error.bytesParsed);
  const isAddress = error.code === "HPE_HEADER_OVERFLOW" && parsed?.includes("\n") === false;
  const status = MALFORMED[error.code ?? ""] ?? "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${isAddress ? "414 URI Too Long" : status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

function nameOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
