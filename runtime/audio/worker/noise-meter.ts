import type { Block, Format } from "../../../audio/effect.ts";
import { powerToDecibels } from "../../../audio/signal/decibel.ts";

/** Share of the windows that are quieter than what counts as noise. */
const QUIET = 0.1;
/** Windows a second. */
const WINDOWS = 10;
/** Quietest level that is told apart, in dB below full scale, and steps a dB. */
const FLOOR = -120;
const STEPS = 10;

/**
 * Listens to a sound as it passes and tells the level of its quiet parts: that which a tenth of its
 * windows of 100 ms do not reach. Windows of digital silence do not count.
 */
export function createNoiseMeter({ sampleRate }: Format) {
  const size = Math.round(sampleRate / WINDOWS);
  const counts = new Uint32Array(-FLOOR * STEPS + 1);
  let total = 0;
  let sum = 0;
  let filled = 0;
  let peak = 0;
  const close = (channels: number): void => {
    const level = powerToDecibels(sum / (size * channels));
    if (level > FLOOR) {
      counts[Math.min(counts.length - 1, Math.round((level - FLOOR) * STEPS))]!++;
      total++;
    }
    sum = 0;
    filled = 0;
  };
  // Numbers that functions share are slow to change in a loop.
  const add = (plane: Float32Array, from: number, to: number): void => {
    let squares = 0;
    let largest = peak;
    for (let at = from; at < to; at++) {
      const value = plane[at]!;
      squares += value * value;
      const height = Math.abs(value);
      if (height > largest) largest = height;
    }
    sum += squares;
    peak = largest;
  };
  return {
    push(block: Block): void {
      const count = block[0]?.length ?? 0;
      for (let from = 0; from < count;) {
        const to = Math.min(count, from + size - filled);
        for (const plane of block) add(plane, from, to);
        filled += to - from;
        if (filled === size) close(block.length);
        from = to;
      }
    },
    /** Largest sample; 0 is digital silence. */
    peak: (): number => peak,
    /** dB below full scale; −Infinity where nothing was heard. */
    noise(): number {
      let seen = 0;
      for (const [at, count] of counts.entries()) {
        seen += count;
        if (total > 0 && seen >= QUIET * total) return at / STEPS + FLOOR;
      }
      return -Infinity;
    },
  };
}
