/** ms for which the device is measured. */
const MEASURED = 25;
/** Multiplications with addition in a round. */
const ROUND = 200_000;
/** Rounds at least, so that the compiler has its share where others have most of the time. */
const MIN_ROUNDS = 10;

/**
 * How many millions of multiplications with addition a second one thread of this device does, on
 * numbers of an audio block, in the fastest round: others wait for the compiler and for other programs.
 * Effects take their time by it.
 * @param now ms
 */
export function measureSpeed(now: () => number): number {
  const block = Float32Array.from({ length: 4096 }, (_, at) => Math.sin(at));
  let sum = 0;
  /** ms of a round. */
  let fastest = Infinity;
  let rounds = 0;
  const start = now();
  for (let tick = start, all = 0; all < MIN_ROUNDS || tick - start < MEASURED; all++) {
    for (let at = 0; at < ROUND; at++) sum = sum * 0.5 + block[at & 4095]!;
    rounds++;
    const end = now();
    // A coarse clock stands still for several rounds.
    if (end === tick) continue;
    fastest = Math.min(fastest, (end - tick) / rounds);
    tick = end;
    rounds = 0;
  }
  // What nobody uses would not be worked out.
  return Number.isFinite(sum) ? ROUND / fastest / 1000 : 0;
}
