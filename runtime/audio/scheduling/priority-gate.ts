/** Makes work wait until other work, whose results are needed sooner, has settled. */
export function createPriorityGate() {
  const pending = new Set<Promise<unknown>>();
  return {
    /** Registers work with priority. @returns the same promise */
    add<T>(work: Promise<T>): Promise<T> {
      const done = (): void => void pending.delete(work);
      pending.add(work);
      work.then(done, done);
      return work;
    },
    /** Resolves when no work with priority is pending. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
