import { ToolkitError } from "#core/errors/errors.ts";

export interface Tasks {
  /** Runs work whose errors are shown to the user. */
  readonly run: (work: () => Promise<void>, onFailure: (text: string) => void) => void;
  /** Resolves when no task is running. */
  readonly idle: () => Promise<void>;
}

/** @param onEnd called with an error that ends the screen: a rejected login, or a bug */
export function createTasks(onEnd: (error: unknown) => void): Tasks {
  const running = new Set<Promise<void>>();
  return {
    run(work, onFailure) {
      const task = work()
        .catch((error: unknown) => {
          if (!(error instanceof ToolkitError) || error.code === "NOT_LOGGED_IN") onEnd(error);
          else if (error.code !== "CANCELLED") onFailure(error.message);
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
