import type { Block, Format, Processor } from "../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { type ResamplerGrade, createResampler } from "../signal/resample.ts";
import { type Shift, createFrameShift } from "./shift-frames.ts";

/**
 * Largest denominator of the pitch's factor as a ratio of rates: so many kernels are made once, and
 * nothing lies between two. Whole semitones are 0.03 cents off at most, others 0.2.
 */
const MOST_PARTS = 2048;
/** 91 % of the band passes; what would fold lies under all that frames leave of each other. */
const GRADE: ResamplerGrade = { stopBand: 80, crossings: 56, folded: 0 };

/** Moves pitch and formants of a voice apart from each other; in time, as long. */
export function createVoiceShift(shift: Shift, format: Format): Processor {
  const { channels } = format;
  const [from, to] = ratioOf(shift.pitch);
  const frames = createFrameShift({ ...shift, pitch: from / to }, format);
  const { size, hop, middleOf } = frames;
  const resampler = createResampler(from, to, channels, GRADE);
  let held = createBlock(channels, 2 * size);
  /** Frame of the input at `held[0]`; zeros lie before the beginning. */
  let origin = -size / 2;
  let filled = size / 2;
  let index = 0;
  let taken = 0;
  let given = 0;

  const append = (block: Block) => {
    const count = framesOf(block);
    const unused = Math.max(0, Math.min(filled, middleOf(index) - size / 2 - origin));
    const kept = filled - unused;
    const larger =
      kept + count > held[0]!.length ? createBlock(channels, 2 * (kept + count)) : held;
    for (let c = 0; c < channels; c++) {
      larger[c]!.set(held[c]!.subarray(unused, filled));
      larger[c]!.set(block[c]!, kept);
    }
    held = larger;
    origin += unused;
    filled = kept + count;
  };

  let early = size / 2;
  const run = (limit: number): Block | null => {
    let steps = 0;
    while (middleOf(index + steps) + size / 2 <= origin + filled) steps++;
    if (steps === 0) return null;
    const out = createBlock(channels, steps * hop);
    for (let n = 0; n < steps; n++, index++)
      frames.step(held, middleOf(index) - size / 2 - origin, out, n * hop);
    const skip = Math.min(early, steps * hop);
    early -= skip;
    const ready = resampler.process(out.map((samples) => samples.subarray(skip)));
    if (!ready) return null;
    const count = Math.max(0, Math.min(framesOf(ready), limit - given));
    given += count;
    return ready.map((samples) => samples.subarray(0, count));
  };
  return {
    process(block) {
      taken += framesOf(block);
      append(block);
      return run(Infinity);
    },
    finish() {
      const parts: (Block | null)[] = [];
      // Zeros push out what the overlap and the change of the rate hold back.
      while (given < taken) {
        append(createBlock(channels, 2 * size));
        parts.push(run(taken));
      }
      return joinBlocks(parts, channels);
    },
  };
}

/** The nearest ratio of whole numbers, the second one `MOST_PARTS` at most (Stern and Brocot's tree). */
function ratioOf(factor: number): readonly [number, number] {
  let [low, lowParts] = [Math.floor(factor), 1];
  let [high, highParts] = [low + 1, 1];
  while (lowParts + highParts <= MOST_PARTS) {
    if (factor > (low + high) / (lowParts + highParts)) {
      low += high;
      lowParts += highParts;
    } else {
      high += low;
      highParts += lowParts;
    }
  }
  const lower = factor - low / lowParts < high / highParts - factor;
  return lower && low > 0 ? [low, lowParts] : [high, highParts];
}
