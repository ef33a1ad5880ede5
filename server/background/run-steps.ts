import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";

/**
 * Asks between two pieces of work whether a step may go on. It waits for the step's next turn where the
 * current one is over, and answers false where the step's time in this round is used up.
 */
export type MayContinue = () => Promise<boolean>;

/** Work that is done again and again: some of what is due, and the rest in the next round. */
export type Step = (deps: Deps, mayContinue: MayContinue) => Promise<void>;

export interface StepTimes {
  /** Milliseconds after which the other steps have their turns, however much a step has left to do. */
  readonly turn: number;
  /** Milliseconds that the turns of a step may take in a round. */
  readonly budget: number;
  /** Milliseconds for which the steps behind it wait for a step that does not end its turn. */
  readonly grace: number;
}
const TIMES: StepTimes = { turn: 250, budget: 10_000, grace: 15_000 };

export interface Steps {
  /** Runs all steps in turns, one at a time. A step that fails or hangs keeps no other from being run. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Resolves when no step is running any more. */
  readonly idle: () => Promise<void>;
}

/** Lets a step have its next turn. @returns whether it has more to do */
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
        // What is aborted rejects; nobody waits for it then.
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
        // It still waits for an answer of an earlier round.
        if (running.has(name)) continue;
        const takeTurn = prepare(name, step, signal);
        if (await takeTurn()) left.push(takeTurn);
      }
      // Also when the round is over: what is paused has to end.
      for (let next = left.shift(); next; next = left.shift()) if (await next()) left.push(next);
    },
    idle: async () => void (await Promise.all(running.values())),
  };
}
