import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { DatabaseSettings } from "#server/db/db.ts";
import type { Used } from "./server.ts";

export interface Measurable {
  readonly port: number;
  readonly used: () => Promise<Used>;
  readonly stop: () => void;
}

/** Starts a process to be measured. @param root folder of the site, and of a SQLite database */
export async function startServerProcess(
  kind: "node" | "hono" | "api",
  root: string,
  database?: DatabaseSettings,
): Promise<Measurable> {
  const child = fork(path.join(import.meta.dirname, "server.ts"), [kind, root], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      ...process.env,
      PORT: "0",
      REQUESTS_PER_SECOND: "0",
      SECRET_KEY: "s".repeat(64),
      PUBLIC_URL: "http://api.example",
      ...(database &&
        (database.url === null
          ? { DATA_DIR: path.dirname(database.file) }
          : { DATABASE_URL: database.url })),
    },
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    used: async () => {
      const answer = once(child, "message");
      child.send("used");
      return ((await answer) as [Used])[0];
    },
    stop: () => void child.kill("SIGKILL"),
  };
}
