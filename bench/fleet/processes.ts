import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSettings } from "#server/db/db.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const HOST = "127.0.0.1";

/** The object store of tests, which speaks S3. @returns its address for OBJECT_STORE */
export async function startS3(folder: string): Promise<{ address: string; close: () => unknown }> {
  interface S3 {
    readonly run: () => Promise<{ readonly port: number }>;
    readonly close: () => Promise<void>;
  }
  const { default: S3rver } = (await import("@20minutes/s3rver" as string)) as {
    default: new (options: object) => S3;
  };
  const store = new S3rver({
    port: 0,
    address: HOST,
    silent: true,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: "fleet" }],
  });
  const { port } = await store.run();
  const address = `s3://S3RVER:S3RVER@${HOST}:${port}/fleet?insecure=1`;
  return { address, close: () => store.close() };
}

async function isReady(port: number): Promise<boolean> {
  return await fetch(`http://${HOST}:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
export async function untilReady(port: number): Promise<void> {
  while (!(await isReady(port))) await pause(100);
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** A proxy over servers, as in docs/operations/Caddyfile. @returns null where Caddy is missing */
export async function startProxy(
  folder: string,
  port: number,
  ports: readonly number[],
): Promise<{ close: () => Promise<void> } | null> {
  const template = fs.readFileSync(path.join(HOME, "docs/operations/Caddyfile"), "utf8");
  const targets = ports.map((each) => `${HOST}:${each}`).join(" ");
  const file = path.join(folder, "Caddyfile");
  fs.writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\n${template
      .replace(/^:8787/m, `:${port}`)
      .replace(/api-1:8787.*(?= \{)/, targets)}`,
  );
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const failed = await Promise.race([
    once(child, "error").then(() => true),
    untilReady(port).then(() => false),
  ]);
  return failed ? null : { close: () => terminate(child) };
}

export interface WorkerProcess {
  /** Drains the worker by SIGTERM. */
  readonly close: () => Promise<void>;
}

/** Starts `toolkit worker`. @param root folder of a site that accepts jobs */
export function startWorkerProcess(
  root: string,
  { url }: DatabaseSettings,
  env: Readonly<Record<string, string>>,
): WorkerProcess {
  const child = spawn(
    process.execPath,
    [path.join(HOME, "bin/toolkit.mjs"), "--root", root, "worker", "--jobs", "2"],
    {
      stdio: "ignore",
      env: {
        ...process.env,
        ...env,
        DATABASE_URL: url!,
        SECRET_KEY: "s".repeat(64),
        PUBLIC_URL: "http://api.example",
      },
    },
  );
  return { close: () => terminate(child) };
}
