/** A frame of one channel, bin by bin. */
export interface TurnedSpectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** Gets the absolute values. */
  readonly sizes: Float64Array;
  /** Phases of the frame before as it sounds; gets those of this one. */
  readonly turned: Float64Array;
}

/**
 * Turns the phases of frames so that they fit at another distance: each peak holds the phases around
 * it (Laroche and Dolson 1999). Nothing is allocated after it was made.
 * @param hop samples from frame to frame as they are to sound
 */
export function createPhaseVocoder({
  size,
  hop,
  bins,
  channels,
}: {
  readonly size: number;
  readonly hop: number;
  readonly bins: number;
  readonly channels: number;
}) {
  const phases = new Float64Array(bins);
  const peaks = new Uint32Array(bins);
  const before = Array.from({ length: channels }, () => new Float64Array(bins));

  const findPeaks = (m: Float64Array): number => {
    let count = 0;
    for (let k = 2; k < bins - 2; k++)
      if (m[k]! > m[k - 1]! && m[k]! >= m[k + 1]! && m[k]! > m[k - 2]! && m[k]! >= m[k + 2]!)
        peaks[count++] = k;
    if (count === 0) peaks[count++] = 1;
    return count;
  };

  /** How far the bins around a peak are turned. @param last phase of the peak in the frame before */
  const turnOf = (at: number, sounding: number, last: number, step: number): number => {
    const expected = (2 * Math.PI * at * step) / size;
    const off = phases[at]! - last - expected;
    const precise = expected + off - 2 * Math.PI * Math.round(off / (2 * Math.PI));
    return sounding + (precise * hop) / step - phases[at]!;
  };

  const hold = (m: Float64Array, out: Float64Array, last: Float64Array, step: number): void => {
    const count = findPeaks(m);
    let start = 0;
    for (let n = 0; n < count; n++) {
      const peak = peaks[n]!;
      let end = bins;
      if (n + 1 < count) {
        end = peak;
        for (let k = peak; k <= peaks[n + 1]!; k++) if (m[k]! < m[end]!) end = k;
        end++;
      }
      const turn = turnOf(peak, out[peak]!, last[peak]!, step);
      for (let k = start; k < end; k++) out[k] = phases[k]! + turn;
      start = end;
    }
  };

  return {
    /**
     * Phases of the next frame as it is to sound, from those of the frame before.
     * @param step samples between the two in the input; 0 or less: there is none before
     */
    advance(c: number, { re, im, sizes, turned }: TurnedSpectrum, step: number): void {
      for (let k = 0; k < bins; k++) {
        sizes[k] = Math.hypot(re[k]!, im[k]!);
        phases[k] = Math.atan2(im[k]!, re[k]!);
      }
      if (step <= 0) turned.set(phases);
      else hold(sizes, turned, before[c]!, step);
      before[c]!.set(phases);
    },
  };
}
