import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Config } from "#core/site/config.ts";
import { createApp } from "#server/app.ts";
import { readSettings } from "#server/deps/settings.ts";
import { createLog } from "#server/deps/log.ts";
import type { Deps } from "#server/deps/deps.ts";
import { createNodeHandler } from "#server/node-handler.ts";
import { type DepsOptions, openDeps } from "#server/open-deps.ts";
import { cleanText } from "../text/clean-text.ts";
import { startSweeping } from "#server/sweep.ts";

export interface OpenApiOptions {
  /** Folder of the site, which contains data and outbox. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
  readonly config: Config;
  /** Folder of the built site; if missing, no pages of episodes are served. */
  readonly siteFolder?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Logs sent messages and errors for developers. */
  readonly print: (line: string) => void;
  readonly network?: DepsOptions["network"];
  /** Starts other work of the process, and returns what stops it. */
  readonly alsoRun?: (deps: Deps) => () => Promise<void>;
}

export interface OpenApi {
  /** Handles API requests of a server that also serves the site. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the API next to the site, with the embedded database unless the environment names another
 * one.
 */
export async function openApi(options: OpenApiOptions): Promise<OpenApi> {
  const { root, home, config, siteFolder, env, print } = options;
  const log = createLog((line) => {
    const { level, event, error } = JSON.parse(line) as Record<string, string>;
    // The request line was unescaped during parsing.
    if (level !== "info")
      print(`API: ${event}${error === undefined ? "" : `: ${cleanText(error)}`}\n`);
  });
  const { deps, close } = await openDeps({
    // The site's own server listens, so the environment's address is ignored.
    settings: readSettings({ ...env, HOST: "", SITE_DIR: siteFolder }, root),
    config,
    home,
    ...(options.network && { network: options.network }),
    log,
    onMail: (file) => print(`Message: ${path.relative(root, file)}\n`),
  });
  deps.hostedCalls.start();
  const stopSweeping = startSweeping(deps);
  const stop = options.alsoRun?.(deps);
  return {
    handle: createNodeHandler(createApp(deps), siteFolder === undefined ? null : deps.site),
    async close() {
      deps.jobEvents.close();
      await deps.hostedCalls.close(0);
      await stop?.();
      await stopSweeping();
      await close();
    },
  };
}
