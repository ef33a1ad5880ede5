import type { Block, Format, Processor } from "../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { type ResamplerGrade, createResampler } from "../signal/resample.ts";
import { type Shift, createFrameShift } from "./shift-frames.ts";

/**
 * Maximum denominator of the pitch factor as a rate ratio, so that exact kernels can be
 * precomputed. Errors: 0.03 cents for whole semitones, otherwise 0.2.
 */
const MAX_DENOMINATOR = 2048;
/** Passes 91 % of the band; aliases are below the residue of the frame overlap. */
const GRADE: ResamplerGrade = { stopBand: 80, crossings: 56, folded: 0 };

/** Shifts pitch and formants of a voice independently; latency compensated, length kept. */
export function createVoiceShift(shift: Shift, format: Format): Processor {
  const { channels } = format;
  const [from, to] = ratioOf(shift.pitch);
  const frames = createFrameShift({ ...shift, pitch: from / to }, format);
  const { size, hop, middleOf } = frames;
  const resampler = createResampler(from, to, channels, GRADE);
  let held = createBlock(channels, 2 * size);
  /** Input frame of `held[0]`; zeros precede the beginning. */
  let origin = -size / 2;
  let filled = size / 2;
  let index = 0;
  let taken = 0;
  let given = 0;

  const append = (block: Block) => {
    const count = framesOf(block);
    const unused = Math.max(0, Math.min(filled, middleOf(index) - size / 2 - origin));
    const remaining = filled - unused;
    const larger =
      remaining + count > held[0]!.length ? createBlock(channels, 2 * (remaining + count)) : held;
    for (let c = 0; c < channels; c++) {
      larger[c]!.set(held[c]!.subarray(unused, filled));
      larger[c]!.set(block[c]!, remaining);
    }
    held = larger;
    origin += unused;
    filled = remaining + count;
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
      // Zeros flush the overlap and the resampler.
      while (given < taken) {
        append(createBlock(channels, 2 * size));
        parts.push(run(taken));
      }
      return joinBlocks(parts, channels);
    },
  };
}

/** The nearest fraction with a denominator of at most `MAX_DENOMINATOR` (Stern-Brocot tree). */
function ratioOf(factor: number): readonly [number, number] {
  let [low, lowParts] = [Math.floor(factor), 1];
  let [high, highParts] = [low + 1, 1];
  while (lowParts + highParts <= MAX_DENOMINATOR) {
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
