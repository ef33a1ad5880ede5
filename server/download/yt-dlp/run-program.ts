import { spawn } from "node:child_process";
import { ApiFailure } from "../../http/api-failure.ts";

export interface ProgramOptions {
  readonly signal: AbortSignal;
  /** Milliseconds after which it is ended. */
  readonly time: number;
  /** Bytes of its output after which it is ended. */
  readonly limit: number;
  /** Folder in which it works, and which it takes for its home. */
  readonly folder: string;
  /** Where it looks for other programs, as `PATH` has it. */
  readonly path: string;
}
export interface ProgramResult {
  /** Null where it was ended. */
  readonly code: number | null;
  readonly output: Buffer;
  /** The end of what it complained of. */
  readonly complaint: string;
}

const COMPLAINT = 16_384;

/**
 * Runs a program in a process group of its own, without a shell and without the environment of the server.
 * When it takes too long, says too much, or nobody waits for it, the whole group is ended.
 * @throws {ApiFailure} source_unavailable, where it cannot be started, or was ended
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
      // What it has started goes with it.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is over already.
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
    // What it left behind does not outlive it.
    end();
    if (code === null) reject(new ApiFailure("source_unavailable"));
    else resolve({ code, output: Buffer.concat(parts), complaint });
  });
  return promise;
}
