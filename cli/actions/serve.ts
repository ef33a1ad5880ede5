import { ToolkitError } from "#core/errors/errors.ts";
import { DatabaseUnavailable } from "#server/db/db.ts";
import { readSettings, SettingsError } from "#server/deps/settings.ts";
import { createLog } from "#server/deps/log.ts";
import { startServer } from "#server/serve.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import { loadModelStore } from "../models/store/load-store.ts";
import { databaseError } from "../server-data/server-db.ts";
import { startOwnWorker } from "../worker/start-own-worker.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

interface Options {
  readonly port?: string;
  readonly host?: string;
}

/** `toolkit serve`: runs the API without the site, until interrupted. */
export default async function serve(context: Context, input: object): Promise<ExitCode> {
  const { port, host } = input as Options;
  const config = await loadConfig(context.root);
  const models = await loadModelStore(context, config, null);
  try {
    const server = await startServer({
      settings: readSettings(
        {
          ...process.env,
          ...(port !== undefined && { PORT: port }),
          ...(host !== undefined && { HOST: host }),
        },
        context.root,
      ),
      config,
      home: context.home,
      log: createLog((line) => context.log(line)),
      signal: context.signal,
      ...(models && { before: models }),
      alsoRun: (deps) => startOwnWorker(deps, { ...context, config }),
    });
    await new Promise<void>((resolve) => {
      if (context.signal.aborted) resolve();
      context.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
    return 0;
  } catch (error) {
    if (error instanceof SettingsError) throw new ToolkitError("USAGE", { detail: error.message });
    if (error instanceof DatabaseUnavailable) throw databaseError(error);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new ToolkitError("PORT_IN_USE", { port: Number(port ?? 8787) }, { cause: error });
    throw error;
  }
}
