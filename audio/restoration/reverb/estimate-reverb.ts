import type { Analyzer, Format } from "../../effect.ts";
import { createStft } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import { type Complex, createHermitianSolver } from "./complex-system.ts";
import { FRAMES_PER_UPDATE, binOffset, type ReverbShape } from "./reverb-code.ts";
import { createDecayMeter, LATE_FRAMES } from "./decay-meter.ts";
import { createReverbKernel, reverbFloats, type ReverbKernel } from "./reverb-kernel.ts";

/** STFT frames of 43 ms with 75 % overlap, for estimation and removal. */
export function reverbFrames(sampleRate: number) {
  const size = 2 ** Math.round(Math.log2(0.0427 * sampleRate));
  const hop = size / 4;
  return { size, hop, bins: size / 2 + 1, perSecond: sampleRate / hop };
}

/** Frames of direct sound; the frames after them are predicted. */
export const REVERB_DELAY = 3;
/** Number of frames from which late sound is predicted. */
export const REVERB_TAPS = 16;
/** Highest predicted frequency; above it, reverb is short and speech is noise-like. */
const MAX_PREDICTED_HZ = 8000;
/** Quantile of the power ratio that represents the reverb: sound rarely decays faster. */
const DECAY_RANK = 0.1;
/** The same of the fastest decays: those of dry speech are much faster than those of any room. */
const FASTEST_RANK = 0.02;
/** Time during which all frames are learned from; afterwards a fraction is sufficient. */
const FULL_LEARNING_SECONDS = 10;
/** Afterwards, one of so many groups of `FRAMES_PER_UPDATE` frames is used. */
const LEARNING_STRIDE = 4;
/**
 * The filters are first solved after this many seconds, then each time this long and a quarter of
 * the elapsed time have passed.
 */
const FIRST_SOLVE_SECONDS = 1.5;
const SOLVE_GROWTH = 1.25;
/**
 * Evidence against reverb that precedes all frames, in frames whose earlier sound is as loud as
 * their own. Without it, a few loud frames after digital silence would be explained by filters that
 * amplify the silence by more than 100 dB.
 */
const PRIOR_FRAMES = FRAMES_PER_UPDATE;

export interface LateReverb {
  /** Prediction filters per bin, in the layout of `ReverbKernel`. */
  readonly filters: Float32Array;
  /** Per band: fraction of the power that is left after `LATE_FRAMES`; 0 if it is not known. */
  readonly decays: readonly number[];
  /** The same of the fastest decays, which tell dry speech from a room. */
  readonly fastestDecays: readonly number[];
  /** `LATE_FRAMES` in seconds. */
  readonly lateSeconds: number;
}

/** Reverb time (RT60) in seconds; null if there is no reverb. */
export function decayTime({
  decays,
  lateSeconds,
}: Pick<LateReverb, "decays" | "lateSeconds">): number | null {
  const known = decays.filter((decay) => decay > 0);
  const middle = known.toSorted((a, b) => a - b)[known.length >> 1] ?? 0;
  return middle > 0 && middle < 1 ? (6 * lateSeconds) / -Math.log10(middle) : null;
}

/** Number of bins whose late sound is predicted. */
export const predictedBins = (sampleRate: number): number => {
  const { size, bins } = reverbFrames(sampleRate);
  return Math.min(bins, Math.ceil((MAX_PREDICTED_HZ * size) / sampleRate));
};

/** Shape of the prediction for a format. */
export const reverbShape = ({ sampleRate, channels }: Format, learns: boolean): ReverbShape => ({
  channels,
  bins: predictedBins(sampleRate),
  taps: REVERB_TAPS,
  delay: REVERB_DELAY,
  learns,
});

/** Floats that a tracker allocates in its memory, including its kernel. */
const trackerFloats = (format: Format): number =>
  reverbFloats(reverbShape(format, true)) + reverbFrames(format.sampleRate).bins + LANES;

/** Estimates the reverb from consecutive frames of a kernel. */
interface ReverbTracker {
  /** Whether it learns from this channel, whose frame must then have been predicted. */
  learnsFrom(channel: number): boolean;
  /** Adds the frame of a channel before anything is subtracted from it. */
  addFrame(channel: number): void;
  /** Ends a frame after all channels were added. */
  end(): void;
  /** @param rank quantile of the power that is left */
  decays(rank: number): readonly number[];
  /** Learns from the last frames and solves for the filters. */
  finish(): void;
}

