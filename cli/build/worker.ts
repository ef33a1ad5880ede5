import { parentPort } from "node:worker_threads";
import { createTasks, isToolkitError, type Task } from "./tasks.ts";
import { toPlainError } from "#core/errors/errors.ts";

const port = parentPort!;
const runTask = createTasks();
// One after the other: what a task prepares is there for the next.
let last: Promise<unknown> = Promise.resolve();

port.on("message", ({ id, task }: { id: number; task: Task }) => {
  last = last
    .then(() => runTask(task))
    .then(
      (result) => port.postMessage({ id, result }),
      (error: unknown) =>
        port.postMessage({
          id,
          error: isToolkitError(error)
            ? {
                ...toPlainError(error),
                stack: error.cause instanceof Error ? error.cause.stack : undefined,
              }
            : { stack: error instanceof Error ? error.stack : String(error) },
        }),
    );
});
