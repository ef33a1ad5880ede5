import fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { ViteDevServer } from "vite";
import type { Problem } from "../../core/errors/errors.ts";
import { problem, ToolkitError } from "../../core/errors/errors.ts";
import { exists } from "../files/files.ts";
import { placeFindings } from "../check/place.ts";
import { isAllowedHost } from "../preview/allowed-host.ts";
import { findPort, listen } from "../preview/listen.ts";
import { SCRIPT_PATH } from "./documents.ts";
import { createFiles } from "./files.ts";
import { createHandler } from "./handle.ts";
import { createPageState } from "./page-state.ts";
import { createServerBundle } from "./server-bundle.ts";
import type { SiteFolders } from "./site.ts";
import { openDevSite } from "./site.ts";
import { createCode } from "./styles.ts";
import { watchContent } from "./watch.ts";

export interface DevOptions extends SiteFolders {
  readonly host: string;
  readonly port: number | undefined;
  /** Answers what is the API's; true when it has. Opened when it is asked first. */
  readonly openApi: () => Promise<
    (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  >;
  /** Told what went wrong and what was mended, for the terminal. */
  readonly onProblems: (problems: readonly Problem[]) => void;
  readonly onError: (error: unknown) => void;
}

/** What may stand in the way of all pages. */
type Obstacle = "config" | "panels" | "code";

export interface DevServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Below it every address is the API's; others of its addresses are asked for when no page has them. */
const API = /^\/(audio|igweb)\/api\//;
/** Files that are read between two looks at waiting requests. */
const AHEAD = 40;
/** Milliseconds in which the first page is asked for, where somebody waits for it. */
const PATIENCE = 1000;
/** Milliseconds after a change in which pages are asked for again. */
const LEISURE = 300;

/** Serves a site while it is written: pages are made on demand, and every change is told to the browsers. */
export async function startDev(options: DevOptions): Promise<DevServer> {
  const { root, home, host } = options;
  // The bundler would take what it finds, and says "production" itself where it bundles.
  process.env["NODE_ENV"] = "development";
  const site = openDevSite({ root, home });
  const runtime = fs.realpathSync(
    [root, home].map((folder) => path.join(folder, "runtime")).find((folder) => exists(folder))!,
  );
  const base = path.dirname(runtime);
  const cache = path.join(root, ".toolkit/cache/dev");
  const addressOf = (file: string): string => {
    const inside = path.relative(base, file).split(path.sep).join("/");
    return inside.startsWith("..") ? `/@fs${file.startsWith("/") ? "" : "/"}${file}` : `/${inside}`;
  };
  const entry = ["entry-client.ts", "entry-client.tsx"]
    .map((name) => path.join(runtime, name))
    .find(exists);
  const code = createCode(runtime, [SCRIPT_PATH, ...(entry ? [addressOf(entry)] : [])]);
  const bundle = createServerBundle({ runtime, home, cache: path.join(cache, "server") });

  /** Faults of what pages are made with, each until it is mended. */
  const obstacles = new Map<Obstacle, readonly Problem[]>();
  const state = createPageState(site, () => [...obstacles.values()].flat());
  const handoverFile = path.join(runtime, "page-scripts/handover.ts");

  const { promise: whenRead, resolve: sayRead } = Promise.withResolvers<void>();
  let vite: Promise<ViteDevServer> | undefined;
  let api: ReturnType<DevOptions["openApi"]> | undefined;
  const handle = createHandler({
    site,
    state,
    code,
    files: createFiles(site, { build: `dev-${process.pid}`, assets: () => code.assets() }),
    bundle: bundle.get,
    vite: () => openCode(),
    isApi: (pathname) => API.test(pathname),
    api: async (request, response) => (await openApi())(request, response),
    whenRead,
    publicFolders: [path.join(root, "public"), path.join(runtime, "public")],
    client: addressOf(path.join(home, "cli/dev/client/start.ts")),
    handover: exists(handoverFile) ? addressOf(handoverFile) : null,
  });

  /** Opened when it is first asked; one that could not be opened is tried again. */
  const openApi = (): ReturnType<DevOptions["openApi"]> =>
    (api ??= options.openApi().catch((error: unknown) => {
      api = undefined;
      throw error;
    }));

  const { promise: asked, resolve: sayAsked } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const names = [host, request.socket.localAddress ?? ""].filter((name) => name !== "");
    if (!isAllowedHost(request.headers.host, names)) {
      response.writeHead(403, { "content-type": "text/plain" }).end("This Host is not allowed.\n");
      return;
    }
    response.once("finish", sayAsked);
    handle(request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain" }).end("The server failed.\n");
    });
  });

  const tell = async (event: string, data: object): Promise<void> =>
    (await vite)?.environments.client.hot.send(event, data);

  /** Takes up what has changed on disk, and tells everybody. */
  async function onContent(files: readonly string[]): Promise<void> {
    let messages = false;
    if (files.includes("toolkit.config.ts")) {
      const hasWaited = !site.isUsable();
      await attempt("config", () => site.reloadConfig());
      if (hasWaited) readAhead();
    }
    for (const file of files) {
      if (file.endsWith(".json")) messages = true;
      else site.content.touch(file);
    }
    if (messages) site.forgetMessages();
    await tell("toolkit:change", { files, whole: messages || files.includes("toolkit.config.ts") });
    reportSoon();
  }

  /** Runs what can fail by a fault of the site; the fault stands in the way until it is mended. */
  async function attempt(what: Obstacle, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      obstacles.delete(what);
    } catch (error) {
      // There is no site at all: nothing would become of waiting.
      if (error instanceof ToolkitError && error.code === "CONFIG_NOT_FOUND") throw error;
      obstacles.set(what, toProblems(error));
    }
  }

  async function onCode(file: string): Promise<void> {
    code.forget();
    code.sheets();
    if (/[/\\]panel\.ts$/.test(file)) await attempt("panels", () => site.reloadPanels());
    if (!code.isRendering(file) || file.endsWith(".css")) return;
    bundle.renew();
    await attempt("code", bundle.get);
    await tell("toolkit:change", { files: [path.relative(root, file)], whole: false });
    reportSoon();
  }

  let told = "";
  let reporting: NodeJS.Timeout | undefined;
  /** Tells the terminal of the site's errors, once those who wait for pages have them. */
  function reportSoon(): void {
    clearTimeout(reporting);
    if (isRead || !site.isUsable()) reporting = setTimeout(report, LEISURE).unref();
  }
  function report(): void {
    const errors = state.siteErrors();
    const now = JSON.stringify(errors);
    if (now !== told) options.onProblems(placeFindings(root, errors));
    told = now;
  }

  function openCode(): Promise<ViteDevServer> {
    vite ??= (async () => {
      const { openVite } = await import("./vite.ts");
      const opened = await openVite({
        runtime,
        home,
        cache: path.join(cache, "vite"),
        code,
        server,
        host,
      });
      const changed = (file: string): void =>
        void onCode(path.normalize(file)).catch(options.onError);
      opened.watcher.on("change", changed).on("add", changed).on("unlink", changed);
      return opened;
    })();
    return vite;
  }

  await attempt("config", () => site.reloadConfig());
  await attempt("panels", () => site.reloadPanels());
  const port = await findPort((at) => listen(server, host, at), options.port);
  const stopWatching = watchContent(root, (files) => void onContent(files).catch(options.onError));
  // What the first page needs, in the order in which it needs it.
  let isClosed = false;
  let isRead = false;
  const ready = (async () => {
    await Promise.all([
      attempt("code", bundle.get),
      // The bundler works beside it.
      turn().then(() => site.isUsable() && site.planOf(site.config().defaultLocale)),
    ]);
    // Whoever waits for a page gets it before the bundler is loaded.
    await Promise.race([asked, wait(PATIENCE)]);
    await openCode();
    readAhead();
  })().catch(options.onError);
  /** The rest of the content, between requests: what is wrong anywhere is told before anybody builds. */
  function readAhead(): void {
    if (isClosed) return;
    if (!site.isUsable()) {
      report();
      return;
    }
    if (site.content.readAhead(AHEAD)) {
      setImmediate(readAhead);
      return;
    }
    isRead = true;
    sayRead();
    report();
    site.content.save();
  }

  return {
    url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`,
    async close() {
      isClosed = true;
      clearTimeout(reporting);
      stopWatching();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await ready;
      site.content.save();
      await (await vite)?.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Faults of configuration and code as findings. @throws what is neither */
function toProblems(error: unknown): readonly Problem[] {
  if (!(error instanceof ToolkitError)) throw error;
  if (error.problems.length > 0) return error.problems;
  return [problem(error.code, error.params as never, error.location)];
}
