import type { Analyzer } from "../../effect.ts";
import { listBreathCandidates } from "./breath-candidates.ts";
import { createBreathFrames, secondsOf } from "./breath-frames.ts";
import { BREATH_BIAS, BREATH_WEIGHTS } from "./breath-weights.ts";

/** Seconds */
export interface Breath {
  readonly start: number;
  readonly end: number;
  /** 0 to 1 */
  readonly sureness: number;
}

/** What a range scores at least where everything that may be a breath is wanted, and where only sure ones are. */
const LEAST_SCORE = -1.8;
const MOST_SCORE = 6;

/**
 * Looks for breaths: ranges without voice in the pauses of speech, whose length, level, spectrum and
 * place say that they are air that is drawn in and no fricative.
 *
 * @param sensitivity 0 to 1
 */
export function createBreathFinder(
  sensitivity: number,
  sampleRate: number,
): Analyzer<readonly Breath[]> {
  const frames = createBreathFrames(sampleRate);
  const least = MOST_SCORE + (LEAST_SCORE - MOST_SCORE) * sensitivity;
  return {
    push: (block) => frames.push(block),
    finish: () =>
      listBreathCandidates(frames.finish()).flatMap(({ first, end, features }) => {
        const score = scoreBreath(features);
        if (score <= least) return [];
        const start = Math.max(0, secondsOf(first) - 0.01);
        return [{ start, end: secondsOf(end - 1) + 0.02, sureness: 1 / (1 + Math.exp(-score)) }];
      }),
  };
}

/** The logarithm of how much likelier it is a breath than not. */
function scoreBreath(features: readonly number[]): number {
  return features.reduce((sum, x, i) => sum + BREATH_WEIGHTS[i]! * x, BREATH_BIAS);
}
