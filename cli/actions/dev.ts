import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import type { Config } from "#core/site/config.ts";
import { startDev } from "../dev/server.ts";
import { serveUntilStopped } from "../preview/serve-until-stopped.ts";
import { renderError, renderProblems } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { loadModelStore } from "../models/store/load-store.ts";
import type { OpenApi } from "../preview/open-api.ts";
import { parsePort } from "../preview/listen.ts";

interface Options {
  readonly port?: string;
  readonly host: string;
  readonly open?: boolean;
  /** False for --no-api. */
  readonly api: boolean;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** `toolkit dev`: serves the site during editing, until interrupted. */
export default async function dev(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { root, home, log } = context;
  let closeApi: (() => Promise<void>) | undefined;
  const openApi = async (): Promise<Handle> => {
    const { loadConfig } = await import("../build/load/config.ts");
    const config = await loadConfig(root);
    // Pulled models are published from there.
    const models = await loadModelStore(context, config, path.join(root, "public"));
    const api = options.api ? await openEmbedded(config) : null;
    closeApi = api?.close;
    return async (request, response) =>
      (await models?.(request, response)) === true ||
      (await api?.handle(request, response)) === true;
  };
  const openEmbedded = async (config: Config): Promise<OpenApi> => {
    const { openApi: open } = await import("../preview/open-api.ts");
    const { startOwnWorker } = await import("../worker/start-own-worker.ts");
    const env = { ...process.env, DATA_DIR: process.env["DATA_DIR"] ?? ".toolkit/dev" };
    return open({
      root,
      home,
      config,
      env,
      print: log,
      alsoRun: (deps) => startOwnWorker(deps, { root, home, config, env }),
    });
  };
  try {
    await serveUntilStopped(context.signal, async () => {
      const server = await startDev({
        root,
        home,
        host: options.host,
        port: options.port === undefined ? undefined : parsePort(options.port),
        openApi,
        onProblems: (problems) =>
          log(problems.length > 0 ? renderProblems(problems, context) : "No errors.\n"),
        onError: (error) =>
          log(renderError(error, context, { debug: !(error instanceof ToolkitError) })),
      });
      log(`The site is at ${server.url}\nStop with Ctrl+C.\n`);
      if (options.open) await openBrowser(server.url);
      return server;
    });
    return 130;
  } finally {
    await closeApi?.();
  }
}

/** Opens an address in the browser; without one, the address in the terminal remains. */
async function openBrowser(url: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const [command, ...flags] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? [path.join(process.env["SystemRoot"] ?? "C:\\Windows", "explorer.exe")]
        : ["xdg-open"];
  const child = spawn(command!, [...flags, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
