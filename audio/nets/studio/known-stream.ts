import type { AsyncNet } from "../../effect.ts";

/** Parts in which its answer is measured. */
const PARTS = 8;
/** Steps of a part, where a step is short. */
const STEPS = 4;
/** Samples of a step that is so long that its own parts are measured. */
const LONG = 8000;

/**
 * What a net for streams says to a known sound, a tone of 300 Hz that swells: the level of each of eight
 * parts that come out.
 */
export async function answerKnownStream(net: AsyncNet): Promise<number[]> {
  const length = net.hop >= LONG ? net.hop : PARTS * STEPS * net.hop;
  const sound = Float32Array.from(
    { length },
    (_, at) => ((0.3 * at) / length) * Math.sin((2 * Math.PI * 300 * at) / net.sampleRate),
  );
  const said = await net.run(sound);
  return Array.from({ length: PARTS }, (_, part) => {
    const own = said.subarray((part * length) / PARTS, ((part + 1) * length) / PARTS);
    let power = 0;
    for (const sample of own) power += sample * sample;
    return Math.sqrt(power / own.length);
  });
}
