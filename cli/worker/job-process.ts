// A process that runs the task of one job and then exits. It has no environment, may read the
// program and its input, and may write its result.
import { Worker } from "node:worker_threads";
import { failureOf } from "#audio/tasks/failure.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { FromJobProcess, JobRequest } from "./job-messages.ts";
import { openJobInference } from "./inference/job-inference.ts";
import { runServerTask } from "./run-server-task.ts";

const post = (message: FromJobProcess): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()));

function messageOf(error: unknown): FromJobProcess {
  if (error instanceof ToolkitError) return { kind: "failed", fault: error.code };
  const failure = failureOf(error);
  if (failure.kind === "fault") return { kind: "failed", fault: failure.code };
  return { kind: "broken", message: `${failure.name}: ${failure.message}` };
}

process.once("message", (request: JobRequest) => {
  const graphs = request.model?.graphs;
  const inference = graphs ? openJobInference(graphs) : null;
  const onProgress = (progress: number, stage: string): void =>
    void post({ kind: "progress", progress, stage });
  void runServerTask(request, onProgress, inference?.openGraph)
    .then(
      ({ inputSeconds, outputs }) => post({ kind: "done", inputSeconds, outputs: [...outputs] }),
      (error: unknown) => post(messageOf(error)),
    )
    .then(() => {
      inference?.close();
      process.disconnect();
    });
});
// A thread, because a decoder may keep this one busy.
new Worker(new URL("watch-parent.ts", import.meta.url)).unref();
