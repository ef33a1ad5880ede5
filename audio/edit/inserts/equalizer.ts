import type { Format, Processor } from "../../effect.ts";
import { type Biquad, type BiquadKind, designBiquad } from "../../signal/biquad.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import { createCascade } from "../../signal/cascade.ts";
import type { EffectValues } from "./track-effects.ts";

interface Band {
  readonly kind: BiquadKind;
  readonly frequency: number;
  readonly gain: number;
  readonly q: number;
}

/**
 * The bands that change something: a low shelf, three peaks and a high shelf. A band at or above
 * half the sample rate has nothing to change.
 */
export function bandsOf(values: EffectValues<"equalizer">, sampleRate: number): readonly Band[] {
  const butterworth = Math.SQRT1_2;
  const bands: readonly Band[] = [
    { kind: "lowshelf", frequency: values.lowFrequency, gain: values.lowGain, q: butterworth },
    { kind: "peak", frequency: values.peak1Frequency, gain: values.peak1Gain, q: values.peak1Q },
    { kind: "peak", frequency: values.peak2Frequency, gain: values.peak2Gain, q: values.peak2Q },
    { kind: "peak", frequency: values.peak3Frequency, gain: values.peak3Gain, q: values.peak3Q },
    { kind: "highshelf", frequency: values.highFrequency, gain: values.highGain, q: butterworth },
  ];
  return bands.filter(({ gain, frequency }) => gain !== 0 && frequency < sampleRate / 2);
}

const stagesOf = (values: EffectValues<"equalizer">, sampleRate: number): readonly Biquad[] =>
  bandsOf(values, sampleRate).map(({ kind, ...band }) => designBiquad(kind, band, sampleRate));

/** Parametric equalizer; null if no band changes anything. */
export function createEqualizer(
  values: EffectValues<"equalizer">,
  { sampleRate, channels }: Format,
): Processor | null {
  const stages = stagesOf(values, sampleRate);
  if (stages.length === 0) return null;
  const cascade = createCascade(stages, channels);
  const scratch = createScratch(channels);
  return {
    process(block) {
      const out = scratch(framesOf(block));
      for (const [channel, samples] of out.entries()) samples.set(block[channel]!);
      cascade.run(out);
      return out;
    },
    finish: () => null,
  };
}

/** Gain of an equalizer in dB at a frequency in Hz. */
export function equalizerGain(
  values: EffectValues<"equalizer">,
  sampleRate: number,
  frequency: number,
): number {
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [cosine2, sine2] = [Math.cos(2 * angle), Math.sin(2 * angle)];
  const power = (c0: number, c1: number, c2: number): number =>
    (c0 + c1 * cosine + c2 * cosine2) ** 2 + (c1 * sine + c2 * sine2) ** 2;
  return stagesOf(values, sampleRate).reduce(
    (sum, { b0, b1, b2, a1, a2 }) => sum + 10 * Math.log10(power(b0, b1, b2) / power(1, a1, a2)),
    0,
  );
}
