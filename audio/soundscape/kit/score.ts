/** What happens when: gives the seconds until it goes on. */
export type Score = Generator<number, never, undefined>;

export interface Player {
  /**
   * Plays what is due in so many frames.
   * @returns nothing: while the score runs, `at` is the frame of the block where it is
   */
  run(frames: number): void;
  readonly at: () => number;
}

/** Plays a score at a sample rate, to the sample. */
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
