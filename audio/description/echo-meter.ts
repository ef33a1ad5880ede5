import type { Analyzer, Block, Format } from "../effect.ts";
import { createEchoFinder } from "../restoration/find-echo.ts";
import { framesOf } from "../signal/blocks.ts";
import type { Certainty } from "./classify.ts";

/** Seconds of the pieces that are heard on their own, and from which on there are enough of them. */
const PIECE = 4;
const ENOUGH = 3 * PIECE;
/** Seconds by which two delays of one echo differ at most. */
const SAME = 0.002;
/** Factor of an echo's amplitude that chance does not come to. */
const STRONG = 0.2;

export interface HeardEcho {
  /** Milliseconds. */
  readonly delay: number;
  readonly certainty: Certainty;
}

/**
 * Looks for an echo in the whole sound and in every other piece of 4 s: a wall answers throughout,
 * while a word or a bar that comes again is an echo in one place only.
 */
export function createEchoMeter({ sampleRate }: Format): Analyzer<HeardEcho | null> {
  const whole = createEchoFinder(sampleRate);
  const halves = [createEchoFinder(sampleRate), createEchoFinder(sampleRate)] as const;
  const length = Math.round(PIECE * sampleRate);
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
        return { delay, certainty: found.gain >= STRONG ? "likely" : "possible" };
      const agreeing = halves.filter((half) => {
        const own = half.finish();
        return own !== null && Math.abs(own.delay - found.delay) < SAME;
      }).length;
      if (agreeing === 0) return null;
      const isSure = agreeing === 2 && found.gain >= STRONG;
      if (agreeing === 1 && found.gain < STRONG) return null;
      return { delay, certainty: isSure ? "sure" : agreeing === 2 ? "likely" : "possible" };
    },
  };
}
