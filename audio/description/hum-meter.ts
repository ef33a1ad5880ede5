import type { Block, Format } from "../effect.ts";
import { powerToDecibels } from "../signal/decibel.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { createFrames } from "./frames.ts";
import { hann } from "../signal/windows.ts";
import { meanOf } from "../restoration/rate-adapter.ts";

/** Seconds per spectrum: 50 and 60 Hz are at least five bins apart. */
const SECONDS = 0.5;
/** Quantile of a bin's power that represents the background. */
const BACKGROUND_QUANTILE = 0.1;
/**
 * Quantile at which hum is still at the background level, and dB by which voices and notes exceed
 * it.
 */
const UPPER_QUANTILE = 0.3;
const SAME = 6;
/** Maximum number of stored spectra: about eight minutes of sound. */
const MAX_SPECTRA = 1000;
/** Minimum prominence in dB of a mains harmonic. */
const MIN_PROMINENCE_DB = 8;
const MAINS = [50, 60] as const;
const HARMONICS = [1, 2, 3, 4, 5, 6] as const;
/** Minimum number of prominent harmonics. */
const MIN_HARMONICS = 3;
/** Highest examined frequency in Hz. */
const MAX_HERTZ = 400;

export interface HumMeter {
  push(block: Block): void;
  /** Mains frequency of the hum in Hz, or null. */
  finish(): 50 | 60 | null;
}

/**
 * Detects mains hum: minimum statistics per bin keep what is continuously present, in which
 * harmonics of 50 or 60 Hz are then prominent.
 */
export function createHumMeter({ sampleRate }: Format): HumMeter {
  const size = 2 ** Math.round(Math.log2(SECONDS * sampleRate));
  const fft = createRealFft(size);
  const window = hann(size);
  const bins = Math.min(fft.bins, Math.ceil((MAX_HERTZ * size) / sampleRate));
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const spectra: Float64Array[] = [];

  const add = createFrames(size, (buffer) => {
    if (spectra.length >= MAX_SPECTRA) return;
    let power = 0;
    for (let i = 0; i < size; i++) {
      power += buffer[i]! ** 2;
      buffer[i] = buffer[i]! * window[i]!;
    }
    // Skips digital silence.
    if (power / size < 1e-12) return;
    fft.forward(buffer, re, im);
    spectra.push(Float64Array.from({ length: bins }, (_, k) => re[k]! ** 2 + im[k]! ** 2));
  });
  const standsOut = (quiet: Float64Array, hertz: number): boolean => {
    const at = (hertz * size) / sampleRate;
    const reach = (10 * size) / sampleRate;
    let [peak, around, count] = [0, 0, 0];
    for (let k = Math.floor(at - reach); k <= at + reach; k++) {
      const power = quiet[k] ?? 0;
      if (Math.abs(k - at) <= 1.5) peak = Math.max(peak, power);
      else if (Math.abs(k - at) > 3) {
        around += power;
        count++;
      }
    }
    return (
      count > 0 &&
      powerToDecibels(peak) > powerToDecibels(around / count + 1e-30) + MIN_PROMINENCE_DB
    );
  };

  return {
    push: (block) => add(meanOf(block)),
    finish() {
      if (spectra.length === 0) return null;
      const [quiet, common] = [new Float64Array(bins), new Float64Array(bins)];
      for (let k = 0; k < bins; k++) {
        const powers = Float64Array.from(spectra, (spectrum) => spectrum[k]!).toSorted();
        quiet[k] = powers[Math.floor(BACKGROUND_QUANTILE * powers.length)]!;
        common[k] = powers[Math.floor(UPPER_QUANTILE * powers.length)]!;
      }
      const isSteady = (hertz: number): boolean => {
        const k = Math.round((hertz * size) / sampleRate);
        return powerToDecibels(common[k]!) < powerToDecibels(quiet[k]! + 1e-30) + SAME;
      };
      const found = MAINS.map((hertz) => ({
        hertz,
        count: HARMONICS.filter((n) => standsOut(quiet, n * hertz) && isSteady(n * hertz)).length,
      })).toSorted((a, b) => b.count - a.count)[0]!;
      return found.count >= MIN_HARMONICS ? found.hertz : null;
    },
  };
}
