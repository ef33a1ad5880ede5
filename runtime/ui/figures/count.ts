/** Duration of counting, in ms. */
export const COUNT_MS = 600;

/** Value between two others, a share of the time in; fast at first. */
export const countedValue = (from: number, to: number, share: number): number =>
  share >= 1 ? to : to - (to - from) * (1 - Math.max(0, share)) ** 3;

/**
 * Counts from one number to another, a step a frame.
 * @param input.now time in ms
 * @param input.nextFrame calls a function before the next frame; returns a function that cancels that
 * @returns a function that stops it
 */
export function startCount({
  from,
  to,
  now,
  nextFrame,
  set,
}: {
  readonly from: number;
  readonly to: number;
  readonly now: () => number;
  readonly nextFrame: (work: () => void) => () => void;
  readonly set: (value: number) => void;
}): () => void {
  const start = now();
  let cancel = (): void => {};
  const step = (): void => {
    const share = (now() - start) / COUNT_MS;
    set(countedValue(from, to, share));
    if (share < 1) cancel = nextFrame(step);
  };
  step();
  return () => cancel();
}
