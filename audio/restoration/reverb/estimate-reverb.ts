import type { Analyzer, Format } from "../../effect.ts";
import { createStft } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import { type Complex, createHermitianSolver } from "./complex-system.ts";
import { LEARNT, placeOf, type ReverbShape } from "./reverb-code.ts";
import { createReverbKernel, reverbFloats, type ReverbKernel } from "./reverb-kernel.ts";

/** Frames of 43 ms, four times overlapped, in which the room is measured and taken away. */
export function roomFrames(sampleRate: number) {
  const size = 2 ** Math.round(Math.log2(0.0427 * sampleRate));
  const hop = size / 4;
  return { size, hop, bins: size / 2 + 1, perSecond: sampleRate / hop };
}

/** Frames that count as direct sound: what comes after them is predicted. */
export const ROOM_DELAY = 3;
/** Frames from which the late sound is predicted. */
export const ROOM_TAPS = 16;
/** Hz up to which it is predicted; above, a room is short and speech is noise. */
const HIGHEST = 8000;
/** Frames after which sound counts as late when its decay is measured. */
export const LATE_FRAMES = 5;
/** Edges in Hz of the bands whose decay is measured. */
export const DECAY_EDGES = [0, 300, 600, 1000, 1600, 2500, 4000, 6500, 96_000] as const;
/** Rank of the ratio that counts as the room's: sound falls faster only seldom. */
const DECAY_RANK = 0.1;
const LEVELS = 81;
/** Time in which all frames are learnt from; then a part of them is enough, which saves time. */
const FULLY_SECONDS = 10;
/** Of so many times `LEARNT` frames, one is learnt from then. */
const SELDOM = 4;
/** The filters are found after so many seconds, and again when so many, and a quarter, more were heard. */
const SOLVED_SECONDS = 1.5;
const SOLVED_MORE = 1.25;

export interface LateReverb {
  /** Of the bins that are predicted: factors for the frames before, as `ReverbKernel` has them. */
  readonly filters: Float32Array;
  /** Of each band: part of the power that is left after `LATE_FRAMES`. */
  readonly decays: readonly number[];
  /** Those frames, in seconds. */
  readonly lateSeconds: number;
}

/** Seconds in which a room's sound decays by 60 dB; null: not at all. */
export function decayTime({ decays, lateSeconds }: Omit<LateReverb, "filters">): number | null {
  const middle = decays.toSorted((a, b) => a - b)[decays.length >> 1] ?? 0;
  return middle > 0 && middle < 1 ? (6 * lateSeconds) / -Math.log10(middle) : null;
}

/** Bins whose late sound is predicted. */
export const predictedBins = (sampleRate: number): number => {
  const { size, bins } = roomFrames(sampleRate);
  return Math.min(bins, Math.ceil((HIGHEST * size) / sampleRate));
};

/** How the late sound of a format is predicted. */
export const reverbShape = ({ sampleRate, channels }: Format, learns: boolean): ReverbShape => ({
  channels,
  bins: predictedBins(sampleRate),
  taps: ROOM_TAPS,
  delay: ROOM_DELAY,
  learns,
});

/** Numbers that a listener takes of its memory, with its kernel. */
export const listenerFloats = (format: Format): number =>
  reverbFloats(reverbShape(format, true)) + roomFrames(format.sampleRate).bins + LANES;

/** Learns a room from the frames that a kernel was given, one after the other. */
export interface ReverbListener {
  /** Whether it learns from this channel, whose frame must then have been predicted. */
  wants(channel: number): boolean;
  /** Hears the frame of a channel as it was before anything was taken from it. */
  hear(channel: number): void;
  /** All channels' frames were heard. */
  end(): void;
  decays(): readonly number[];
  /** Learns from the last frames, and finds the kernel's filters. */
  finish(): void;
}

export function createReverbListener(
  { sampleRate, channels }: Format,
  kernel: ReverbKernel,
  memory: VectorMemory,
): ReverbListener {
  const { size, bins, perSecond } = roomFrames(sampleRate);
  const findFilters = createFilterSolver(kernel, predictedBins(sampleRate));
  const power = memory.take(bins);
  const decay = createDecayMeter(sampleRate, size);
  const fully = FULLY_SECONDS * perSecond;
  /** Frame after which the filters are found anew. */
  let next = SOLVED_SECONDS * perSecond;
  let index = 0;
  /** Frames are learnt from by so many that lie behind each other, of the channels in turns. */
  let waiting = 0;
  let channelInTurn = 0;
  const learns = () => {
    const first = index - waiting;
    return first >= ROOM_DELAY + ROOM_TAPS && (first < fully || first % (SELDOM * LEARNT) === 0);
  };
  const wants = (channel: number) => channel === channelInTurn && learns();
  return {
    wants,
    hear(channel) {
      kernel.addPower(channel, power);
      if (wants(channel)) kernel.weigh(channel, waiting);
    },
    end() {
      if (learns()) waiting++;
      if (waiting === LEARNT) {
        kernel.learn(channelInTurn);
        channelInTurn = (channelInTurn + 1) % channels;
        waiting = 0;
      }
      decay.add(power);
      power.fill(0);
      if (index++ < next) return;
      next = Math.ceil(Math.max(index - 1 + SOLVED_SECONDS * perSecond, SOLVED_MORE * (index - 1)));
      findFilters();
    },
    decays: decay.measure,
    finish: findFilters,
  };
}

