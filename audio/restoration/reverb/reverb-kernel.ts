import { instantiateWithMemory, assembleFusedIfSupported } from "../../wasm/assembler.ts";
import type { Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import {
  assembleReverb,
  FRAMES_PER_UPDATE,
  COMPLEX_LANES,
  pairIndex,
  pairCount,
  binOffset,
  type ReverbShape,
} from "./reverb-code.ts";

/** SIMD prediction of late sound from earlier frames. */
export interface ReverbKernel {
  /**
   * Filters of all bins: for each four bins and each tap, four real parts and four imaginary parts.
   */
  readonly filters: Float32Array;
  /** Stores the current frame of a channel. */
  add(channel: number): void;
  /** Predicts the current frame from earlier ones. */
  predict(channel: number): void;
  /** Adds a channel's contribution to the mean power of all channels to `power`. */
  addPower(channel: number, power: Float32Array): void;
  /** The prediction; layout: see `binOffset`. */
  readonly late: Float32Array;
  /**
   * Computes the weights of a frame from the power of its residual.
   * @param number index of the frame in its learning step, 0 for the earliest
   */
  weigh(channel: number, number: number): void;
  /** Adds the channel's last `FRAMES_PER_UPDATE` weighted frames to the sums. */
  learn(channel: number): void;
  /**
   * Offset in `sums` of tap `i` times the conjugate of tap `j` (j ≤ i), or of the latest frame
   * (`taps`): the real part; the imaginary part is `LANES` later.
   */
  sumOffset(bin: number, i: number, j: number): number;
  readonly sums: Float32Array;
}

type Work = (...numbers: readonly number[]) => void;

const vectorsOf = (bins: number): number => Math.ceil(bins / LANES);

/** Lengths of its arrays. */
function sizesOf({ channels, bins, taps, delay, learns }: ReverbShape) {
  const vectors = vectorsOf(bins);
  const depth = delay + taps + (learns ? FRAMES_PER_UPDATE - 1 : 0);
  return {
    filters: vectors * taps * COMPLEX_LANES,
    late: vectors * COMPLEX_LANES,
    least: LANES,
    // Includes the neighbors of the first and the last bin.
    power: learns ? (vectors + 3) * LANES : 0,
    weights: learns ? channels * FRAMES_PER_UPDATE * vectors * LANES : 0,
    sums: learns ? vectors * pairCount(taps) * COMPLEX_LANES : 0,
    // Each frame is stored twice, so that the latest frames are always contiguous.
    history: channels * 2 * depth * vectors * COMPLEX_LANES,
  };
}

/** Floats that a kernel allocates in its memory. */
export const reverbFloats = (shape: ReverbShape): number =>
  Object.values(sizesOf(shape)).reduce((sum, size) => sum + size, 0);

/** Lower bound of a bin's expected power, relative to the frame's mean power. */
const MIN_POWER_RATIO = 1e-3;

/** @param memory of the spectra, with room for `reverbFloats` */
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
  const kernels = instantiateWithMemory<
    Readonly<Record<"add" | "predict" | "power" | "residual" | "weigh" | "learn", Work>>
  >(
    memory,
    assembleFusedIfSupported((fused) => assembleReverb(shape, 4 * width, fused)),
  );
  const filters = take(sizes.filters);
  const late = take(sizes.late);
  const minimum = take(sizes.least);
  const around = take(sizes.power);
  const power = around.subarray(2 * LANES);
  const weights = take(sizes.weights);
  const sums = take(sizes.sums);
  const histories = re.map(() => take(2 * depth * width));
  /** Slot of the latest frame of each channel; the previous frame is in the next slot. */
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
      minimum.fill(MIN_POWER_RATIO * mean + 1e-12);
      const address =
        weights.byteOffset + 4 * (channel * FRAMES_PER_UPDATE + number) * vectors * LANES;
      kernels.weigh(power.byteOffset, address, minimum.byteOffset, vectors);
    },
    learn: (channel) =>
      kernels.learn(
        latestOf(channel),
        sums.byteOffset,
        weights.byteOffset + 4 * channel * FRAMES_PER_UPDATE * vectors * LANES,
        vectors,
      ),
    sums,
    sumOffset: (bin, i, j) =>
      binOffset(bin - (bin % LANES)) * pairCount(taps) +
      pairIndex(i, j, taps) * COMPLEX_LANES +
      (bin % LANES),
  };
}
