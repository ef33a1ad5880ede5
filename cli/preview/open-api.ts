import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Config } from "#core/site/config.ts";
import { createApp } from "#server/app.ts";
import { readSettings } from "#server/deps/settings.ts";
import { createLog } from "#server/deps/log.ts";
import { createNodeHandler } from "#server/node-handler.ts";
import { type DepsOptions, openDeps } from "#server/open-deps.ts";
import { cleanText } from "../text/clean-text.ts";
import { startSweeping } from "#server/sweep.ts";

export interface OpenApiOptions {
  /** Folder of the site: data and outbox are below it. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
  readonly config: Config;
  /** Folder of the built site; missing where pages are not built, and no episode's page is answered. */
  readonly siteFolder?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told what a developer wants to see: messages sent, and what went wrong. */
  readonly print: (line: string) => void;
  readonly network?: DepsOptions["network"];
}

export interface OpenApi {
  /** For a server that serves the site as well. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The API beside the site: on the embedded database unless the environment names another one. */
export async function openApi(options: OpenApiOptions): Promise<OpenApi> {
  const { root, home, config, siteFolder, env, print } = options;
  const log = createLog((line) => {
    const { level, event, error } = JSON.parse(line) as Record<string, string>;
    // Parsing has undone the escapes of the line.
    if (level !== "info")
      print(`API: ${event}${error === undefined ? "" : `: ${cleanText(error)}`}\n`);
  });
  const { deps, close } = await openDeps({
    // The site's own server listens, wherever the environment would have the API do so.
    settings: readSettings({ ...env, HOST: "", SITE_DIR: siteFolder }, root),
    config,
    home,
    ...(options.network && { network: options.network }),
    log,
    onMail: (file) => print(`Message: ${path.relative(root, file)}\n`),
  });
  const stopSweeping = startSweeping(deps);
  return {
    handle: createNodeHandler(createApp(deps), siteFolder === undefined ? null : deps.site),
    async close() {
      await stopSweeping();
      await close();
    },
  };
}
