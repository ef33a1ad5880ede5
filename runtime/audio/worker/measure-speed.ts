/** ms for which the device is measured. */
const MEASURED = 25;
/** Multiplications with addition in a round. */
const ROUND = 200_000;

/**
 * How many millions of multiplications with addition a second one thread of this device does, on
 * numbers of an audio block. Effects take their time by it.
 * @param now ms
 */
export function measureSpeed(now: () => number): number {
  const block = Float32Array.from({ length: 4096 }, (_, at) => Math.sin(at));
  let sum = 0;
  let rounds = 0;
  const start = now();
  let end = start;
  while (end - start < MEASURED) {
    for (let at = 0; at < ROUND; at++) sum = sum * 0.5 + block[at & 4095]!;
    rounds++;
    end = now();
  }
  // What nobody uses would not be worked out.
  return Number.isFinite(sum) ? (rounds * ROUND) / (end - start) / 1000 : 0;
}
