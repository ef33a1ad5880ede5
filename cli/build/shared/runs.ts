/** What a stage sees of the pool: tasks of its own, done on all threads. */
export interface Runs<Task, Result = undefined> {
  /** @param onDone is told each result, in any order */
  run(tasks: readonly Task[], onDone?: (result: Result) => void): Promise<void>;
}
