/** The spectrum of a frame of one channel. */
export interface VocoderSpectrum {
  readonly re: Float32Array;
  readonly im: Float32Array;
  /** Squared magnitudes. */
  readonly powers: Float32Array;
}

/**
 * Adapts the phases of frames to another hop size, locked around each peak (Laroche and Dolson
 * 1999). Allocates nothing after its creation.
 * @param hop synthesis hop in samples
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
  const peaks = new Uint32Array(bins);
  const make = () => Array.from({ length: channels }, () => new Float32Array(bins));
  /** The previous input frame. */
  const [beforeRe, beforeIm] = [make(), make()];
  /** Its phase rotation. */
  const rotations = Array.from({ length: channels }, () => new Float64Array(bins));

  const findPeaks = (m: Float32Array): number => {
    let count = 0;
    for (let k = 2; k < bins - 2; k++) {
      const middle = m[k]!;
      if (middle > m[k - 1]! && middle >= m[k + 1]! && middle > m[k - 2]! && middle >= m[k + 2]!)
        peaks[count++] = k;
    }
    if (count === 0) peaks[count++] = 1;
    return count;
  };

  /** Rotation of the bins around a peak. @param last phase of the peak in the previous frame */
  const rotationOf = (at: number, phase: number, last: number, step: number): number => {
    const expected = (2 * Math.PI * at * step) / size;
    const off = phase - last - expected;
    return expected + off - 2 * Math.PI * Math.round(off / (2 * Math.PI));
  };

  const turn = (c: number, { re, im, powers }: VocoderSpectrum, step: number): void => {
    const last = rotations[c]!;
    const lastRe = beforeRe[c]!;
    const lastIm = beforeIm[c]!;
    const count = findPeaks(powers);
    let start = 0;
    for (let n = 0; n < count; n++) {
      const peak = peaks[n]!;
      let end = bins;
      if (n + 1 < count) {
        end = peak;
        for (let k = peak; k <= peaks[n + 1]!; k++) if (powers[k]! < powers[end]!) end = k;
        end++;
      }
      const phase = Math.atan2(im[peak]!, re[peak]!);
      const before = Math.atan2(lastIm[peak]!, lastRe[peak]!);
      const went = rotationOf(peak, phase, before, step);
      const angle = (last[peak]! + before + (went * hop) / step - phase) % (2 * Math.PI);
      const cosine = Math.cos(angle);
      const sine = Math.sin(angle);
      for (let k = start; k < end; k++) {
        const x = re[k]!;
        const y = im[k]!;
        re[k] = x * cosine - y * sine;
        im[k] = x * sine + y * cosine;
        lastRe[k] = x;
        lastIm[k] = y;
        last[k] = angle;
      }
      start = end;
    }
  };

  return {
    /**
     * Rotates the next frame for its position after the previous one.
     * @param step analysis hop in samples; 0 or less without a previous frame
     */
    advance(c: number, spectrum: VocoderSpectrum, step: number): void {
      if (step > 0) {
        turn(c, spectrum, step);
        return;
      }
      beforeRe[c]!.set(spectrum.re);
      beforeIm[c]!.set(spectrum.im);
      rotations[c]!.fill(0);
    },
  };
}
