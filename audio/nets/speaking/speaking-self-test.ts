import type { SpeechSynthesisNet } from "./speech-synthesis-net.ts";

/** Number of segments whose level is measured. */
const SEGMENTS = 8;
/** “Hello” in phonemes that all supported languages have. */
const PHRASE = "halo.";

/** Self-test of a voice: duration in seconds and the levels of eight segments of a fixed phrase. */
export async function measureTestPhrase(net: SpeechSynthesisNet): Promise<number[]> {
  const { samples } = await net.synthesize(PHRASE, { speed: 1 });
  const length = Math.ceil(samples.length / SEGMENTS);
  const levels = Array.from({ length: SEGMENTS }, (_, part) => {
    let power = 0;
    const own = samples.subarray(part * length, (part + 1) * length);
    for (const sample of own) power += sample * sample;
    return Math.sqrt(power / Math.max(1, own.length));
  });
  return [samples.length / net.sampleRate, ...levels];
}
