import { createPriorityGate } from "./priority-gate.ts";

/** Aborts low-priority work while other work needs the memory, and restarts it afterwards. */
export function createPreemption() {
  const gate = createPriorityGate();
  const running = new Set<AbortController>();
  return {
    /** Preempts low-priority work for this. @returns the same promise */
    add<T>(work: Promise<T>): Promise<T> {
      for (const controller of running) controller.abort();
      return gate.add(work);
    },
    /**
     * Runs low-priority work.
     * @param work is called again each time it was preempted
     */
    async runPreemptible<T>(
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const aborted = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      for (;;) {
        await Promise.race([gate.idle(), aborted]);
        signal.throwIfAborted();
        const controller = new AbortController();
        running.add(controller);
        try {
          return await work(AbortSignal.any([signal, controller.signal]));
        } catch (error) {
          if (!controller.signal.aborted || signal.aborted) throw error;
        } finally {
          running.delete(controller);
        }
      }
    },
  };
}
