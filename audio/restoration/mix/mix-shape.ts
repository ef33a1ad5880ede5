export const MIX_OUTPUTS = ["share", "gain", "dry"] as const;

/** Real and imaginary parts of the bins. */
export type Spectrum = readonly [re: Float32Array, im: Float32Array];

export interface MixNetShape {
  /** Hz per bin and seconds per frame. */
  readonly hertz: number;
  readonly seconds: number;
  /** Number of bins that it reads and writes. */
  readonly bins: number;
}

/**
 * Rows to be filled, one value per bin: weight of RNNoise in the estimate, gain of the estimate,
 * and weight of the input.
 */
export type MixRows = Readonly<Record<(typeof MIX_OUTPUTS)[number], Float32Array>>;
