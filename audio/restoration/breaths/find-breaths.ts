import type { Analyzer } from "../../effect.ts";
import { listBreathCandidates } from "./breath-candidates.ts";
import { createBreathFrames, secondsOf } from "./breath-frames.ts";
import { BREATH_BIAS, BREATH_WEIGHTS } from "./breath-weights.ts";

/** Seconds */
export interface Breath {
  readonly start: number;
  readonly end: number;
  /** Confidence, 0 to 1. */
  readonly sureness: number;
}

/**
 * Score thresholds at full sensitivity, where every possible breath is found, and at zero, where
 * only certain ones are.
 */
const MIN_THRESHOLD = -1.8;
const MAX_THRESHOLD = 6;

/**
 * Finds breaths: unvoiced ranges in speech pauses whose length, level, spectrum and position
 * indicate an inhalation rather than a fricative.
 *
 * @param sensitivity 0 to 1
 */
export function createBreathFinder(
  sensitivity: number,
  sampleRate: number,
): Analyzer<readonly Breath[]> {
  const frames = createBreathFrames(sampleRate);
  const threshold = MAX_THRESHOLD + (MIN_THRESHOLD - MAX_THRESHOLD) * sensitivity;
  return {
    push: (block) => frames.push(block),
    finish: () =>
      listBreathCandidates(frames.finish()).flatMap(({ first, end, features }) => {
        const score = scoreBreath(features);
        if (score <= threshold) return [];
        const start = Math.max(0, secondsOf(first) - 0.01);
        return [{ start, end: secondsOf(end - 1) + 0.02, sureness: 1 / (1 + Math.exp(-score)) }];
      }),
  };
}

/** Log odds that a candidate is a breath. */
function scoreBreath(features: readonly number[]): number {
  return features.reduce((sum, x, i) => sum + BREATH_WEIGHTS[i]! * x, BREATH_BIAS);
}
