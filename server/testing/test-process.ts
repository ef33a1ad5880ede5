import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseSettings } from "../db/db.ts";

const CHILD = path.join(import.meta.dirname, "server-child.ts");
/** Timeout of a response in milliseconds. */
const PATIENCE = 30_000;

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** Its folder, which contains its messages. */
  readonly root: string;
  readonly lines: readonly string[];
  /** Log lines of an event. */
  readonly logged: (event: string) => string[];
  readonly isAlive: () => boolean;
  readonly close: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

/** Starts a server on a database that other processes may use at the same time. */
export async function startProcess(
  { url, file }: DatabaseSettings,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-process-"));
  const child = spawn(process.execPath, [CHILD, root], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: "0",
      REQUESTS_PER_SECOND: "0",
      CONNECTIONS_PER_CLIENT: "0",
      DRAIN_SECONDS: "0",
      SECRET_KEY: "s".repeat(64),
      PUBLIC_URL: "http://api.example",
      PAYMENT_PROVIDER: "sandbox",
      // The file has the same name in every folder.
      ...(url === null ? { DATA_DIR: path.dirname(file) } : { DATABASE_URL: url }),
      ...env,
    },
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const exit = once(child, "exit");
  const [first] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    exit.then(() => {
      throw new Error(`The server did not start: ${lines.join("\n")}`);
    }),
  ])) as [string];
  return {
    port: Number(new URL(first).port),
    pid: child.pid!,
    root,
    lines,
    logged: (event) => lines.filter((line) => line.includes(`"event":"${event}"`)),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
    close: async () => {
      child.kill("SIGTERM");
      await exit;
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

export interface RawResponse {
  /** Statuses of the responses on the connection, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/**
 * Sends bytes to a server, and reads until the server closes the connection.
 * @param ends whether our side of the connection is closed after the last byte
 * @throws if the connection stays open
 */
export function sendBytes(
  port: number,
  bytes: string | Uint8Array,
  { ends = false } = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  const chunks: Buffer[] = [];
  const late = setTimeout(() => {
    socket.destroy();
    reject(new Error(`No end to: ${Buffer.from(bytes).toString("latin1").slice(0, 300)}`));
  }, PATIENCE);
  socket.on("data", (chunk) => chunks.push(chunk));
  // Unwanted bytes may arrive after the server has closed the connection.
  socket.on("error", () => {});
  socket.on("close", () => {
    clearTimeout(late);
    const text = Buffer.concat(chunks).toString();
    const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, code]) => Number(code));
    resolve({ statuses, text });
  });
  socket.write(bytes);
  if (ends) socket.end();
  return promise;
}

/** Whether a server responds to a health check. */
export async function isHealthy({ port, isAlive }: ServerProcess): Promise<boolean> {
  if (!isAlive()) return false;
  const answer = await sendBytes(
    port,
    "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  );
  return answer.statuses[0] === 200;
}
