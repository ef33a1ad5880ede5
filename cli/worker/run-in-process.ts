import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Duplex } from "node:stream";
import { ToolkitError } from "#core/errors/errors.ts";
import type { JobFault } from "#core/jobs/job-faults.ts";
import type { Log } from "#server/deps/log.ts";
import type { RunTask, TaskOutcome, TaskRun } from "#server/jobs/run-attempt.ts";
import type { EndpointPool } from "../inference/endpoint-pool.ts";
import { serveInference } from "./inference/serve-inference.ts";
import { TENSOR_PIPE } from "./inference/tensor-pipe.ts";
import { type JobModel, type JobRequest, fromJobProcess } from "./job-messages.ts";
import type { FindJobModel } from "./job-models.ts";

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
  readonly findModel: FindJobModel;
  /** Runs models on inference servers; missing: there are none. */
  readonly inference?: EndpointPool;
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
    const model = await findModel(limits, run);
    if (typeof model === "string") return { kind: "failed", fault: model };
    // Checking the files of a model takes a while.
    run.signal.throwIfAborted();
    const files = [run.folder, ...Object.values(model?.paths ?? {})];
    const child = fork(new URL("job-process.ts", import.meta.url), [], {
      cwd: run.folder,
      env: {},
      // The last one carries tensors, so that the process needs neither addresses nor tokens.
      stdio: ["ignore", "ignore", "pipe", "ipc", "pipe"],
      execArgv: [
        `--max-old-space-size=${limits.memory}`,
        "--permission",
        "--allow-worker",
        // It would hide the reason of a failure in the log.
        "--disable-warning=PERM0006",
        ...[...readable, ...files].map((each) => `--allow-fs-read=${each}`),
        `--allow-fs-write=${run.folder}`,
      ],
    });
    const { task, inputs, outputs, seconds } = run;
    const ended = new AbortController();
    if (model?.graphs && limits.inference) {
      const signal = AbortSignal.any([run.signal, ended.signal]);
      const { id, graphs } = model;
      const serving = { id, graphs, pool: limits.inference, signal, log: limits.log };
      void serveInference(child.stdio[TENSOR_PIPE] as Duplex, serving);
    }
    // Its pipe may be open longer, until what was sent through it is read.
    child.once("exit", () => ended.abort()).once("error", () => ended.abort());
    const { root, home } = limits;
    return await follow(child, { task, inputs, outputs, seconds, root, home, model }, run, limits);
  };
}

/** The model of a task, or the fault of its job. */
async function findModel(
  limits: ProcessLimits,
  { task }: TaskRun,
): Promise<JobModel | string | null> {
  try {
    return await limits.findModel(task);
  } catch (error) {
    if (!(error instanceof ToolkitError)) throw error;
    limits.log("error", "model_unusable", { code: error.code, detail: error.message });
    return error.code;
  }
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
  request: JobRequest,
  { signal, onProgress }: Pick<TaskRun, "signal" | "onProgress">,
  { memory, time, log }: ProcessLimits,
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
  child.on("message", (given) => {
    const { data: message } = fromJobProcess.safeParse(given);
    if (message?.kind === "progress") onProgress(message);
    else if (message?.kind === "broken") errors = message.message;
    else if (message?.kind === "failed") outcome ??= message;
    else if (message?.outputs.length === request.outputs.length) outcome ??= message;
  });
  /** @param exit its status or the signal that ended it; null if it did not start */
  const end = (exit: number | string | null): void => {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) return reject(signal.reason);
    if (outcome === null) {
      const isFull = /heap out of memory|Array buffer allocation failed/.test(errors);
      log("warn", "job_process_failed", { exit, detail: errors.slice(-LONGEST) });
      outcome = { kind: "failed", fault: isFull ? "out_of_memory" : "crashed" };
    }
    resolve(outcome);
  };
  child.once("error", (error) => {
    errors = error.message;
    end(null);
  });
  child.once("close", (status, cause) => end(cause ?? status));
  child.send(request, () => {
    // A failed process is reported when it ends.
  });
  return promise;
}
