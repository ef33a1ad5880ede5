import type { SpeakingNet } from "./speaking-net.ts";

/** Parts in which what a voice says is measured. */
const PARTS = 8;
/** “Hello” in phonemes that all languages here have. */
const PHRASE = "halo.";

/** What a voice says to a known phrase: how many seconds, and the level of each of eight parts. */
export async function answerKnownPhrase(net: SpeakingNet): Promise<number[]> {
  const { samples } = await net.say(PHRASE, { speed: 1 });
  const length = Math.ceil(samples.length / PARTS);
  const levels = Array.from({ length: PARTS }, (_, part) => {
    let power = 0;
    const own = samples.subarray(part * length, (part + 1) * length);
    for (const sample of own) power += sample * sample;
    return Math.sqrt(power / Math.max(1, own.length));
  });
  return [samples.length / net.sampleRate, ...levels];
}
