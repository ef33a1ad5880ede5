import { instantiateOver, withFused } from "../../wasm/assembler.ts";
import type { Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import {
  assembleReverb,
  LEARNT,
  COMPLEX_LANES,
  pairOf,
  pairsOf,
  placeOf,
  type ReverbShape,
} from "./reverb-code.ts";

/** Late sound from frames before, on vectors, bins side by side. */
export interface ReverbKernel {
  /** Filters of all bins: for each four of them and each tap four real, then four imaginary parts. */
  readonly filters: Float32Array;
  /** Takes the frame of a channel that is in the spectra. */
  add(channel: number): void;
  /** Predicts that frame from those before. */
  predict(channel: number): void;
  /** Adds a channel's part of the mean power of all channels, of all bins, to `power`. */
  addPower(channel: number, power: Float32Array): void;
  /** What was predicted: see `placeOf`. */
  readonly late: Float32Array;
  /**
   * Weighs the frame by what is left of its power without what was predicted.
   * @param number place of the frame among those that will be learnt from, 0 for the earliest
   */
  weigh(channel: number, number: number): void;
  /** Adds the channel's last `LEARNT` frames, which have been weighed, to the sums. */
  learn(channel: number): void;
  /**
   * Place in `sums` of the sum over frames of tap `i` times the conjugate of tap `j` (not after it), or
   * of the latest frame (`taps`): its real part; the imaginary one is `LANES` later.
   */
  placeOfSum(bin: number, i: number, j: number): number;
  readonly sums: Float32Array;
}

type Work = (...numbers: readonly number[]) => void;

const vectorsOf = (bins: number): number => Math.ceil(bins / LANES);

/** Numbers of each of its arrays. */
function sizesOf({ channels, bins, taps, delay, learns }: ReverbShape) {
  const vectors = vectorsOf(bins);
  const depth = delay + taps + (learns ? LEARNT - 1 : 0);
  return {
    filters: vectors * taps * COMPLEX_LANES,
    late: vectors * COMPLEX_LANES,
    least: LANES,
    // With those beside the first and the last one.
    power: learns ? (vectors + 3) * LANES : 0,
    weights: learns ? channels * LEARNT * vectors * LANES : 0,
    sums: learns ? vectors * pairsOf(taps) * COMPLEX_LANES : 0,
    // Each frame is there twice, so that the latest ones always lie behind each other.
    history: channels * 2 * depth * vectors * COMPLEX_LANES,
  };
}

/** Numbers that a kernel takes of its memory. */
export const reverbFloats = (shape: ReverbShape): number =>
  Object.values(sizesOf(shape)).reduce((sum, size) => sum + size, 0);

/** Part of the frame's mean power that a bin's expected power is at least. */
const LEAST_POWER = 1e-3;

/** @param memory that of the spectra, with `reverbFloats` left */
export function createReverbKernel(
  shape: ReverbShape,
  { re, im }: Spectra,
  { memory, take }: VectorMemory,
): ReverbKernel {
  const { bins, channels, taps } = shape;
  const vectors = vectorsOf(bins);
  const width = vectors * COMPLEX_LANES;
  const sizes = sizesOf(shape);
  const depth = sizes.history / channels / 2 / width;
  const kernels = instantiateOver<
    Readonly<Record<"add" | "predict" | "power" | "residual" | "weigh" | "learn", Work>>
  >(
    memory,
    withFused((fused) => assembleReverb(shape, 4 * width, fused)),
  );
  const filters = take(sizes.filters);
  const late = take(sizes.late);
  const least = take(sizes.least);
  const around = take(sizes.power);
  const power = around.subarray(2 * LANES);
  const weights = take(sizes.weights);
  const sums = take(sizes.sums);
  const histories = re.map(() => take(2 * depth * width));
  /** Slot of the latest frame of each channel; the one before it is in the next slot. */
  const slots = histories.map(() => 0);
  const slotOf = (channel: number, slot: number) =>
    histories[channel]!.byteOffset + 4 * width * slot;
  const latestOf = (channel: number) => slotOf(channel, slots[channel]!);
  return {
    filters,
    late,
    add(channel) {
      const slot = (slots[channel]! + depth - 1) % depth;
      slots[channel] = slot;
      const [first, second] = [slotOf(channel, slot), slotOf(channel, slot + depth)];
      kernels.add(re[channel]!.byteOffset, im[channel]!.byteOffset, first, second, vectors);
    },
    predict: (channel) =>
      kernels.predict(latestOf(channel), filters.byteOffset, late.byteOffset, vectors),
    addPower: (channel, to) =>
      kernels.power(
        re[channel]!.byteOffset,
        im[channel]!.byteOffset,
        to.byteOffset,
        vectorsOf(re[channel]!.length),
      ),
    weigh(channel, number) {
      const [x, y] = [re[channel]!, im[channel]!];
      kernels.residual(x.byteOffset, y.byteOffset, late.byteOffset, power.byteOffset, vectors);
      around[2 * LANES - 1] = power[0]!;
      power[vectors * LANES] = power[vectors * LANES - 1]!;
      const mean = (around[0]! + around[1]! + around[2]! + around[3]!) / bins;
      least.fill(LEAST_POWER * mean + 1e-12);
      const place = weights.byteOffset + 4 * (channel * LEARNT + number) * vectors * LANES;
      kernels.weigh(power.byteOffset, place, least.byteOffset, vectors);
    },
    learn: (channel) =>
      kernels.learn(
        latestOf(channel),
        sums.byteOffset,
        weights.byteOffset + 4 * channel * LEARNT * vectors * LANES,
        vectors,
      ),
    sums,
    placeOfSum: (bin, i, j) =>
      placeOf(bin - (bin % LANES)) * pairsOf(taps) +
      pairOf(i, j, taps) * COMPLEX_LANES +
      (bin % LANES),
  };
}