function createReverbTracker(
  { sampleRate, channels }: Format,
  kernel: ReverbKernel,
  memory: VectorMemory,
): ReverbTracker {
  const { size, bins, perSecond } = reverbFrames(sampleRate);
  const findFilters = createFilterSolver(kernel, predictedBins(sampleRate));
  const power = memory.take(bins);
  const decay = createDecayMeter(sampleRate, size, perSecond);
  const fullLearningFrames = FULL_LEARNING_SECONDS * perSecond;
  /** Frame after which the filters are solved again. */
  let next = FIRST_SOLVE_SECONDS * perSecond;
  let index = 0;
  /** Pending frames. Learning uses groups of consecutive frames, one channel at a time. */
  let pendingFrames = 0;
  let channelInTurn = 0;
  const isLearning = () => {
    const first = index - pendingFrames;
    return (
      first >= REVERB_DELAY + REVERB_TAPS &&
      (first < fullLearningFrames || first % (LEARNING_STRIDE * FRAMES_PER_UPDATE) === 0)
    );
  };
  const learnsFrom = (channel: number) => channel === channelInTurn && isLearning();
  return {
    learnsFrom,
    addFrame(channel) {
      kernel.addPower(channel, power);
      if (learnsFrom(channel)) kernel.weigh(channel, pendingFrames);
    },
    end() {
      if (isLearning()) pendingFrames++;
      if (pendingFrames === FRAMES_PER_UPDATE) {
        kernel.learn(channelInTurn);
        channelInTurn = (channelInTurn + 1) % channels;
        pendingFrames = 0;
      }
      decay.add(power);
      power.fill(0);
      if (index++ < next) return;
      next = Math.ceil(
        Math.max(index - 1 + FIRST_SOLVE_SECONDS * perSecond, SOLVE_GROWTH * (index - 1)),
      );
      findFilters();
    },
    decays: decay.measure,
    finish: findFilters,
  };
}

export interface ReverbEstimator extends Analyzer<LateReverb> {
  /** The estimate so far; its filters change with later calls of `push`. */
  read(): LateReverb;
}

/**
 * Estimates the reverb of a recording: filters that predict late sound from earlier sound (weighted
 * prediction error, Nakatani et al. 2010, weighted by the current estimate), and the decay.
 * Constant memory.
 */
export function createReverbEstimator(format: Format): ReverbEstimator {
  const { size, hop, perSecond } = reverbFrames(format.sampleRate);
  const lateSeconds = LATE_FRAMES / perSecond;
  const { channels } = format;
  let tracker!: ReverbTracker;
  let filters!: Float32Array;
  const stft = createStft({
    channels,
    outputs: 0,
    size,
    hop,
    floats: trackerFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(reverbShape(format, true), spectra, memory);
      tracker = createReverbTracker(format, kernel, memory);
      filters = kernel.filters;
      return () => {
        for (let c = 0; c < channels; c++) {
          kernel.add(c);
          if (tracker.learnsFrom(c)) kernel.predict(c);
          tracker.addFrame(c);
        }
        tracker.end();
      };
    },
  });
  const read = () => ({
    filters,
    decays: tracker.decays(DECAY_RANK),
    fastestDecays: tracker.decays(FASTEST_RANK),
    lateSeconds,
  });
  return {
    push: (block) => void stft.process(block),
    read,
    finish() {
      stft.finish();
      tracker.finish();
      return { ...read(), filters: filters.slice() };
    },
  };
}

/** Creates a function that solves for the filters. */
function createFilterSolver(kernel: ReverbKernel, bins: number) {
  const n = REVERB_TAPS;
  const a = { re: new Float64Array(n * n), im: new Float64Array(n * n) };
  const b = { re: new Float64Array(n), im: new Float64Array(n) };
  const solve = createHermitianSolver(n, 1e-4, PRIOR_FRAMES);
  const take = (from: number, to: Complex, offset: number) => {
    to.re[offset] = kernel.sums[from]!;
    to.im[offset] = kernel.sums[from + LANES]!;
  };
  return () => {
    for (let bin = 0; bin < bins; bin++) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) take(kernel.sumOffset(bin, i, j), a, i * n + j);
        take(kernel.sumOffset(bin, i, n), b, i);
      }
      solve(a, b);
      const first = Math.floor(bin / LANES) * n * LANES;
      for (let k = 0; k < n; k++) {
        const at = binOffset(first + k * LANES) + (bin % LANES);
        kernel.filters[at] = b.re[k]!;
        kernel.filters[at + LANES] = b.im[k]!;
      }
    }
  };
}
