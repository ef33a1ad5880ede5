import type { Config } from "#core/site/config.ts";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { ViteDevServer } from "vite";
import { type Problem, problem } from "#core/errors/errors.ts";
import { type Overlay, codeLayers, createOverlay, runtimesOf } from "../files/code-layers.ts";
import { watchLateThrows } from "../build/bundle/late-throws.ts";
import { isAllowedHost } from "../preview/allowed-host.ts";
import { findPort, listen } from "../preview/listen.ts";
import { createChanges } from "./changes.ts";
import { SCRIPT_PATH } from "./documents.ts";
import { createFiles } from "./files.ts";
import { createHandler } from "./handle.ts";
import { createObstacles } from "./obstacles.ts";
import { createPageState } from "./page-state.ts";
import { createReadAhead } from "./read-ahead.ts";
import { createReports } from "./reports.ts";
import { createServerBundle } from "./server-bundle.ts";
import { type SiteFolders, openDevSite } from "./site.ts";
import { createCode } from "./styles.ts";
import type { ViteOptions } from "./vite.ts";
import { watchContent } from "./watch.ts";

export interface DevOptions extends SiteFolders {
  readonly host: string;
  readonly port: number | undefined;
  /** Handles API requests; resolves to true if it answered. Opened with the first request. */
  readonly openApi: () => Promise<
    (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  >;
  /** Reports problems and their fixes to the terminal. */
  readonly onProblems: (problems: readonly Problem[]) => void;
  readonly onError: (error: unknown) => void;
}

export interface DevServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** All paths below it belong to the API; its other paths are used if no page has them. */
/** Whether a path belongs to models that the site's server proxies. */
const isModel = ({ models: { baseUrl, pullThrough } }: Config, pathname: string): boolean =>
  pullThrough && pathname.startsWith(`${baseUrl}/`);

const API = /^\/(audio|igweb)\/api\//;
/** Time in ms that the start waits for a first page request. */
const PATIENCE = 1000;

/**
 * Serves a site during editing: pages are rendered on request, and browsers are notified of
 * changes.
 */
export async function startDev(options: DevOptions): Promise<DevServer> {
  const { root, home, host, onError } = options;
  // Vite would use the value of the environment, and sets "production" itself for bundles.
  process.env["NODE_ENV"] = "development";
  const site = openDevSite({ root, home });
  const layers = codeLayers({ root, home }, true);
  const overlay = createOverlay(layers);
  const { scripts, embedScripts, client, handover } = findCode(overlay, home);
  const cache = path.join(root, ".toolkit/cache/dev");
  const code = createCode(overlay, scripts, embedScripts);
  const bundles = path.join(cache, "server");
  const bundle = createServerBundle({ layers, home, cache: bundles });
  const { attempt, problems } = createObstacles();
  const state = createPageState(site, problems);
  const reports = createReports({
    root,
    errors: state.siteErrors,
    isReady: () => ahead.isRead() || !site.isUsable(),
    onProblems: options.onProblems,
  });
  const ahead = createReadAhead(site, reports.report);

  const onFailure = skipRepeats(options.onProblems);
  const forget = watchLateThrows({ folder: bundles, root }, ({ code, params, location }) =>
    onFailure(problem(code, params as never, location)),
  );

  const openApi = openOnce(options.openApi);
  const handle = createHandler({
    site,
    state,
    code,
    files: createFiles(site, { build: `dev-${process.pid}`, assets: () => code.assets() }),
    bundle: bundle.get,
    vite: () => vite.open(),
    isApi: (pathname) => API.test(pathname) || isModel(site.config(), pathname),
    api: async (request, response) => (await openApi())(request, response),
    revision: () => changes.revision(),
    whenRead: ahead.whenRead,
    publicFolders: [root, ...runtimesOf(layers)].map((folder) => path.join(folder, "public")),
    overlay,
    onFailure,
    client,
    handover,
  });
  const { server, whenAsked: firstRequest } = createHttpServer(host, handle, onError);
  const viteCache = path.join(cache, "vite");
  const vite = createBrowserCode(
    { home, cache: viteCache, code, server, host },
    {
      onChange: (file, isMoved) => changes.onCode(file, isMoved).catch(onError),
      onWatched: async () => {
        // The first bundle may be older than the current code.
        await attempt("code", bundle.get);
        return changes.onWatched();
      },
      onError,
    },
  );
  const changes = createChanges({
    site,
    code,
    bundle,
    attempt,
    send: vite.send,
    readAhead: ahead.start,
    reportSoon: () => reports.soon(),
  });

  await attempt("config", () => site.reloadConfig());
  await attempt("panels", () => site.reloadPanels());
  const port = await findPort((at) => listen(server, host, at), options.port);
  const stopWatching = watchContent(root, (files) => void changes.onContent(files).catch(onError));
  // Prepares what the first page needs, in that order.
  const ready = (async () => {
    await Promise.all([
      attempt("code", bundle.get),
      // Bundling runs concurrently.
      turn().then(() => site.isUsable() && site.planOf(site.config().defaultLocale)),
    ]);
    // A waiting page request is answered before the bundler is loaded.
    await Promise.race([firstRequest, wait(PATIENCE)]);
    await vite.open();
    ahead.start();
  })().catch(onError);

  return {
    url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`,
    async close() {
      forget();
      ahead.stop();
      reports.stop();
      stopWatching();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await ready;
      site.content.save();
      await vite.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Locations of the page code, and the URLs of the browser's entry scripts. */
function findCode(overlay: Overlay, home: string) {
  const { base } = overlay;
  const addressOf = (file: string): string => {
    const inside = path.relative(base, file).split(path.sep).join("/");
    return inside.startsWith("..") ? `/@fs${file.startsWith("/") ? "" : "/"}${file}` : `/${inside}`;
  };
  const entry = overlay.entry("entry-client.tsx", "entry-client.ts");
  const embedEntry = overlay.entry("entry-embed.ts");
  const handoverFile = overlay.entry("page-scripts/handover.ts");
  return {
    scripts: [SCRIPT_PATH, ...(entry ? [addressOf(entry)] : [])],
    embedScripts: [SCRIPT_PATH, ...(embedEntry ? [addressOf(embedEntry)] : [])],
    client: addressOf(path.join(home, "cli/dev/client/start.ts")),
    handover: handoverFile ? addressOf(handoverFile) : null,
  };
}

/** Suppresses a problem that equals the last one, since a page is requested many times. */
function skipRepeats(onProblems: DevOptions["onProblems"]): (problem: Problem) => void {
  let last = "";
  return (problem) => {
    const text = JSON.stringify([problem.code, problem.location, problem.params]);
    if (text !== last) onProblems([problem]);
    last = text;
  };
}

/** Opens on first use; retries after a failure. */
function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
}

/**
 * An HTTP server, not yet listening, that accepts only its own hosts. `whenAsked` resolves when the
 * first response has been sent.
 */
function createHttpServer(
  host: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  onError: (error: unknown) => void,
) {
  const { promise: firstRequest, resolve: resolveFirstRequest } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const names = [host, request.socket.localAddress ?? ""].filter((name) => name !== "");
    if (!isAllowedHost(request.headers.host, names)) {
      response.writeHead(403, { "content-type": "text/plain" }).end("This Host is not allowed.\n");
      return;
    }
    response.once("finish", resolveFirstRequest);
    handle(request, response).catch((error: unknown) => {
      onError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain" }).end("The server failed.\n");
    });
  });
  return { server, whenAsked: firstRequest };
}

/** Browser code, served by Vite from the first request for it. */
function createBrowserCode(
  options: ViteOptions,
  {
    onChange,
    onWatched,
    onError,
  }: {
    readonly onChange: (file: string, isMoved: boolean) => Promise<void>;
    /** Called once when the watcher is active; resolves to whether an earlier change was missed. */
    readonly onWatched: () => Promise<boolean>;
    readonly onError: (error: unknown) => void;
  },
) {
  let vite: Promise<ViteDevServer> | undefined;

  async function start(): Promise<ViteDevServer> {
    const { openVite } = await import("./vite.ts");
    const opened = await openVite(options);
    const loadAgain = (): void => {
      opened.environments.client.moduleGraph.invalidateAll();
      opened.environments.client.hot.send({ type: "full-reload" });
    };
    const moved = (file: string): void => {
      // Imports of other modules may resolve to another file now.
      if (options.code.overlay.isOwn(file)) loadAgain();
      void onChange(path.normalize(file), true);
    };
    opened.watcher
      .on("change", (file) => void onChange(path.normalize(file), false))
      .on("add", moved)
      .on("unlink", moved)
      .once("ready", () => void onWatched().then((missed) => missed && loadAgain(), onError));
    return opened;
  }
  return {
    open: (): Promise<ViteDevServer> => (vite ??= start()),
    /** Notifies connected browsers. */
    send: async (event: string, data: object): Promise<void> =>
      (await vite)?.environments.client.hot.send(event, data),
    close: async (): Promise<void> => (await vite)?.close(),
  };
}
