import type { AsyncNet } from "../../effect.ts";

/** Number of segments of the output whose level is measured. */
const SEGMENTS = 8;
/** Steps per segment for short steps. */
const STEPS = 4;
/** Step length in samples from which segments of a single step are measured. */
const LONG = 8000;

/** Self-test of a streaming network: output levels of eight segments for a swelling 300 Hz tone. */
export async function measureTestStream(net: AsyncNet): Promise<number[]> {
  const length = net.hop >= LONG ? net.hop : SEGMENTS * STEPS * net.hop;
  const sound = Float32Array.from(
    { length },
    (_, at) => ((0.3 * at) / length) * Math.sin((2 * Math.PI * 300 * at) / net.sampleRate),
  );
  const output = await net.run(sound);
  return Array.from({ length: SEGMENTS }, (_, part) => {
    const own = output.subarray((part * length) / SEGMENTS, ((part + 1) * length) / SEGMENTS);
    let power = 0;
    for (const sample of own) power += sample * sample;
    return Math.sqrt(power / own.length);
  });
}
