import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";

/**
 * Work that is done again and again: some of what is due, and the rest in the next round.
 * @param signal aborted when its time in this round is over: nothing further is begun then
 */
export type Step = (deps: Deps, signal: AbortSignal) => Promise<void>;

export interface StepTimes {
  /** Milliseconds after which a step begins nothing further. */
  readonly budget: number;
  /** Milliseconds for which the steps behind it wait after that. */
  readonly grace: number;
}
const TIMES: StepTimes = { budget: 10_000, grace: 5000 };

export interface Steps {
  /** Runs all steps, one after the other. A step that fails or hangs keeps no other from being run. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Resolves when no step is running any more. */
  readonly idle: () => Promise<void>;
}

export function createSteps(
  deps: Deps,
  steps: Readonly<Record<string, Step>>,
  { budget, grace }: StepTimes = TIMES,
): Steps {
  const running = new Map<string, Promise<void>>();

  function start(name: string, step: Step, signal: AbortSignal): Promise<void> {
    const work = step(deps, signal)
      .catch((error: unknown) => {
        deps.metrics.count("toolkit_sweep_failures_total", { step: name });
        deps.log("error", "sweep_failed", { step: name, ...describeError(error) });
      })
      .finally(() => running.delete(name));
    running.set(name, work);
    return work;
  }

  async function runStep(name: string, step: Step, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const isOver = new AbortController();
    const late = pause(budget + grace, "late" as const, { signal: isOver.signal, ref: false });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(budget)]);
    // What is aborted rejects; nobody waits for it then.
    const outcome = await Promise.race([start(name, step, limited), late.catch(() => {})]);
    isOver.abort();
    deps.metrics.observe("toolkit_sweep_seconds", (performance.now() - began) / 1000, {
      step: name,
    });
    if (outcome === "late") deps.log("warn", "sweep_step_slow", { step: name });
  }

  return {
    run: async (signal) => {
      for (const [name, step] of Object.entries(steps)) {
        if (signal.aborted) return;
        // It still waits for an answer of an earlier round.
        if (!running.has(name)) await runStep(name, step, signal);
      }
    },
    idle: async () => void (await Promise.all(running.values())),
  };
}
