/** A schedule of events: a generator that yields the seconds until the next event. */
export type Score = Generator<number, never, undefined>;

export interface Player {
  /**
   * Runs the events that are due within the next frames. While the score runs, `at` returns the
   * current frame of the block.
   */
  run(frames: number): void;
  readonly at: () => number;
}

/** Plays a score at a sample rate, sample-accurately. */
export function createPlayer(write: (at: () => number) => Score, sampleRate: number): Player {
  let due = 0;
  let at = 0;
  const score = write(() => at);
  return {
    at: () => at,
    run(frames) {
      while (due < frames) {
        at = Math.max(0, Math.floor(due));
        due += Math.max(1, score.next().value * sampleRate);
      }
      due -= frames;
    },
  };
}
