import { describe, expect, it } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import { sampleOf } from "#tests/left-out.ts";
import { peakOf } from "../../signal/sample-kernel.ts";
import { createAdaptiveDereverb, createDereverb } from "./dereverb.ts";
import { createReverbEstimator } from "./estimate-reverb.ts";

const FORMAT = { sampleRate: 16_000, channels: 1 } as const;
const SECONDS = 2.5;
const LEVEL = 0.1;

/** Noise in syllables of 250 ms that begins after near silence. */
function soundAfter(seconds: number, silence: number, seed: number): Float32Array {
  const random = createSeededRandom(`onset ${seed}`);
  return Float32Array.from({ length: SECONDS * FORMAT.sampleRate }, (_, i) => {
    const time = i / FORMAT.sampleRate - seconds;
    const level = time < 0 ? silence : LEVEL * Math.sin(Math.PI * ((4 * time) % 1)) ** 2;
    return level * (2 * random() - 1);
  });
}

const peakAfter = (blocks: readonly (readonly Float32Array[] | null)[]): number =>
  Math.max(...blocks.map((block) => (block ? peakOf(block[0]!) : 0)));

describe("sound that begins after silence", () => {
  // The filters are first solved after 1.5 s, where few frames have sound in this range.
  const onsets = Array.from({ length: 24 }, (_, i) => 1.36 + i * 0.008);

  it.each(sampleOf(2, [0, 1e-7, 1e-9, 1e-5]))(
    "TLS-4 is not amplified by filters learned from silence of level %s",
    (silence) => {
      for (const [seed, onset] of onsets.entries()) {
        const sound = soundAfter(onset, silence, seed);
        const adaptive = createAdaptiveDereverb(1, FORMAT);
        const streamed = [adaptive.process([sound.slice()]), adaptive.finish()].map((block) =>
          block ? block.map((samples) => samples.slice()) : null,
        );
        expect(peakAfter(streamed), `adaptive, onset ${onset}`).toBeLessThan(2 * LEVEL);
        const estimator = createReverbEstimator(FORMAT);
        estimator.push([sound.slice(0, Math.round((onset + 0.15) * FORMAT.sampleRate))]);
        const removal = createDereverb(1, FORMAT, estimator.finish());
        const cleaned = [removal.process([sound.slice()]), removal.finish()].map((block) =>
          block ? block.map((samples) => samples.slice()) : null,
        );
        expect(peakAfter(cleaned), `estimated, onset ${onset}`).toBeLessThan(2 * LEVEL);
      }
    },
  );
});
