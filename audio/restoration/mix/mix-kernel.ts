import { instantiateWithMemory, assembleFusedIfSupported } from "../../wasm/assembler.ts";
import type { Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import { assembleMix, type MixOptions, type Row, ROWS, SCALARS, SUMS, TINY } from "./mix-code.ts";

/**
 * SIMD mix of two estimates, whose spectra follow those of the channels: DTLN's (`low`), then
 * RNNoise's (`full`).
 */
export interface MixKernel {
  /**
   * Weights of bins, 0 to 1: for the sums, and of the mix of both estimates in the result (`both`).
   */
  readonly weights: Readonly<Record<"heard" | "beside" | "high" | "both", Float32Array>>;
  /**
   * Outputs of the mix network, to be filled in: weight of RNNoise, gain, and weight of the input.
   */
  readonly mixRows: Readonly<Record<"share" | "gain" | "dry", Float32Array>>;
  /** Spectra of the mean of the channels and of both estimates. */
  readonly estimates: readonly (readonly [re: Float32Array, im: Float32Array])[];
  /** Computes the mean of the channels, and powers summed over the weighted bins. */
  survey(): MixSums;
  /**
   * Mixes the estimates, applies the crossover, and multiplies the channels by the resulting gains.
   */
  finish(scalars: MixScalars): void;
}

type MixSums = Readonly<Record<(typeof SUMS)[number], number>>;
type MixScalars = Readonly<Record<(typeof SCALARS)[number], number>>;

type Work = (...numbers: readonly number[]) => void;

const rowLength = (bins: number): number => LANES * Math.ceil(bins / LANES);

/** Floats that it allocates in its memory. */
export const mixFloats = (bins: number): number =>
  Object.keys(ROWS).length * rowLength(bins) + (SUMS.length + 1) * LANES;

/** @param memory of the spectra, with room for `mixFloats` */
export function createMixKernel(
  options: MixOptions,
  { re, im }: Spectra,
  { memory, take }: VectorMemory,
): MixKernel {
  const channels = re.length - 2;
  const length = rowLength(re[0]!.length);
  const vectors = length / LANES;
  const kernels = instantiateWithMemory<
    Readonly<Record<"addUp" | "survey" | "finish" | "apply", Work>>
  >(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleMix({ rowBytes: 4 * length, channels, ...options }, fused),
    ),
  );
  const rows = take(Object.keys(ROWS).length * length);
  const sums = take(SUMS.length * LANES);
  const scalars = take(SCALARS.length);
  const row = (name: Row) => rows.subarray(ROWS[name] * length, (ROWS[name] + 1) * length);
  const [mean, power] = [rows.subarray(0, 2 * length), row("power")];
  const addressesOf = (channel: number) =>
    [re[channel]!.byteOffset, im[channel]!.byteOffset] as const;
  const addresses = Array.from({ length: channels }, (_, channel) => addressesOf(channel));
  const [[lowRe, lowIm], [fullRe, fullIm]] = [addressesOf(channels), addressesOf(channels + 1)];
  const [firstRow, firstSum, firstScalar] = [rows, sums, scalars].map((one) => one.byteOffset) as [
    number,
    number,
    number,
  ];
  const found: Record<(typeof SUMS)[number], number> = {
    low: 0,
    full: 0,
    besideLow: 0,
    besidePower: 0,
    highFull: 0,
    highPower: 0,
  };
  const sumOf = (array: Float32Array, offset: number) =>
    array[offset]! + array[offset + 1]! + array[offset + 2]! + array[offset + 3]!;
  const eachChannel = (work: Work) => {
    for (const [atRe, atIm] of addresses) work(firstRow, atRe, atIm, vectors);
  };
  const bins = re[0]!.length;
  const estimateOf = (channel: number) => [re[channel]!, im[channel]!] as const;
  return {
    mixRows: { share: row("share"), gain: row("gain"), dry: row("dry") },
    estimates: [
      [row("meanRe").subarray(0, bins), row("meanIm").subarray(0, bins)],
      estimateOf(channels),
      estimateOf(channels + 1),
    ],
    weights: { heard: row("heard"), beside: row("beside"), high: row("high"), both: row("both") },
    survey() {
      mean.fill(0);
      power.fill(TINY);
      eachChannel(kernels.addUp);
      kernels.survey(firstRow, lowRe, lowIm, fullRe, fullIm, firstSum, vectors);
      for (let i = 0; i < SUMS.length; i++) found[SUMS[i]!] = sumOf(sums, i * LANES) + TINY;
      return found;
    },
    finish(values) {
      for (let i = 0; i < SCALARS.length; i++) scalars[i] = values[SCALARS[i]!];
      kernels.finish(firstRow, lowRe, lowIm, fullRe, fullIm, firstScalar, vectors);
      eachChannel(kernels.apply);
    },
  };
}
