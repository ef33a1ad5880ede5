import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";

/** What may stand in the way of all pages. */
export type Obstacle = "config" | "panels" | "code";

/** Runs what can fail by a fault of the site; the fault stands in the way until it is mended. */
export type Attempt = (what: Obstacle, work: () => Promise<unknown>) => Promise<void>;

/** Faults of what pages are made with, each until it is mended. */
export function createObstacles() {
  const obstacles = new Map<Obstacle, readonly Problem[]>();
  const begun = new Map<Obstacle, number>();
  const attempt: Attempt = async (what, work) => {
    const number = (begun.get(what) ?? 0) + 1;
    begun.set(what, number);
    // What was begun later knows of later edits, and may have ended before.
    const isLast = (): boolean => begun.get(what) === number;
    try {
      await work();
      if (isLast()) obstacles.delete(what);
    } catch (error) {
      if (!isLast()) return;
      // There is no site at all: nothing would become of waiting.
      if (error instanceof ToolkitError && error.code === "CONFIG_NOT_FOUND") throw error;
      obstacles.set(what, toProblems(error));
    }
  };
  return { attempt, problems: (): readonly Problem[] => [...obstacles.values()].flat() };
}

/** Faults of configuration and code as findings. @throws what is neither */
function toProblems(error: unknown): readonly Problem[] {
  if (!(error instanceof ToolkitError)) throw error;
  if (error.problems.length > 0) return error.problems;
  return [problem(error.code, error.params as never, error.location)];
}
