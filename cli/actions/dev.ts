import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import { startDev } from "../dev/server.ts";
import { serveUntilStopped } from "../preview/serve-until-stopped.ts";
import { renderError, renderProblems } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { parsePort } from "../preview/listen.ts";

interface Options {
  readonly port?: string;
  readonly host: string;
  readonly open?: boolean;
  /** False for --no-api. */
  readonly api: boolean;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** `toolkit dev`: serves the site while it is written, until it is interrupted. */
export default async function dev(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { root, home, log } = context;
  let closeApi: (() => Promise<void>) | undefined;
  const openApi = async (): Promise<Handle> => {
    if (!options.api) return () => Promise.resolve(false);
    const [{ openApi: open }, { loadConfig }] = await Promise.all([
      import("../preview/open-api.ts"),
      import("../build/load/config.ts"),
    ]);
    const env = { ...process.env, DATA_DIR: process.env["DATA_DIR"] ?? ".toolkit/dev" };
    const api = await open({ root, home, config: await loadConfig(root), env, print: log });
    closeApi = api.close;
    return api.handle;
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

/** Asks the system to show an address; whoever has no browser reads it in the terminal. */
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
