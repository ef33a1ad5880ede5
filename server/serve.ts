import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pauseFor } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { type App, createApp } from "./app.ts";
import type { LeadTimes } from "./background/lead.ts";
import { createClose } from "./close-server.ts";
import { createProxies } from "./http/client-address.ts";
import { limitConnections } from "./limit-connections.ts";
import type { Deps } from "./deps/deps.ts";
import { type DepsOptions, openDeps } from "./open-deps.ts";
import { type Settings, isLocal } from "./deps/settings.ts";
import { startSweeping } from "./sweep.ts";

/** Grace period of running requests during shutdown, in milliseconds. */
const GRACE = 10_000;
const CONNECTIONS = 10_000;

/** Resolves to whether it has handled the request. */
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface RunningServer {
  readonly url: string;
  /**
   * Graceful shutdown: reports the server as not ready, keeps serving for the configured time,
   * stops accepting requests, waits for running ones, and closes the database.
   */
  readonly close: () => Promise<void>;
}

/** Serves the API until the server is closed or the signal is aborted. */
export async function startServer(
  options: DepsOptions & {
    readonly signal?: AbortSignal;
    /** Handles requests that are not for the API; resolves to false for all others. */
    readonly before?: RequestHandler;
    /** Waits for a number of milliseconds; tests pass their own. */
    readonly pause?: (milliseconds: number) => Promise<unknown>;
    /** Starts other work of this process. @returns stops it */
    readonly alsoRun?: (deps: Deps) => () => Promise<void>;
    /** Intervals of the sweep; tests use shorter ones. */
    readonly sweepTimes?: LeadTimes;
  },
): Promise<RunningServer> {
  const { settings, signal, log, pause = pauseFor } = options;
  signal?.throwIfAborted();
  const { deps, close: closeDeps } = await openDeps(options);
  const server = createServer(
    {
      // A slower client is holding the connection rather than sending a request.
      headersTimeout: 10_000,
      // Long enough for an audio upload; other bodies have shorter timeouts.
      requestTimeout: 120_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    listenerOf(createApp(deps), settings, options.before),
  );
  limitConnections(server, {
    max: settings.connectionsPerClient,
    proxies: createProxies(settings.trustedProxies),
    onRefused: () => deps.metrics.count("toolkit_connections_refused_total"),
  });
  const closeServer = createClose(server, GRACE);
  server.maxConnections = CONNECTIONS;
  server.maxHeadersCount = 100;
  try {
    await listen(server, settings.port, settings.host);
  } catch (error) {
    await closeDeps();
    throw error;
  }
  deps.hostedCalls.start();
  const stopSweeping = startSweeping(deps, options.sweepTimes);
  const stopOther = options.alsoRun?.(deps);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      signal?.removeEventListener("abort", onAbort);
      deps.readiness.end();
      log("info", "closing", { drain: settings.drainSeconds });
      // Load balancers have this time to notice; requests are still answered until then.
      server.prependListener("request", (_request, response) => leave(response));
      await pause(settings.drainSeconds * 1000);
      deps.jobEvents.close();
      const callsEnded = deps.hostedCalls.close();
      await closeServer();
      await callsEnded;
      await stopOther?.();
      await stopSweeping();
      await closeDeps();
      log("info", "closed");
    })());
  const onAbort = (): void => void close();
  signal?.addEventListener("abort", onAbort, { once: true });
  const { port } = server.address() as AddressInfo;
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const url = `http://${name}:${port}`;
  const { provider: payment } = settings.payment;
  // On a public server the sandbox was configured explicitly, but the reader of the log may not
  // know.
  if (payment === "sandbox" && settings.isForPublic)
    log("warn", "credits_for_nothing", { payment });
  log("info", "listening", { url, database: deps.db.engine, payment });
  return { url, close };
}

/** Closes the connection after the response, so that the client reconnects. */
function leave(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

function listenerOf(
  app: App,
  { isForPublic }: Pick<Settings, "isForPublic">,
  before: RequestHandler | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  const listener = getRequestListener(app.fetch);
  return (request, response) => {
    if (!namesOneHost(request)) response.writeHead(400, { Connection: "close" }).end();
    else if (!isForPublic && !isLocalHost(request.headers.host))
      response.writeHead(421, { Connection: "close" }).end();
    else if (before)
      void before(request, response).then(
        (isDone) => (isDone ? undefined : listener(request, response)),
        () => response.destroy(),
      );
    else void listener(request, response);
  };
}

/**
 * Whether a `Host` header names the local host. During development any other name comes from a
 * website that resolves it to 127.0.0.1 in order to read responses (DNS rebinding).
 */
function isLocalHost(host = ""): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.host !== "" && isLocal(url.href);
}

/** Two `Host` headers are ambiguous (RFC 9112, 3.2); Node would use the first. */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts < 2;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
