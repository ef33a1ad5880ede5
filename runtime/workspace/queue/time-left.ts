/** Part that must be done, and ms that must have passed, before anything is said. */
const KNOWN = { part: 0.01, ms: 2000 } as const;
/** ms in which the speed forgets, and in which what is shown follows what is found. */
const FORGETS = 8000;
const FOLLOWS = 3000;

/** Says how long work still takes, from how far it is. */
export interface TimeLeft {
  /**
   * @param done 0 to 1; null while it is not known
   * @param now ms
   * @returns seconds; null until they are known
   */
  update(done: number | null, now: number): number | null;
}

/**
 * Time left from the speed of the last seconds. What is said runs down with the clock and leans
 * towards what is found, so that it does not jump.
 */
export function createTimeLeft(): TimeLeft {
  let start: { readonly at: number; readonly done: number } | null = null;
  let last = { at: 0, done: 0 };
  /** Part a ms. */
  let speed: number | null = null;
  let shown: number | null = null;

  const restart = (done: number, now: number): null => {
    start = { at: now, done };
    last = { at: now, done };
    speed = null;
    shown = null;
    return null;
  };

  return {
    update(done, now) {
      if (done === null || !Number.isFinite(done)) {
        start = null;
        return null;
      }
      if (done >= 1) return 0;
      // Work that begins anew, such as a second pass.
      if (!start || done < last.done) return restart(done, now);
      const passed = now - last.at;
      if (passed <= 0) return shown;
      const current = (done - last.done) / passed;
      // The first seconds weigh as much as they last.
      const weight = Math.max(1 - Math.exp(-passed / FORGETS), passed / (now - start.at));
      speed = speed === null ? current : speed + (current - speed) * weight;
      last = { at: now, done };
      if (now - start.at < KNOWN.ms || done - start.done < KNOWN.part || speed <= 0) return shown;
      const found = (1 - done) / speed / 1000;
      if (shown === null) shown = found;
      else {
        const ran = Math.max(0, shown - passed / 1000);
        shown = ran + (found - ran) * (1 - Math.exp(-passed / FOLLOWS));
      }
      return shown;
    },
  };
}
