/** Lets some work wait until other work has ended, whose results are wanted sooner. */
export function createPrecedence() {
  const first = new Set<Promise<unknown>>();
  return {
    /** Work that goes first. @returns the same */
    add<T>(work: Promise<T>): Promise<T> {
      const done = (): void => void first.delete(work);
      first.add(work);
      work.then(done, done);
      return work;
    },
    /** Resolves when no such work is left. */
    async clear(): Promise<void> {
      while (first.size > 0) await Promise.allSettled(first);
    },
  };
}
