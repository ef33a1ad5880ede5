import { createTaskContext } from "../task-context.ts";
import { type TaskCall, type WorkerInput, runTask } from "./audio-tasks.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

const tasks = createTaskContext((message, transfer = []) => scope.postMessage(message, transfer));

async function start(task: TaskCall): Promise<void> {
  try {
    tasks.finish(await runTask(task.call, task, tasks.context));
  } catch (error) {
    tasks.context.fail(error);
  }
}

scope.addEventListener("message", ({ data }: MessageEvent<WorkerInput>) => {
  if ("turn" in data) return tasks.receive(data as never);
  if (data.call === "wrote") return tasks.acknowledge(data);
  void start(data);
});