/**
 * Measures the room that is in a recording: filters that predict late sound from what was before
 * (weighted prediction error, Nakatani et al. 2010, with weights from the estimate so far), and how
 * fast sound decays. Memory does not grow.
 */
export function createReverbEstimator(format: Format): Analyzer<LateReverb> {
  const { size, hop, perSecond } = roomFrames(format.sampleRate);
  const lateSeconds = LATE_FRAMES / perSecond;
  const { channels } = format;
  let reverbOf!: () => LateReverb;
  const stft = createStft({
    channels,
    outputs: 0,
    size,
    hop,
    floats: listenerFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(reverbShape(format, true), spectra, memory);
      const listener = createReverbListener(format, kernel, memory);
      reverbOf = () => {
        listener.finish();
        return { filters: kernel.filters.slice(), decays: listener.decays(), lateSeconds };
      };
      return () => {
        for (let c = 0; c < channels; c++) {
          kernel.add(c);
          if (listener.wants(c)) kernel.predict(c);
          listener.hear(c);
        }
        listener.end();
      };
    },
  });
  return {
    push: (block) => void stft.process(block),
    finish() {
      stft.finish();
      return reverbOf();
    },
  };
}

/** Gives a function that finds the filters for what was learnt. */
function createFilterSolver(kernel: ReverbKernel, bins: number) {
  const n = ROOM_TAPS;
  const a = { re: new Float64Array(n * n), im: new Float64Array(n * n) };
  const b = { re: new Float64Array(n), im: new Float64Array(n) };
  const solve = createHermitianSolver(n, 1e-4);
  const take = (from: number, to: Complex, place: number) => {
    to.re[place] = kernel.sums[from]!;
    to.im[place] = kernel.sums[from + LANES]!;
  };
  return () => {
    for (let bin = 0; bin < bins; bin++) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) take(kernel.placeOfSum(bin, i, j), a, i * n + j);
        take(kernel.placeOfSum(bin, i, n), b, i);
      }
      solve(a, b);
      const first = Math.floor(bin / LANES) * n * LANES;
      for (let k = 0; k < n; k++) {
        const at = placeOf(first + k * LANES) + (bin % LANES);
        kernel.filters[at] = b.re[k]!;
        kernel.filters[at + LANES] = b.im[k]!;
      }
    }
  };
}

/** Band of each bin. */
export function bandsOf(sampleRate: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size / 2 + 1 }, (_, bin) => {
    const frequency = (bin * sampleRate) / size;
    return DECAY_EDGES.findLastIndex((edge) => frequency >= edge);
  });
}

/** Histograms of how much power is left after `LATE_FRAMES`, in half decibels, a band each. */
function createDecayMeter(sampleRate: number, size: number) {
  const bands = bandsOf(sampleRate, size);
  const count = DECAY_EDGES.length - 1;
  /** First bin of each band, and of what comes after the last one. */
  const starts = Array.from({ length: count + 1 }, (_, band) => {
    const first = bands.findIndex((of) => of >= band);
    return first < 0 ? bands.length : first;
  });
  const counts = Array.from({ length: count }, () => new Uint32Array(LEVELS));
  const past = Array.from({ length: LATE_FRAMES }, () => new Float64Array(count));
  const before = new Float64Array(count);
  const means = new Float64Array(count);
  let at = 0;
  return {
    /** @param power of all bins */
    add(power: Float32Array) {
      const now = past[at]!;
      before.set(now);
      for (let band = 0; band < count; band++) {
        let sum = 0;
        for (let bin = starts[band]!; bin < starts[band + 1]!; bin++) sum += power[bin]!;
        now[band] = sum;
      }
      for (let band = 0; band < count; band++) {
        means[band] = Math.max(0.999 * means[band]!, now[band]!);
        // Only decays from loud sound are the room's; what is soft may be its noise.
        if (before[band]! > 0.01 * means[band]! && before[band]! > 1e-9) {
          const level = Math.round(-20 * Math.log10(now[band]! / before[band]! + 1e-6));
          const row = counts[band]!;
          row[Math.min(LEVELS - 1, Math.max(0, level))]!++;
        }
      }
      at = (at + 1) % LATE_FRAMES;
    },
    measure: () =>
      counts.map((row) => {
        const all = row.reduce((sum, n) => sum + n, 0);
        let rest = DECAY_RANK * all;
        for (let level = LEVELS - 1; level > 0; level--) {
          rest -= row[level]!;
          if (rest <= 0) return 10 ** (-level / 20);
        }
        return 0;
      }),
  };
}
