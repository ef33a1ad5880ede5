import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";

/** Causes that can block all pages. */
export type Obstacle = "config" | "panels" | "code";

/** Runs work that a site's error can make fail; the error blocks pages until the work succeeds. */
export type Attempt = (what: Obstacle, work: () => Promise<unknown>) => Promise<void>;

/** Errors that block all pages, each until it is fixed. */
export function createObstacles() {
  const obstacles = new Map<Obstacle, readonly Problem[]>();
  const begun = new Map<Obstacle, number>();
  const attempt: Attempt = async (what, work) => {
    const number = (begun.get(what) ?? 0) + 1;
    begun.set(what, number);
    // Work that started later includes later edits, and may have finished earlier.
    const isLast = (): boolean => begun.get(what) === number;
    try {
      await work();
      if (isLast()) obstacles.delete(what);
    } catch (error) {
      if (!isLast()) return;
      // Without a site there is nothing to wait for.
      if (error instanceof ToolkitError && error.code === "CONFIG_NOT_FOUND") throw error;
      obstacles.set(what, toProblems(error));
    }
  };
  return { attempt, problems: (): readonly Problem[] => [...obstacles.values()].flat() };
}

/** Errors of configuration and code as findings. @throws other errors */
function toProblems(error: unknown): readonly Problem[] {
  if (!(error instanceof ToolkitError)) throw error;
  if (error.problems.length > 0) return error.problems;
  return [problem(error.code, error.params as never, error.location)];
}
