import type { Spectra } from "../signal/stft.ts";

/** Spectra of the last frames. */
export interface FrameHistory {
  /** Takes the next frame. */
  add(spectra: Spectra, channel: number): void;
  /** The frame `age` frames before the one that was added last; 0 is that one. */
  re(age: number): Float64Array;
  im(age: number): Float64Array;
}

export function createFrameHistory(frames: number, bins: number): FrameHistory {
  const re = Array.from({ length: frames }, () => new Float64Array(bins));
  const im = Array.from({ length: frames }, () => new Float64Array(bins));
  let last = 0;
  return {
    add(spectra, channel) {
      last = (last + 1) % frames;
      re[last]!.set(spectra.re[channel]!.subarray(0, bins));
      im[last]!.set(spectra.im[channel]!.subarray(0, bins));
    },
    re: (age) => re[(last + frames - age) % frames]!,
    im: (age) => im[(last + frames - age) % frames]!,
  };
}
