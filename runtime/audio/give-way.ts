import { createPrecedence } from "./precedence.ts";

/** Lets work that can wait be given up while other work needs the memory, and begun again afterwards. */
export function createGiveWay() {
  const others = createPrecedence();
  const atWork = new Set<AbortController>();
  return {
    /** Work to which the other gives way. @returns the same */
    add<T>(work: Promise<T>): Promise<T> {
      for (const one of atWork) one.abort();
      return others.add(work);
    },
    /** @param work is begun again as often as its signal has ended it, and the outer one has not */
    async yielding<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const ended = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      for (;;) {
        await Promise.race([others.clear(), ended]);
        signal.throwIfAborted();
        const own = new AbortController();
        atWork.add(own);
        try {
          return await work(AbortSignal.any([signal, own.signal]));
        } catch (error) {
          if (!own.signal.aborted || signal.aborted) throw error;
        } finally {
          atWork.delete(own);
        }
      }
    },
  };
}
