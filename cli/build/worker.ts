import { parentPort } from "node:worker_threads";
import { toPlainError } from "#core/errors/errors.ts";
import { createRpcServer } from "#core/rpc/rpc.ts";
import type { PoolError } from "./pool.ts";
import { createTasks, isToolkitError, type Task } from "./tasks.ts";

const runTask = createTasks();

// Handled one after the other: what a task prepares is there for the next.
const serve = createRpcServer(
  async ({ task }: { readonly task: Task }) => ({ result: await runTask(task) }),
  {
    post: (message) => parentPort!.postMessage(message),
    toMessage: (error): PoolError =>
      isToolkitError(error)
        ? {
            ...toPlainError(error),
            stack: error.cause instanceof Error ? error.cause.stack : undefined,
          }
        : { stack: error instanceof Error ? error.stack : String(error) },
  },
);
parentPort!.on("message", serve);
