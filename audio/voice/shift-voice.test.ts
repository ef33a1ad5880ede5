import { expect, it } from "vitest";
import { makeVowel, measureFormants, measurePitch, VOWEL_FORMANTS } from "#bench/audio/vowel.ts";
import { copyFrames, joinBlocks } from "../signal/blocks.ts";
import { createVoiceShift } from "./shift-voice.ts";

const RATE = 48_000;
const HERTZ = 110;

function shift(samples: Float32Array, pitch: number): Float32Array {
  const processor = createVoiceShift(
    { pitch, formant: 1, excitation: "voice" },
    { sampleRate: RATE, channels: 1 },
  );
  const parts = [];
  for (let at = 0; at < samples.length; at += 16_384) {
    const block = processor.process([samples.subarray(at, at + 16_384)]);
    parts.push(block && copyFrames(block, 0));
  }
  return joinBlocks([...parts, processor.finish()], 1)[0]!;
}

// A ratio with a large denominator, a cent, and a simple ratio.
it.each([2 ** (-7 / 12), 1.0006, 1.5])(
  "TLS-1 moves a voice by the factor %d within a fifth of a cent, as long as it was",
  (pitch) => {
    const out = shift(makeVowel(HERTZ, RATE, { seconds: 3 }), pitch);
    expect(out).toHaveLength(3 * RATE);
    const cents = 1200 * Math.log2(measurePitch(out, HERTZ * pitch, RATE) / (HERTZ * pitch));
    expect(Math.abs(cents)).toBeLessThan(0.2);
  },
);

it.each([7])("TLS-1 leaves the formants of a vowel, %i semitones away", (semitones) => {
  const pitch = 2 ** (semitones / 12);
  const made = makeVowel(HERTZ * pitch, RATE, { sway: 0.2 });
  const expected = measureFormants(made, VOWEL_FORMANTS, RATE);
  const out = shift(makeVowel(HERTZ, RATE, { sway: 0.2 }), pitch);
  const found = measureFormants(out, VOWEL_FORMANTS, RATE);
  for (const [i, hertz] of found.entries())
    expect(Math.abs(hertz / expected[i]! - 1)).toBeLessThan(0.03);
});
