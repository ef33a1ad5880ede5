import type { Block, Format, Processor } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { createRealFft } from "../signal/fft.ts";
import { createResampler } from "../signal/resample.ts";
import { hann } from "../signal/windows.ts";
import { createEnvelope } from "./envelope.ts";

export type Excitation = "voice" | "whisper" | "robot";

export interface Shift {
  /** Factor of the pitch, 0.25 to 4 */
  readonly pitch: number;
  /** Factor of the formants, 0.5 to 2 */
  readonly formant: number;
  /** `whisper`: noise in place of the voice. `robot`: a buzz of one pitch. */
  readonly excitation: Excitation;
}

const FRAME_SECONDS = 0.0427;
const OVERLAP = 4;
/** Rate that stands for 1 where the pitch's factor becomes a ratio of rates. */
const UNIT_RATE = 48_000;
const ROBOT_HERTZ = 110;

/**
 * Moves pitch and formants of a voice apart from each other; in time, as long. Time is stretched by
 * the pitch's factor with a phase vocoder whose peaks hold the phases around them (Laroche and Dolson
 * 1999), the envelope is put where the formants shall be, and a change of the rate takes the
 * stretching back. Channels share phases' advance, which keeps the stereo image.
 */
export function createVoiceShift(shift: Shift, { sampleRate, channels }: Format): Processor {
  const { pitch, formant, excitation } = shift;
  const size = 2 ** Math.round(Math.log2(FRAME_SECONDS * sampleRate));
  const robotHop = Math.round((sampleRate * pitch) / ROBOT_HERTZ);
  const hop = excitation === "robot" ? Math.min(size / 2, robotHop) : size / OVERLAP;
  const fft = createRealFft(size);
  const { bins } = fft;
  const window = hann(size);
  const frame = new Float64Array(size);
  const make = () => Array.from({ length: channels }, () => new Float64Array(bins));
  const [re, im, sizes, turned] = [make(), make(), make(), make()];
  const before = make();
  const envelope = createEnvelope(fft, sampleRate);
  const gains = new Float64Array(bins);
  const sums = Array.from({ length: channels }, () => new Float64Array(size));
  const weights = new Float64Array(size);
  const resampler = createResampler(Math.round(UNIT_RATE * pitch), UNIT_RATE, channels);
  const random = createPhases();
  let held = createBlock(channels, 2 * size);
  /** Frame of the input at `held[0]`; zeros lie before the beginning. */
  let origin = -size / 2;
  let filled = size / 2;
  let index = 0;
  let last = 0;
  let taken = 0;
  let given = 0;
  /** Middle of frame `n` in the input. */
  const middleOf = (n: number) => Math.round((n * hop) / pitch);

  /** Phases of the frame as it is to sound, from those of the frame before. */
  const advance = (c: number, step: number) => {
    const [x, y, m, out, past] = [re[c]!, im[c]!, sizes[c]!, turned[c]!, before[c]!];
    const phases = new Float64Array(bins);
    for (let k = 0; k < bins; k++) {
      m[k] = Math.hypot(x[k]!, y[k]!);
      phases[k] = Math.atan2(y[k]!, x[k]!);
    }
    if (index === 0 || step <= 0) out.set(phases);
    else {
      let start = 0;
      let peak = -1;
      const hold = (from: number, to: number, at: number) => {
        const expected = (2 * Math.PI * at * step) / size;
        const off = phases[at]! - past[at]! - expected;
        const precise = expected + off - 2 * Math.PI * Math.round(off / (2 * Math.PI));
        const turn = out[at]! + (precise * hop) / step - phases[at]!;
        for (let k = from; k < to; k++) out[k] = phases[k]! + turn;
      };
      const spots: number[] = [];
      for (let k = 2; k < bins - 2; k++)
        if (m[k]! > m[k - 1]! && m[k]! >= m[k + 1]! && m[k]! > m[k - 2]! && m[k]! >= m[k + 2]!)
          spots.push(k);
      if (spots.length === 0) spots.push(1);
      for (let n = 0; n < spots.length; n++) {
        peak = spots[n]!;
        let end = bins;
        if (n + 1 < spots.length) {
          end = peak;
          for (let k = peak; k <= spots[n + 1]!; k++) if (m[k]! < m[end]!) end = k;
          end++;
        }
        hold(start, end, peak);
        start = end;
      }
    }
    past.set(phases);
  };

  const levelOut = () => {
    let before = 1e-18;
    let after = 1e-18;
    for (let k = 0; k < bins; k++) {
      for (let c = 0; c < channels; c++) before += sizes[c]![k]! ** 2;
      after += channels * envelope.at(k) ** 2;
    }
    const factor = Math.sqrt(before / after);
    for (const m of sizes) for (let k = 0; k < bins; k++) m[k] = factor * envelope.at(k);
  };

  const transform = (c: number) => {
    const [x, y, m, phase] = [re[c]!, im[c]!, sizes[c]!, turned[c]!];
    for (let k = 0; k < bins; k++) {
      const angle = excitation === "whisper" ? random() : excitation === "robot" ? 0 : phase[k]!;
      const level = m[k]! * gains[k]!;
      // The middle of the frame is where a buzz has its pulse.
      const sign = excitation === "robot" && k % 2 === 1 ? -1 : 1;
      x[k] = sign * level * Math.cos(angle);
      y[k] = excitation === "robot" ? 0 : level * Math.sin(angle);
    }
    y[0] = 0;
    y[bins - 1] = 0;
  };

  const step = (out: readonly Float32Array[], at: number) => {
    const middle = middleOf(index);
    const from = middle - size / 2 - origin;
    for (let c = 0; c < channels; c++) {
      for (let i = 0; i < size; i++) frame[i] = held[c]![from + i]! * window[i]!;
      fft.forward(frame, re[c]!, im[c]!);
      advance(c, middle - last);
    }
    // Whisper and robot want the envelope alone, the voice its change.
    envelope.measure(sizes);
    for (let k = 0; k < bins; k++) {
      const wanted = envelope.at((k * pitch) / formant);
      gains[k] = Math.min(100, Math.max(0.01, wanted / (envelope.at(k) + 1e-12)));
    }
    // Noise and buzz have no partials: they sound along the envelope, as loud as the voice.
    const even = excitation !== "voice";
    if (even) levelOut();
    for (let c = 0; c < channels; c++) {
      transform(c);
      fft.inverse(re[c]!, im[c]!, frame);
      const sum = sums[c]!;
      for (let i = 0; i < size; i++) sum[i] = sum[i]! + frame[i]! * window[i]!;
    }
    for (let i = 0; i < size; i++) weights[i] = weights[i]! + window[i]! * window[i]!;
    for (let c = 0; c < channels; c++) {
      const sum = sums[c]!;
      for (let i = 0; i < hop; i++) out[c]![at + i] = sum[i]! / Math.max(0.05, weights[i]!);
      sum.copyWithin(0, hop).fill(0, size - hop);
    }
    weights.copyWithin(0, hop).fill(0, size - hop);
    last = middle;
    index++;
  };

  const append = (block: Block) => {
    const frames = framesOf(block);
    const unused = Math.max(0, Math.min(filled, middleOf(index) - size / 2 - origin));
    const kept = filled - unused;
    const larger =
      kept + frames > held[0]!.length ? createBlock(channels, 2 * (kept + frames)) : held;
    for (let c = 0; c < channels; c++) {
      larger[c]!.set(held[c]!.subarray(unused, filled));
      larger[c]!.set(block[c]!, kept);
    }
    held = larger;
    origin += unused;
    filled = kept + frames;
  };

  let early = size / 2;
  const run = (limit: number): Block | null => {
    let steps = 0;
    while (middleOf(index + steps) + size / 2 <= origin + filled) steps++;
    if (steps === 0) return null;
    const out = createBlock(channels, steps * hop);
    for (let n = 0; n < steps; n++) step(out, n * hop);
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
      const parts = [];
      // Zeros push out what the overlap and the change of the rate hold back.
      while (given < taken) {
        append(createBlock(channels, 2 * size));
        parts.push(run(taken));
      }
      return joinAll(parts, channels);
    },
  };
}

function joinAll(parts: readonly (Block | null)[], channels: number): Block {
  return Array.from({ length: channels }, (_, c) => {
    const pieces = parts.flatMap((part) => (part ? [part[c]!] : []));
    const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  });
}

/** The same row of phases each time. */
function createPhases(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 * Math.PI;
  };
}
