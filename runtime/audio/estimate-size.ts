import type { Format } from "#audio/effect.ts";
import { type OutputFormat, OUTPUT_FORMATS, rateOf } from "#audio/media/writers/output-formats.ts";

const BITS: Readonly<Partial<Record<OutputFormat, number>>> = { wav16: 16, wav24: 24, wav32f: 32 };

/**
 * Approximate size of an encoded sound, in bytes; null if it depends on the content.
 * @param seconds duration
 */
export function estimateSize(output: OutputFormat, source: Format, seconds: number): number | null {
  const facts = OUTPUT_FORMATS[output];
  const channels = Math.min(source.channels, facts.maxChannels);
  const bits = BITS[output];
  const perSecond = bits === undefined ? facts.bitrate : bits * rateOf(facts, source.sampleRate);
  return perSecond === undefined ? null : (perSecond * channels * seconds) / 8;
}
