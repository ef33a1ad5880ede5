/** The pool as a stage sees it: tasks of one kind, run on all threads. */
export interface Runs<Task, Result = undefined> {
  /** @param onDone called with each result, in any order */
  run(tasks: readonly Task[], onDone?: (result: Result) => void): Promise<void>;
}
