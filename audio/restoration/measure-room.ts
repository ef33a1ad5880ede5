import type { Analyser, Format } from "../effect.ts";
import { createStft } from "../signal/stft.ts";
import { type Complex, createHermitianSolver } from "./complex-system.ts";
import { createRoomKernel, LANES, LEARNT, placeOf, type RoomKernel } from "./room-kernel.ts";

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
const FULLY_SECONDS = 30;
/** Of so many frames, one is learnt from then. */
const SELDOM = 4;
/** The filters are found after so many seconds, and again when so many, and a quarter, more were heard. */
const SOLVED_SECONDS = 2;
const SOLVED_MORE = 1.25;
/** Part of the frame's mean power that a bin's expected power is at least. */
const LEAST_POWER = 1e-3;

export interface Room {
  /** Of the bins that are predicted: factors for the frames before, as `RoomKernel` has them. */
  readonly filters: Float32Array;
  /** Of each band: part of the power that is left after `LATE_FRAMES`. */
  readonly decays: readonly number[];
}

/** Bins whose late sound is predicted. */
export const predictedBins = (sampleRate: number): number => {
  const { size, bins } = roomFrames(sampleRate);
  return Math.min(bins, Math.ceil((HIGHEST * size) / sampleRate));
};

export interface RoomMeter extends Analyser<Room> {
  /** The room as far as it was heard. */
  latest(): Room;
}

/**
 * Measures the room that is in a recording: filters that predict late sound from what was before
 * (weighted prediction error, Nakatani et al. 2010, with weights from the estimate so far), and how
 * fast sound decays. Memory does not grow.
 */
export function createRoomMeter({ sampleRate, channels }: Format): RoomMeter {
  const { size, hop, perSecond } = roomFrames(sampleRate);
  const predicted = predictedBins(sampleRate);
  const kernel = createRoomKernel({
    channels,
    bins: predicted,
    taps: ROOM_TAPS,
    delay: ROOM_DELAY,
    learns: true,
  });
  const findFilters = createFilterSolver(kernel, predicted);
  const power = new Float64Array(predicted);
  const decay = createDecayMeter(sampleRate, size);

  /** Frames that wait to be learnt from. */
  let waiting = 0;
  const weigh = (channel: number, re: Float32Array, im: Float32Array) => {
    kernel.predict(channel);
    const { late } = kernel;
    const weights = kernel.weights[channel]![waiting]!;
    let mean = 0;
    for (let bin = 0; bin < predicted; bin++) {
      const at = placeOf(bin);
      const x = re[bin]! - late[at]!;
      const y = im[bin]! - late[at + LANES]!;
      power[bin] = x * x + y * y;
      mean += power[bin]! / predicted;
    }
    const least = LEAST_POWER * mean + 1e-12;
    for (let bin = 0; bin < predicted; bin++) {
      const beside = power[Math.max(0, bin - 1)]! + power[Math.min(predicted - 1, bin + 1)]!;
      weights[bin] = 1 / Math.max(least, 0.5 * power[bin]! + 0.25 * beside);
    }
  };
  const learn = () => {
    if (waiting === 0) return;
    for (let c = 0; c < channels; c++) kernel.learn(c, waiting);
    waiting = 0;
  };

  const fully = FULLY_SECONDS * perSecond;
  /** Frame after which the filters are found anew. */
  let next = SOLVED_SECONDS * perSecond;
  const stft = createStft({
    channels,
    outputs: 0,
    size,
    hop,
    change: ({ re, im }, index) => {
      const learns = index >= ROOM_DELAY + ROOM_TAPS && (index < fully || index % SELDOM === 0);
      for (let c = 0; c < channels; c++) {
        kernel.add(c, re[c]!, im[c]!);
        if (learns) weigh(c, re[c]!, im[c]!);
      }
      if (learns) waiting++;
      // Frames that are learnt from at once lie behind each other.
      if (waiting === LEARNT || index + 1 >= fully) learn();
      decay.add(re, im);
      if (index >= next) {
        next = Math.ceil(Math.max(index + SOLVED_SECONDS * perSecond, SOLVED_MORE * index));
        findFilters();
      }
    },
  });
  return {
    push: (block) => void stft.process(block),
    latest: () => ({ filters: kernel.filters, decays: decay.measure() }),
    finish() {
      stft.finish();
      learn();
      findFilters();
      return { filters: kernel.filters.slice(), decays: decay.measure() };
    },
  };
}

/** Gives a function that finds the filters for what was learnt. */
function createFilterSolver(kernel: RoomKernel, bins: number) {
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
  const means = new Float64Array(count);
  let at = 0;
  return {
    add(re: readonly Float32Array[], im: readonly Float32Array[]) {
      const now = past[at]!;
      const before = now.slice();
      now.fill(0);
      for (const [c, xs] of re.entries()) {
        const ys = im[c]!;
        for (let band = 0; band < count; band++) {
          let sum = 0;
          for (let bin = starts[band]!; bin < starts[band + 1]!; bin++)
            sum += xs[bin]! * xs[bin]! + ys[bin]! * ys[bin]!;
          now[band] = now[band]! + sum;
        }
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
