/** Duration of the measurement in ms. */
const MEASURED = 25;
/** Multiply-add operations of a round. */
const ROUND = 200_000;
/** Minimum number of rounds, so that the code is compiled even on slow devices. */
const MIN_ROUNDS = 10;

/**
 * Measures the speed of one thread of this device, in millions of multiply-add operations per
 * second on an audio block, in the fastest round: others include compilation and other programs.
 * Estimates of effects are based on it.
 * @param now clock in ms
 */
export function measureSpeed(now: () => number): number {
  const block = Float32Array.from({ length: 4096 }, (_, at) => Math.sin(at));
  let sum = 0;
  /** Duration of a round in ms. */
  let fastest = Infinity;
  let rounds = 0;
  const start = now();
  for (let tick = start, all = 0; all < MIN_ROUNDS || tick - start < MEASURED; all++) {
    for (let at = 0; at < ROUND; at++) sum = sum * 0.5 + block[at & 4095]!;
    rounds++;
    const end = now();
    // A coarse clock does not advance for several rounds.
    if (end === tick) continue;
    fastest = Math.min(fastest, (end - tick) / rounds);
    tick = end;
    rounds = 0;
  }
  // An unused result would be optimized away.
  return Number.isFinite(sum) ? ROUND / fastest / 1000 : 0;
}
