import type { Analyser, Format } from "../effect.ts";
import { createStft } from "../signal/stft.ts";
import { solveHermitian } from "./complex-system.ts";
import { createFrameHistory, type FrameHistory } from "./frame-history.ts";

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
/** Part of the frame's mean power that a bin's expected power is at least. */
const LEAST_POWER = 1e-3;

export interface Room {
  /** Of each bin that is predicted: factors for the frames before, as complex numbers. */
  readonly filters: readonly { readonly re: Float64Array; readonly im: Float64Array }[];
  /** Of each band: part of the power that is left after `LATE_FRAMES`. */
  readonly decays: readonly number[];
}

/** Writes the predicted late sound of a bin, filter times the frames before, as a complex number. */
export function predictLate(
  history: FrameHistory,
  filter: { readonly re: Float64Array; readonly im: Float64Array },
  bin: number,
  out: Float64Array,
): void {
  let re = 0;
  let im = 0;
  for (let k = 0; k < ROOM_TAPS; k++) {
    const x = history.re(ROOM_DELAY + k)[bin]!;
    const y = history.im(ROOM_DELAY + k)[bin]!;
    re += filter.re[k]! * x + filter.im[k]! * y;
    im += filter.re[k]! * y - filter.im[k]! * x;
  }
  out[0] = re;
  out[1] = im;
}

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
  const { size, hop, bins, perSecond } = roomFrames(sampleRate);
  const predicted = Math.min(bins, Math.ceil((HIGHEST * size) / sampleRate));
  const histories = Array.from({ length: channels }, () =>
    createFrameHistory(ROOM_DELAY + ROOM_TAPS, predicted),
  );
  const square = ROOM_TAPS * ROOM_TAPS;
  const systems = Array.from({ length: predicted }, () => ({
    a: { re: new Float64Array(square), im: new Float64Array(square) },
    b: { re: new Float64Array(ROOM_TAPS), im: new Float64Array(ROOM_TAPS) },
  }));
  const zero = new Float64Array(ROOM_TAPS);
  let filters: Room["filters"] = systems.map(() => ({ re: zero, im: zero }));
  const solve = () => systems.map(({ a, b }) => solveHermitian(a, b, 1e-4));
  const pastRe = new Float64Array(ROOM_TAPS);
  const pastIm = new Float64Array(ROOM_TAPS);
  const power = new Float64Array(predicted);
  const late = new Float64Array(2);
  const decay = createDecayMeter(sampleRate, size);

  const learn = (history: FrameHistory) => {
    const [re, im] = [history.re(0), history.im(0)];
    let mean = 0;
    for (let bin = 0; bin < predicted; bin++) {
      predictLate(history, filters[bin]!, bin, late);
      power[bin] = (re[bin]! - late[0]!) ** 2 + (im[bin]! - late[1]!) ** 2;
      mean += power[bin]! / predicted;
    }
    const least = LEAST_POWER * mean + 1e-12;
    for (let bin = 0; bin < predicted; bin++) {
      const beside = power[Math.max(0, bin - 1)]! + power[Math.min(predicted - 1, bin + 1)]!;
      const weight = 1 / Math.max(least, 0.5 * power[bin]! + 0.25 * beside);
      for (let k = 0; k < ROOM_TAPS; k++) {
        pastRe[k] = history.re(ROOM_DELAY + k)[bin]!;
        pastIm[k] = history.im(ROOM_DELAY + k)[bin]!;
      }
      const { a, b } = systems[bin]!;
      for (let i = 0; i < ROOM_TAPS; i++) {
        const x = weight * pastRe[i]!;
        const y = weight * pastIm[i]!;
        for (let j = 0; j <= i; j++) {
          const at = i * ROOM_TAPS + j;
          a.re[at] = a.re[at]! + x * pastRe[j]! + y * pastIm[j]!;
          a.im[at] = a.im[at]! + y * pastRe[j]! - x * pastIm[j]!;
        }
        b.re[i] = b.re[i]! + x * re[bin]! + y * im[bin]!;
        b.im[i] = b.im[i]! + y * re[bin]! - x * im[bin]!;
      }
    }
  };

  const fully = FULLY_SECONDS * perSecond;
  const stft = createStft({
    channels,
    size,
    hop,
    change: (spectra, index) => {
      for (let c = 0; c < channels; c++) {
        histories[c]!.add(spectra, c);
        if (index >= ROOM_DELAY + ROOM_TAPS && (index < fully || index % 4 === 0))
          learn(histories[c]!);
      }
      decay.add(spectra.re, spectra.im);
      if (index % Math.round(2 * perSecond) === 0) filters = solve();
    },
  });
  return {
    push: (block) => void stft.process(block),
    latest: () => ({ filters, decays: decay.measure() }),
    finish() {
      stft.finish();
      return { filters: solve(), decays: decay.measure() };
    },
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
  const counts = Array.from({ length: count }, () => new Uint32Array(LEVELS));
  const past = Array.from({ length: LATE_FRAMES }, () => new Float64Array(count));
  const means = new Float64Array(count);
  let at = 0;
  return {
    add(re: readonly Float64Array[], im: readonly Float64Array[]) {
      const now = new Float64Array(count);
      for (let c = 0; c < re.length; c++)
        for (let bin = 0; bin < bands.length; bin++)
          now[bands[bin]!] = now[bands[bin]!]! + re[c]![bin]! ** 2 + im[c]![bin]! ** 2;
      const before = past[at]!;
      for (let band = 0; band < count; band++) {
        means[band] = Math.max(0.999 * means[band]!, now[band]!);
        // Only decays from loud sound are the room's; what is soft may be its noise.
        if (before[band]! > 0.01 * means[band]! && before[band]! > 1e-9) {
          const level = Math.round(-20 * Math.log10(now[band]! / before[band]! + 1e-6));
          const row = counts[band]!;
          row[Math.min(LEVELS - 1, Math.max(0, level))]!++;
        }
      }
      past[at] = now;
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
