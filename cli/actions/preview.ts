import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Config } from "#core/site/config.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { OpenApi } from "../preview/open-api.ts";
import { loadModelStore } from "../models/store/load-store.ts";
import { parsePort } from "../preview/listen.ts";
import { startPreview } from "../preview/serve.ts";
import { serveUntilStopped } from "../preview/serve-until-stopped.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

interface Options {
  readonly port?: string;
  readonly host: string;
  readonly out: string;
  /** False for --no-api. */
  readonly api: boolean;
}

/** `toolkit preview`: serves until interrupted. */
export default async function preview(context: Context, input: object): Promise<ExitCode> {
  const { port, host, out, api: hasApi } = input as Options;
  const root = path.resolve(context.root, out);
  if (!fs.existsSync(root)) throw new ToolkitError("NOT_BUILT", { dir: out });
  const config = await loadConfig(context.root);
  const api = hasApi ? await openApiOf(context, config, root) : null;
  const models = await loadModelStore(context, config, root);
  try {
    await serveUntilStopped(context.signal, async () => {
      const server = await startPreview({
        root,
        host,
        trailingSlash: config.site.trailingSlash,
        signal: context.signal,
        onProblem: ({ file, line, message }) => context.log(`${file}:${line}: ${message}\n`),
        onError: (error) =>
          context.log(`${error instanceof Error ? error.message : String(error)}\n`),
        ...(port !== undefined && { port: parsePort(port) }),
        api: async (request, response) =>
          (await models?.(request, response)) === true ||
          (await api?.handle(request, response)) === true,
      });
      context.log(`${config.site.name} is at ${server.url}\nStop with Ctrl+C.\n`);
      return server;
    });
    return 0;
  } finally {
    await api?.close();
  }
}

/** Starts the API with the embedded database; loaded on demand. */
async function openApiOf(context: Context, config: Config, siteFolder: string): Promise<OpenApi> {
  const [{ openApi }, { startOwnWorker }, { SettingsError }] = await Promise.all([
    import("../preview/open-api.ts"),
    import("../worker/start-own-worker.ts"),
    import("#server/deps/settings.ts"),
  ]);
  try {
    return await openApi({
      root: context.root,
      home: context.home,
      config,
      siteFolder,
      env: process.env,
      print: (line) => context.log(line),
      alsoRun: (deps) => startOwnWorker(deps, { ...context, config }),
    });
  } catch (error) {
    if (error instanceof SettingsError) throw new ToolkitError("USAGE", { detail: error.message });
    throw error;
  }
}
