/** Lowest note in MIDI numbers (C1) and number of semitones: up to B7. */
export const LOWEST = 24;
export const SEMITONES = 84;
/** Bins per semitone. */
export const STEPS = 3;
/** Bins of a window. */
export const BINS = SEMITONES * STEPS;

/** Levels of a sound over time, with bins at equal distances in pitch. */
export interface NoteSpectrum {
  /** Windows per second; the first one is centered on 0. */
  readonly rate: number;
  /** Hz per bin of the transform behind it. */
  readonly hertz: number;
  /** Per window `BINS` levels in steps of `STEP_DB`, 0 below the floor. */
  readonly levels: Uint8Array;
}

/** Range of the stored levels: magnitudes of transforms, in dB. */
const FLOOR_DB = -20;
const STEP_DB = 0.36;

/** Frequency in Hz of a bin or of a fraction of it. */
export const frequencyOf = (bin: number): number => 440 * 2 ** ((LOWEST + bin / STEPS - 69) / 12);

/** Magnitude from a stored level. */
export const magnitudeOf = (level: number): number =>
  level === 0 ? 0 : 10 ** ((FLOOR_DB + STEP_DB * level) / 20);

interface Weights {
  /** First bin of the transform, and weights of it and of the following ones. */
  readonly from: number;
  readonly weights: readonly number[];
}

/**
 * Maps windows of a Fourier transform to bins at equal distances in pitch. Where those are narrower
 * than the bins of the transform, levels are interpolated; elsewhere, powers are added. Memory: a
 * byte per bin, 10 MB per hour.
 * @param size samples per window
 * @param hop samples between windows
 */
export function createNoteSpectrum(
  sampleRate: number,
  { size, hop }: { readonly size: number; readonly hop: number },
) {
  const maps = Array.from({ length: BINS }, (_, bin) => weightsOf(bin, sampleRate / size));
  let levels = new Uint8Array(256 * BINS);
  let length = 0;
  return {
    /** @param magnitudes of one window */
    push(magnitudes: Float64Array): void {
      if (length === levels.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(levels);
        levels = larger;
      }
      for (const { from, weights } of maps) {
        let power = 0;
        for (let i = 0; i < weights.length; i++)
          power += weights[i]! * magnitudes[from + i]! * magnitudes[from + i]!;
        const level = Math.round((10 * Math.log10(power + 1e-12) - FLOOR_DB) / STEP_DB);
        levels[length++] = Math.max(0, Math.min(255, level));
      }
    },
    finish: (): NoteSpectrum => ({
      rate: sampleRate / hop,
      hertz: sampleRate / size,
      levels: levels.subarray(0, length),
    }),
  };
}

/** @param hertz per bin of the transform */
function weightsOf(bin: number, hertz: number): Weights {
  const center = frequencyOf(bin) / hertz;
  const [low, high] = [frequencyOf(bin - 1) / hertz, frequencyOf(bin + 1) / hertz];
  if (high - center < 1) {
    const from = Math.floor(center);
    return { from, weights: [1 - (center - from), center - from] };
  }
  const from = Math.ceil(low);
  const weights = Array.from({ length: Math.floor(high) - from + 1 }, (_, i) => {
    const at = from + i;
    return at < center ? (at - low) / (center - low) : (high - at) / (high - center);
  });
  return { from, weights };
}

/**
 * Magnitude of a pure tone in a bin, relative to that at its own pitch.
 * @param at pitch of the tone in (fractional) bins
 * @param hertz per bin of the transform
 */
export function toneShape(bin: number, at: number, hertz: number): number {
  const frequency = frequencyOf(at);
  const width = (frequencyOf(at + 1) - frequency) / hertz;
  if (width < 1) {
    // The main lobe of a Hann window.
    const off = Math.abs(frequencyOf(bin) - frequency) / hertz;
    if (off >= 2) return 0;
    if (off < 1e-6) return 1;
    if (Math.abs(off - 1) < 1e-6) return 0.5;
    return Math.abs(Math.sin(Math.PI * off) / (Math.PI * off * (1 - off * off)));
  }
  return Math.sqrt(Math.max(0, 1 - Math.abs(bin - at)));
}
