import { type Analyzer, type Format, defineEffect } from "../effect.ts";
import { createTargetMeter, type Level } from "../restoration/target-level.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createGain } from "../signal/gain.ts";
import { createLimiter } from "../signal/limiter.ts";
import { type Loudness, createLoudnessMeter } from "../signal/loudness.ts";

interface Values {
  readonly mode: "gain" | "loudness" | "peak";
  readonly gain: number;
  readonly loudness: number;
  readonly limiter: boolean;
  readonly ceiling: number;
}

/** Gain in dB. Near-silence is not amplified. */
function gainOf({ mode, gain, loudness, ceiling }: Values, measured: Measured | null): number {
  if (mode === "gain" || !measured) return gain;
  const desiredGain =
    mode === "peak"
      ? ceiling - measured.truePeak
      : (measured.limitedGain ?? loudness - measured.level);
  return Number.isFinite(desiredGain) ? desiredGain : 0;
}

/** Measurements of the input. */
interface Measured extends Loudness {
  /**
   * Gain in dB that reaches the loudness behind the limiter; null if the limiter has nothing to do.
   */
  readonly limitedGain: number | null;
}

/**
 * Measures the input. If the limiter would make the result softer than the target, another pass
 * determines the gain that compensates for it.
 */
function createAnalyzer(values: Values, format: Format, frames?: number): Analyzer<Measured> {
  const meter = createLoudnessMeter(format);
  let target: Analyzer<Level> | null = null;
  let measured: Loudness | null = null;
  return {
    push: (block) => (target ?? meter).push(block),
    needsAnotherPass() {
      if (measured || values.mode !== "loudness" || !values.limiter) return false;
      measured = meter.measure();
      const { loudness, ceiling } = values;
      const peak = measured.truePeak + loudness - measured.level;
      if (!Number.isFinite(peak) || peak <= ceiling) return false;
      target = createTargetMeter(format, { target: loudness, ceiling }, frames);
      return true;
    },
    finish: () => ({
      ...(measured ?? meter.measure()),
      limitedGain: target && target.finish().gain,
    }),
  };
}

/**
 * Changes the level by a number of decibels, to a loudness, or to a peak at the ceiling. The
 * limiter keeps true peaks below the ceiling; without it, samples may exceed full scale, which the
 * findings report.
 */
export default defineEffect({
  id: "volume",
  parameters: {
    mode: { kind: "choice", choices: ["gain", "loudness", "peak"], default: "gain" },
    gain: { kind: "number", min: -96, max: 60, default: 0, unit: "dB", step: 0.01 },
    loudness: { kind: "number", min: -70, max: 0, default: -16, unit: "LUFS", step: 0.1 },
    limiter: { kind: "switch", default: true },
    ceiling: { kind: "number", min: -20, max: 0, default: -1, unit: "dBTP", step: 0.1 },
  },
  length: "same",
  cost: { analysis: 0.6, work: 0.5 },
  neutral: { mode: "gain", gain: 0, limiter: false },
  analyze(values, format, _, frames) {
    const mayClip = values.gain > 0 && !values.limiter;
    if (values.mode === "gain" && !mayClip) return null;
    return createAnalyzer(values, format, frames);
  },
  loudness: ({ mode, loudness }) => (mode === "loudness" ? loudness : null),
  ceiling: ({ limiter, ceiling }) => (limiter ? ceiling : null),
  findings(measured: Measured | null, values) {
    if (!measured) return {};
    const gain = gainOf(values, measured);
    return {
      figures: {
        gain,
        integratedLufs: measured.level,
        truePeakDb: measured.truePeak,
        // Above 0 dB, an integer format would clip.
        peakAfterDb: values.limiter
          ? Math.min(values.ceiling, measured.truePeak + gain)
          : measured.samplePeak + gain,
      },
    };
  },
  create(values, format, { analysis }) {
    const factor = decibelsToFactor(gainOf(values, analysis));
    if (values.limiter) return createLimiter(format, { ceiling: values.ceiling, gain: factor });
    return createGain(factor, format.channels);
  },
});
