import { setImmediate as turn } from "node:timers/promises";

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

/**
 * A clock for code that is given its timers. Unlike `vi.useFakeTimers`, it runs no timers of other
 * code: test files share modules, and a loop that another file has left behind would take part in
 * each advance, which takes minutes where an hour is advanced in its steps of some milliseconds.
 */
export class TestClock {
  #now = 0;
  #timers: Timer[] = [];

  readonly setTimeout = (work: () => void, ms = 0): Timer => {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return timer;
  };

  readonly clearTimeout = (timer: Timer): void => {
    this.#timers = this.#timers.filter((each) => each !== timer);
  };

  /** Runs what is due within the next milliseconds, in order, and lets promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await turn();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = next.at;
      this.clearTimeout(next);
      next.work();
      await turn();
    }
    this.#now = end;
  }

  /** The earliest timer that is due by a time; of several, the one that was set first. */
  #next(end: number): Timer | undefined {
    return this.#timers
      .filter(({ at }) => at <= end)
      .reduce<Timer | undefined>(
        (first, timer) => (first && first.at <= timer.at ? first : timer),
        undefined,
      );
  }
}
