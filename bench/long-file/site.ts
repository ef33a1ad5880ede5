import fs from "node:fs";
import path from "node:path";
import { loadConfig } from "#cli/build/load/config.ts";
import { openApi } from "#cli/preview/open-api.ts";
import { startPreview } from "#cli/preview/serve.ts";
import { readSettings } from "#server/deps/settings.ts";
import { openDb } from "#server/db/open-db.ts";
import { addUsers } from "../api/seed.ts";

const HOME = path.resolve(import.meta.dirname, "../..");

/** Serves the built site with its API, on a database of its own with an account that has credits. */
export async function startSite(folder: string) {
  const built = path.join(HOME, process.env["TOOLKIT_E2E_SITE"] ?? "dist");
  if (!fs.existsSync(built))
    throw new Error("There is no built site: run `npx --no toolkit build`.");
  const data = path.join(folder, "data");
  fs.mkdirSync(data, { recursive: true });
  const env = { DATA_DIR: data, SECRET_KEY: "s".repeat(64), REQUESTS_PER_SECOND: "0" };
  const config = await loadConfig(HOME);
  const api = await openApi({ root: HOME, home: HOME, config, env, print: () => undefined });
  const { database } = readSettings(env, HOME);
  const db = await openDb(database, () => undefined);
  const [user] = await addUsers(db, 1);
  await db.close();
  const preview = await startPreview({
    root: fs.realpathSync(built),
    trailingSlash: config.site.trailingSlash,
    port: 0,
    api: api.handle,
  });
  return {
    url: preview.url,
    token: user!.token,
    async close() {
      await preview.close();
      await api.close();
    },
  };
}
