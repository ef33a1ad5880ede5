import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { JobFault } from "#core/jobs/job-faults.ts";
import type { Log } from "#server/deps/log.ts";
import type { RunTask, TaskOutcome, TaskRun } from "#server/jobs/run-attempt.ts";
import type { FromJobProcess, JobRequest } from "./job-messages.ts";

/** Milliseconds between two looks at the memory of a process. */
const EVERY = 500;
/** Characters of an error message for the log. */
const LONGEST = 500;

export interface ProcessLimits {
  /** Folders of the site and of the program. */
  readonly root: string;
  readonly home: string;
  /** Memory of a job in MB. */
  readonly memory: number;
  /** Milliseconds that a job may take. */
  readonly time: number;
  readonly log: Log;
}

/** Folders of the program's modules and of the site's own effects, which may not exist. */
function programFolders({ root, home }: ProcessLimits): readonly string[] {
  const effects = path.join(root, "audio");
  // A folder that does not exist would be taken for a file, whose children cannot even be looked for.
  const folders = [home, effects, `${effects}/*`, path.join(root, "toolkit.config.ts")];
  for (let at = home; at !== path.dirname(at); at = path.dirname(at))
    folders.push(path.join(at, "node_modules"), path.join(at, "package.json"));
  const real = folders.filter((each) => existsSync(each)).map((each) => realpathSync(each));
  return [...new Set([...folders, ...real])];
}

/**
 * Runs each task in a process of its own, so that a hostile file ends at most its own job, and a
 * job can be ended at any time. The process inherits no environment, and can read nothing but the
 * program and its input.
 */
export function createProcessRunner(limits: ProcessLimits): RunTask {
  const readable = programFolders(limits);
  return async (run) => {
    run.signal.throwIfAborted();
    const folder = path.dirname(run.input);
    const child = fork(new URL("job-process.ts", import.meta.url), [], {
      cwd: folder,
      env: {},
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [
        `--max-old-space-size=${limits.memory}`,
        "--permission",
        "--allow-worker",
        ...[...readable, folder].map((each) => `--allow-fs-read=${each}`),
        `--allow-fs-write=${folder}`,
      ],
    });
    return await follow(child, run, limits);
  };
}

/** Resident memory of a process in bytes; 0 where the system does not tell. */
function memoryOf(pid: number): number {
  try {
    return 4096 * Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  } catch {
    return 0;
  }
}

function follow(
  child: ChildProcess,
  { task, input, output, seconds, signal, onProgress }: TaskRun,
  { root, home, memory, time, log }: ProcessLimits,
): Promise<TaskOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskOutcome>();
  let errors = "";
  let outcome: TaskOutcome | null = null;
  const kill = (fault: JobFault): void => {
    outcome ??= { kind: "failed", fault };
    child.kill("SIGKILL");
  };
  const onAbort = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => kill("out_of_time"), time);
  const watch = setInterval(() => {
    if (memoryOf(child.pid ?? 0) > memory * 1024 ** 2) kill("out_of_memory");
  }, EVERY);
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-10 * LONGEST);
  });
  child.on("message", (message: FromJobProcess) => {
    if (message.kind === "progress") onProgress(message);
    else if (message.kind === "broken") errors = message.message;
    else outcome ??= message;
  });
  const end = (): void => {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) return reject(signal.reason);
    if (outcome === null) {
      const isFull = /heap out of memory|Array buffer allocation failed/.test(errors);
      log("warn", "job_process_failed", { detail: errors.slice(-LONGEST) });
      outcome = { kind: "failed", fault: isFull ? "out_of_memory" : "crashed" };
    }
    resolve(outcome);
  };
  child.once("error", end);
  child.once("close", end);
  child.send({ task, input, output, seconds, root, home } satisfies JobRequest, () => {
    // A failed process is reported when it ends.
  });
  return promise;
}
