import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";

/**
 * Called between two units of work to ask whether a step may continue. Waits for the step's next
 * turn if the current one is over, and resolves to false once the step's budget for the round is
 * used up.
 */
export type MayContinue = () => Promise<boolean>;

/** Periodic work: processes part of what is due, and leaves the rest to the next round. */
export type Step = (deps: Deps, mayContinue: MayContinue) => Promise<void>;

export interface StepTimes {
  /** Milliseconds of one turn, after which the other steps have theirs. */
  readonly turn: number;
  /** Milliseconds that the turns of a step may take in a round. */
  readonly budget: number;
  /** Milliseconds that the other steps wait for a step that does not end its turn. */
  readonly grace: number;
}
const TIMES: StepTimes = { turn: 250, budget: 10_000, grace: 15_000 };

export interface Steps {
  /**
   * Runs all steps in turns, one at a time. A step that fails or hangs does not block the others.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Resolves when no step is running. */
  readonly idle: () => Promise<void>;
}

/** Gives a step its next turn. @returns whether the step has more to do */
type TakeTurn = () => Promise<boolean>;

export function createSteps(
  deps: Deps,
  steps: Readonly<Record<string, Step>>,
  { turn, budget, grace }: StepTimes = TIMES,
): Steps {
  const running = new Map<string, Promise<void>>();

  function start(name: string, step: Step, mayContinue: MayContinue): Promise<void> {
    const work = step(deps, mayContinue)
      .catch((error: unknown) => {
        deps.metrics.count("toolkit_sweep_failures_total", { step: name });
        deps.log("error", "sweep_failed", { step: name, ...describeError(error) });
      })
      .finally(() => running.delete(name));
    running.set(name, work);
    return work;
  }

  function prepare(name: string, step: Step, signal: AbortSignal): TakeTurn {
    let work: Promise<void> | null = null;
    let began = 0;
    let used = 0;
    let isLate = false;
    let paused = Promise.withResolvers<void>();
    let resumed = Promise.withResolvers<void>();
    const turnTook = (): number => performance.now() - began;
    const isOver = (): boolean => signal.aborted || isLate || used + turnTook() >= budget;
    const mayContinue = async (): Promise<boolean> => {
      if (!isOver() && turnTook() >= turn) {
        const next = resumed.promise;
        paused.resolve();
        await next;
      }
      return !isOver();
    };

    return async () => {
      began = performance.now();
      paused = Promise.withResolvers();
      resumed.resolve();
      resumed = Promise.withResolvers();
      work ??= start(name, step, mayContinue);
      const isEnded = new AbortController();
      const late = pause(turn + grace, "late" as const, { signal: isEnded.signal, ref: false });
      const outcome = await Promise.race([
        work.then(() => "done" as const),
        paused.promise.then(() => "paused" as const),
        // After an abort the promise rejects without a consumer.
        late.catch(() => "late" as const),
      ]);
      isEnded.abort();
      used += turnTook();
      isLate = outcome === "late";
      deps.metrics.observe("toolkit_sweep_seconds", turnTook() / 1000, { step: name });
      if (isLate) deps.log("warn", "sweep_step_slow", { step: name });
      return outcome === "paused";
    };
  }

  return {
    run: async (signal) => {
      const left: TakeTurn[] = [];
      for (const [name, step] of Object.entries(steps)) {
        if (signal.aborted) break;
        // The step is still pending from an earlier round.
        if (running.has(name)) continue;
        const takeTurn = prepare(name, step, signal);
        if (await takeTurn()) left.push(takeTurn);
      }
      // Runs after the end of the round, too, so that paused steps can finish.
      for (let next = left.shift(); next; next = left.shift()) if (await next()) left.push(next);
    },
    idle: async () => void (await Promise.all(running.values())),
  };
}
