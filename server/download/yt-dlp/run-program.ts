import { spawn } from "node:child_process";
import { ApiFailure } from "../../http/api-failure.ts";

export interface ProgramOptions {
  readonly signal: AbortSignal;
  /** Timeout in milliseconds. */
  readonly time: number;
  /** Maximum bytes of output. */
  readonly limit: number;
  /** Working directory, which is also the program's home. */
  readonly folder: string;
  readonly path: string;
}
export interface ProgramResult {
  /** Exit code; null if the program was killed. */
  readonly code: number | null;
  readonly output: Buffer;
  /** The end of its standard error output. */
  readonly complaint: string;
}

const COMPLAINT = 16_384;

/**
 * Runs a program in its own process group, without a shell and without the server's environment.
 * The whole group is killed if the program exceeds its time or output limit, or if the request is
 * aborted.
 * @throws {ApiFailure} source_unavailable, if the program cannot be started or was killed
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { signal, time, limit, folder, path }: ProgramOptions,
): Promise<ProgramResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  if (signal.aborted) return Promise.reject(new ApiFailure("source_unavailable"));
  const child = spawn(command, [...args], {
    cwd: folder,
    detached: true,
    shell: false,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: path, HOME: folder, LANG: "C.UTF-8", PYTHONUTF8: "1" },
  });
  const parts: Buffer[] = [];
  let size = 0;
  let complaint = "";
  const end = (): void => {
    try {
      // Kills its child processes, too.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The process has already exited.
    }
  };
  const timer = setTimeout(end, time);
  signal.addEventListener("abort", end);
  child.stdout.on("data", (part: Buffer) => {
    size += part.length;
    if (size > limit) end();
    else parts.push(part);
  });
  child.stderr.on("data", (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-COMPLAINT);
  });
  child.on("error", () => reject(new ApiFailure("source_unavailable")));
  child.on("close", (code) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    // Kills child processes that are still running.
    end();
    if (code === null) reject(new ApiFailure("source_unavailable"));
    else resolve({ code, output: Buffer.concat(parts), complaint });
  });
  return promise;
}
