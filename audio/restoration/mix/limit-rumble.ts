import type { MixNetShape, MixRows, Spectrum } from "./mix-shape.ts";

/** Up to the first frequency all of this applies, from the second on nothing. */
const RUMBLE_HZ = [80, 110] as const;
/** Where most of a voice's power is, and little of what leaks from below. */
const VOICE_HZ = [125, 400] as const;
/**
 * A voice has no more power below 80 Hz than this part of DTLN's estimate in the range of voices,
 * or this multiple of RNNoise's estimate below 80 Hz.
 */
const VOICE_PART = 0.3;
const FULL_MULTIPLE = 4;
const TINY = 1e-10;

/**
 * Keeps rumble below 80 Hz out of the mix. There is no input in it, whatever the networks say, and
 * no more power than a voice can have: DTLN may take rumble for speech.
 */
export function createRumbleLimit({ hertz, bins }: MixNetShape, rows: MixRows) {
  const binOf = (frequency: number) => Math.min(bins, Math.ceil(frequency / hertz));
  const [end, firstVoice, lastVoice] = [RUMBLE_HZ[1], ...VOICE_HZ].map(binOf) as [
    number,
    number,
    number,
  ];
  const weights = Float32Array.from({ length: end }, (_, k) =>
    Math.min(1, (RUMBLE_HZ[1] - k * hertz) / (RUMBLE_HZ[1] - RUMBLE_HZ[0])),
  );

  /** Power of a spectrum below 110 Hz. */
  const powerBelow = ([re, im]: Spectrum): number => {
    let sum = 0;
    for (let k = 0; k < end; k++) sum += weights[k]! * (re[k]! * re[k]! + im[k]! * im[k]!);
    return sum;
  };
  /** The same of the mix without input. */
  const powerOfMix = ([lowRe, lowIm]: Spectrum, [fullRe, fullIm]: Spectrum): number => {
    let sum = 0;
    for (let k = 0; k < end; k++) {
      const x = lowRe[k]! + rows.share[k]! * (fullRe[k]! - lowRe[k]!);
      const y = lowIm[k]! + rows.share[k]! * (fullIm[k]! - lowIm[k]!);
      sum += weights[k]! * rows.gain[k]! * rows.gain[k]! * (x * x + y * y);
    }
    return sum;
  };
  /** @param estimateGain of the estimate without input */
  return (low: Spectrum, full: Spectrum, estimateGain: number): void => {
    for (let k = 0; k < end; k++) {
      const weight = weights[k]!;
      rows.gain[k] = rows.gain[k]! + weight * (estimateGain - rows.gain[k]!);
      rows.dry[k] = (1 - weight) * rows.dry[k]!;
    }
    let voice = 0;
    const [re, im] = low;
    for (let k = firstVoice; k < lastVoice; k++) voice += re[k]! * re[k]! + im[k]! * im[k]!;
    const allowed = VOICE_PART * voice + FULL_MULTIPLE * powerBelow(full) + TINY;
    const mixed = powerOfMix(low, full);
    if (mixed <= allowed) return;
    const reduced = 1 - Math.sqrt(allowed / mixed);
    for (let k = 0; k < end; k++) {
      const gain = 1 - weights[k]! * reduced;
      rows.gain[k] = gain * rows.gain[k]!;
      rows.dry[k] = gain * rows.dry[k]!;
    }
  };
}
