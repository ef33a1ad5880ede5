import type { Analyzer, Block, Format } from "../effect.ts";
import { createEchoFinder } from "../restoration/find-echo.ts";
import { framesOf } from "../signal/blocks.ts";
import type { Certainty } from "./classify.ts";

/**
 * Length in seconds of the segments that are analyzed separately, and the minimum number of
 * segments.
 */
const SEGMENT_SECONDS = 4;
const ENOUGH = 3 * SEGMENT_SECONDS;
/** Maximum difference in seconds between two estimates of the same echo. */
const MAX_DELAY_DIFFERENCE = 0.002;
/** Minimum gain of an echo that cannot be coincidence. */
const MIN_GAIN = 0.2;

export interface EchoEstimate {
  /** Milliseconds. */
  readonly delay: number;
  readonly certainty: Certainty;
}

/**
 * Finds an echo in the whole sound and separately in every other 4 s segment: a wall reflects
 * throughout, whereas a repeated word or bar is an echo in one place only.
 */
export function createEchoMeter({ sampleRate }: Format): Analyzer<EchoEstimate | null> {
  const whole = createEchoFinder(sampleRate);
  const halves = [createEchoFinder(sampleRate), createEchoFinder(sampleRate)] as const;
  const length = Math.round(SEGMENT_SECONDS * sampleRate);
  let frames = 0;
  return {
    push(block: Block) {
      whole.push(block);
      for (let at = 0; at < framesOf(block);) {
        const end = Math.min(framesOf(block), at + length - (frames % length));
        const part = block.map((plane) => plane.subarray(at, end));
        halves[Math.floor(frames / length) % 2 === 0 ? 0 : 1].push(part);
        frames += end - at;
        at = end;
      }
    },
    finish() {
      const found = whole.finish();
      if (!found) return null;
      const delay = 1000 * found.delay;
      if (frames < ENOUGH * sampleRate)
        return { delay, certainty: found.gain >= MIN_GAIN ? "likely" : "possible" };
      const agreeing = halves.filter((half) => {
        const own = half.finish();
        return own !== null && Math.abs(own.delay - found.delay) < MAX_DELAY_DIFFERENCE;
      }).length;
      if (agreeing === 0) return null;
      const isSure = agreeing === 2 && found.gain >= MIN_GAIN;
      if (agreeing === 1 && found.gain < MIN_GAIN) return null;
      return { delay, certainty: isSure ? "sure" : agreeing === 2 ? "likely" : "possible" };
    },
  };
}
